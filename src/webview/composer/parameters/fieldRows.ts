import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../../../shared/language.ts';
import { iconButton } from '../../dom/buttons.ts';
import { typedText } from '../../dom/element.ts';
import { type NameValue, readFields } from './parameterDraft.ts';
import { type ParameterRows, problemView } from './parameterRow.ts';

/** No chat has more. */
const maxFields = 32;

/** Further fields of the request: a row for each, with its name and its value as JSON. */
export function fieldRows(rows: ParameterRows): TemplateResult {
  const { fields } = rows.draft;
  const { problems } = readFields(fields);
  const add = (event: Event): void => {
    change(rows, [...fields, { name: '', value: '' }]);
    focusOn(event, `field-${fields.length}-name`);
  };
  return html`<fieldset class="parameter-fields">
    <legend>${l10n.t('Further fields')}</legend>
    ${fields.map((field, index) => fieldRow(rows, field, index, problems[index]))}
    <button
      class="text-button"
      type="button"
      id="parameter-add-field"
      ?disabled=${fields.length >= maxFields}
      @click=${add}
    >
      <span>${l10n.t('Add Field')}</span>
    </button>
  </fieldset>`;
}

function fieldRow(
  rows: ParameterRows,
  field: NameValue,
  index: number,
  problem: string | undefined,
): TemplateResult {
  const { fields } = rows.draft;
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
        change(rows, fields.with(index, { ...field, [part]: typedText(event) }))}
    />`;
  const remove = (event: Event): void => {
    change(rows, fields.toSpliced(index, 1));
    focusOn(event, 'add-field');
  };
  return html`<div class="parameter-value">
      ${box('name', l10n.t('name'), l10n.t('Name of field {0}', number))}
      ${box('value', l10n.t('JSON value'), l10n.t('JSON value of field {0}', number))}
      ${iconButton({
        icon: 'trash',
        label: l10n.t('Remove Field {0}', number),
        title: l10n.t('Remove Field'),
        onClick: remove,
      })}
    </div>
    ${problemView(id, problem)}`;
}

function change({ own, edit }: ParameterRows, fields: readonly NameValue[]): void {
  const { fields: set } = readFields(fields);
  const { fields: _before, ...others } = own;
  edit(set === undefined ? others : { ...others, fields: set }, { fields });
}

/** Gives the focus to another control: the one that was pressed may be gone, or another one is new. */
function focusOn({ target }: Event, name: string): void {
  const popover = target instanceof Element ? target.closest('.parameters') : null;
  popover?.querySelector<HTMLElement>(`#parameter-${name}`)?.focus();
}
