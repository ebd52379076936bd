import { html, type TemplateResult } from 'lit';
import { iconButton } from './buttons.ts';
import { typedText } from './element.ts';

/** A name and its value as they are being typed. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** A text box of a row. */
interface RowBox {
  readonly id: string;
  readonly placeholder: string;
  /** The accessible name. */
  readonly label: string;
}

interface NameValueRow {
  readonly className: string;
  readonly content: NameValue;
  readonly boxes: Readonly<Record<keyof NameValue, RowBox>>;
  /** The id of the element that says what is wrong with the row, and whether something is. */
  readonly problem: { readonly id: string; readonly isThere: boolean };
  /** The accessible name and the tooltip of the button that removes the row. */
  readonly remove: { readonly label: string; readonly title: string };
  readonly onInput: (content: NameValue) => void;
  readonly onRemove: () => void;
}

/** A row of a list of names and values: two boxes, and a button that removes it. */
export function nameValueRow(row: NameValueRow): TemplateResult {
  return html`<div class=${row.className}>
    ${boxOf(row, 'name')} ${boxOf(row, 'value')}
    ${iconButton({ icon: 'trash', ...row.remove, onClick: row.onRemove })}
  </div>`;
}

function boxOf(
  { content, boxes, problem, onInput }: NameValueRow,
  part: keyof NameValue,
): TemplateResult {
  const { id, placeholder, label } = boxes[part];
  return html`<input
    id=${id}
    type="text"
    autocomplete="off"
    spellcheck="false"
    placeholder=${placeholder}
    aria-label=${label}
    .value=${content[part]}
    aria-invalid=${problem.isThere}
    aria-describedby=${problem.id}
    @input=${(event: Event) => onInput({ ...content, [part]: typedText(event) })}
  />`;
}
