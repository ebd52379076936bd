import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../../../shared/language.ts';
import { iconButton } from '../../dom/buttons.ts';
import { typedText } from '../../dom/element.ts';
import { type NameValue, readFields } from './parameterDraft.ts';
import { problemView } from './parameterRow.ts';

interface FieldRows {
  readonly fields: readonly NameValue[];
  /** `focusOn` is the index of the row that gets the focus, or the button that adds one. */
  readonly onFields: (fields: readonly NameValue[], focusOn?: number | 'add') => void;
}

/** No chat has more. */
const maxFields = 32;

/** Further fields of the request: a row for each, with its name and its value as JSON. */
export function fieldRows({ fields, onFields }: FieldRows): TemplateResult {
  const { problems } = readFields(fields);
  return html`<fieldset class="parameter-fields">
    <legend>${l10n.t('Further fields')}</legend>
    ${fields.map((field, index) => fieldRow({ fields, onFields }, field, index, problems[index]))}
    <button
      class="text-button"
      type="button"
      id="parameter-add-field"
      ?disabled=${fields.length >= maxFields}
      @click=${() => onFields([...fields, { name: '', value: '' }], fields.length)}
    >
      <span>${l10n.t('Add Field')}</span>
    </button>
  </fieldset>`;
}

function fieldRow(
  { fields, onFields }: FieldRows,
  field: NameValue,
  index: number,
  problem: string | undefined,
): TemplateResult {
  const id = `field-${index}`;
  const number = formatNumber(index + 1);
  const box = (part: keyof NameValue, placeholder: string, label: string): TemplateResult =>
    html`<input
      id="parameter-${id}-${part}"
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${placeholder}
      aria-label=${label}
      .value=${field[part]}
      aria-invalid=${problem !== undefined}
      aria-describedby="parameter-${id}-problem"
      @input=${(event: Event) =>
        onFields(fields.with(index, { ...field, [part]: typedText(event) }))}
    />`;
  return html`<div class="parameter-value">
      ${box('name', l10n.t('name'), l10n.t('Name of field {0}', number))}
      ${box('value', l10n.t('JSON value'), l10n.t('JSON value of field {0}', number))}
      ${iconButton({
        icon: 'trash',
        label: l10n.t('Remove Field {0}', number),
        title: l10n.t('Remove Field'),
        onClick: () => onFields(fields.toSpliced(index, 1), 'add'),
      })}
    </div>
    ${problemView(id, problem)}`;
}
