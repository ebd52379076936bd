import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { typedText } from '../../dom/element.ts';
import { type ParameterDraft, readFormat } from './parameterDraft.ts';
import {
  defaultLabel,
  option,
  type ParameterRows,
  problemView,
  rowLabel,
  withParameter,
} from './parameterRow.ts';

const notSent = '-';

/** The choice of `response_format` and, for a schema, its text. */
export function formatRows(rows: ParameterRows): TemplateResult {
  const { draft, own, defaults, notListed } = rows;
  const value = own.response_format === null ? notSent : draft.format;
  const on = (event: Event): void => {
    const to = typedText(event);
    change(rows, { format: to === notSent ? '' : to }, to === notSent);
  };
  return html`${rowLabel('response_format', '', notListed)}
    <div class="parameter-value">
      <select id="parameter-response_format" .value=${value} @change=${on}>
        ${option('', value, defaultLabel(defaults.response_format?.type))}
        ${
          defaults.response_format === undefined && value !== notSent
            ? nothing
            : option(notSent, value, l10n.t('not sent'))
        }
        ${formats(value).map(([type, label]) => option(type, value, label))}
      </select>
    </div>
    ${draft.format === 'json_schema' ? schemaRows(rows) : nothing}`;
}

function formats(current: string): readonly (readonly [type: string, label: string])[] {
  const known = [
    ['text', l10n.t('Text')],
    ['json_object', l10n.t('JSON object')],
    ['json_schema', l10n.t('JSON with a schema')],
  ] as const;
  const isKnown = ['', notSent, ...known.map(([type]) => type)].includes(current);
  return isKnown ? known : [...known, [current, current]];
}

function schemaRows(rows: ParameterRows): TemplateResult {
  const { draft } = rows;
  const { problem } = readFormat(draft);
  const onStrict = ({ currentTarget }: Event): void => {
    const isStrict = currentTarget instanceof HTMLInputElement && currentTarget.checked;
    change(rows, { isStrict });
  };
  return html`<label class="parameter-name" for="parameter-schema"
      ><span>${l10n.t('JSON Schema')}</span></label
    >
    <div class="parameter-value">
      <textarea
        id="parameter-schema"
        class="code"
        rows="6"
        spellcheck="false"
        .value=${draft.schema}
        placeholder=${'{"type": "object", "properties": {}}'}
        aria-invalid=${problem !== undefined}
        aria-describedby="parameter-schema-problem"
        @input=${(event: Event) => change(rows, { schema: typedText(event) })}
      ></textarea>
    </div>
    ${problemView('schema', problem)}
    <label class="parameter-check"
      ><input type="checkbox" .checked=${draft.isStrict} @change=${onStrict} /><span
        >${l10n.t('Ask the service to keep strictly to the schema ({0})', 'strict')}</span
      ></label
    >`;
}

function change(
  { own, draft, edit }: ParameterRows,
  to: Partial<ParameterDraft>,
  isNotSent = false,
): void {
  const next = { ...draft, ...to };
  const value = isNotSent ? null : readFormat(next).value;
  edit(withParameter(own, 'response_format', value), next);
}
