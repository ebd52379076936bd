import * as l10n from '@vscode/l10n';
import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../../../shared/language.ts';
import { type NameValue, nameValueRow } from '../../dom/nameValueRow.ts';
import { readFields } from './parameterDraft.ts';
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
  return html`${nameValueRow({
    className: 'parameter-value',
    content: field,
    boxes: {
      name: {
        id: `parameter-${id}-name`,
        placeholder: l10n.t('name'),
        label: l10n.t('Name of field {0}', number),
      },
      value: {
        id: `parameter-${id}-value`,
        placeholder: l10n.t('JSON value'),
        label: l10n.t('JSON value of field {0}', number),
      },
    },
    problem: { id: `parameter-${id}-problem`, isThere: problem !== undefined },
    remove: { label: l10n.t('Remove Field {0}', number), title: l10n.t('Remove Field') },
    onInput: (content) => onFields(fields.with(index, content)),
    onRemove: () => onFields(fields.toSpliced(index, 1), 'add'),
  })}
  ${problemView(id, problem)}`;
}
