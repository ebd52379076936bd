import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { typedText } from '../../dom/element.ts';
import { chosen, option } from './selectOptions.ts';
import { type ParameterDraft, readFormat } from './parameterDraft.ts';
import { type ParameterValues, problemView, rowLabel } from './parameterRow.ts';

/** What the user has changed about the format of the reply; `null` if it is not to be sent. */
export type FormatChange = Partial<Pick<ParameterDraft, 'format' | 'schema' | 'isStrict'>> | null;

interface FormatRows extends ParameterValues {
  readonly draft: ParameterDraft;
  readonly onFormat: (change: FormatChange) => void;
}

const notSent = '-';

/** The choice of `response_format` and, for a schema, its text. */
export function formatRows(rows: FormatRows): TemplateResult {
  const { draft, own, defaults, notListed, onFormat } = rows;
  const inherited = defaults.response_format?.type;
  const value = own.response_format === null ? notSent : draft.format;
  const on = (event: Event): void => {
    const to = chosen(event);
    onFormat(to === notSent ? null : { format: to });
  };
  return html`${rowLabel('response_format', '', notListed)}
    <div class="parameter-value">
      <select id="parameter-response_format" .value=${value} @change=${on}>
        ${option(
          '',
          value,
          inherited === undefined
            ? l10n.t({ message: 'default', comment: 'The parameter is not set.' })
            : l10n.t('{0} (connection)', inherited),
        )}
        ${
          inherited === undefined && value !== notSent
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

function schemaRows({ draft, onFormat }: FormatRows): TemplateResult {
  const { problem } = readFormat(draft);
  const onStrict = ({ currentTarget }: Event): void => {
    onFormat({ isStrict: currentTarget instanceof HTMLInputElement && currentTarget.checked });
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
        @input=${(event: Event) => onFormat({ schema: typedText(event) })}
      ></textarea>
    </div>
    ${problemView('schema', problem)}
    <label class="parameter-check"
      ><input type="checkbox" .checked=${draft.isStrict} @change=${onStrict} /><span
        >${l10n.t('Ask the service to keep strictly to the schema ({0})', 'strict')}</span
      ></label
    >`;
}
