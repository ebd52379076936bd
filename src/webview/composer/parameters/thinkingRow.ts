import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { parameterText, readParameter } from '../../../shared/service/parameterText.ts';
import { mergeParameters } from '../../../shared/service/requestParameters.ts';
import { type ThinkingSupport, thinkingFields } from '../../../shared/service/thinking.ts';
import { typedText } from '../../dom/element.ts';
import { chosen, option } from './selectOptions.ts';
import type { ParameterDraft } from './parameterDraft.ts';
import { type ParameterValues, placeholder, problemView, rowLabel } from './parameterRow.ts';

interface ThinkingRow extends ParameterValues {
  readonly draft: ParameterDraft;
  /** Missing without a model. */
  readonly thinking: ThinkingSupport | undefined;
  /** `null` if the effort is not to be sent; `other` if it is to be typed. */
  readonly onEffort: (effort: string | null | { readonly other: string }) => void;
  readonly onField: (field: string) => void;
}

/** Values of the choice that are no effort: efforts begin with a letter. */
const special = { notSent: '-', other: '+' };

/** The choice of the thinking effort and, once there is one, of the field in which it is sent. */
export function thinkingRows(row: ThinkingRow): TemplateResult {
  const { draft, own, defaults, notListed } = row;
  const { thinkingEffort } = mergeParameters(defaults, own);
  return html`${rowLabel('thinkingEffort', '', notListed)}
    <div class="parameter-value">${effortChoice(row)}</div>
    ${draft.isOtherEffort ? otherEffort(row) : nothing}
    ${thinkingEffort === undefined ? nothing : fieldChoice(row)}`;
}

function effortChoice({ draft, own, defaults, thinking, onEffort }: ThinkingRow): TemplateResult {
  const { efforts = [] } = thinking ?? {};
  const current = own.thinkingEffort;
  const value =
    current === null
      ? special.notSent
      : draft.isOtherEffort
        ? special.other
        : String(current ?? '');
  const on = (event: Event): void => {
    const to = chosen(event);
    onEffort(
      to === special.notSent
        ? null
        : to === special.other
          ? { other: parameterText('thinkingEffort', own) }
          : to,
    );
  };
  return html`<select id="parameter-thinkingEffort" autofocus .value=${value} @change=${on}>
    ${option('', value, placeholder('thinkingEffort', { own: {}, defaults }))}
    ${
      defaults.thinkingEffort === undefined && current !== null
        ? nothing
        : option(special.notSent, value, l10n.t('not sent'))
    }
    ${efforts.map((effort) => option(effort, value, effortLabel(effort)))}
    ${option(special.other, value, l10n.t('Other value…'))}
  </select>`;
}

function effortLabel(effort: string): string {
  return effort === 'none' ? l10n.t('{0} (no thinking)', effort) : effort;
}

function otherEffort({ draft, thinking, onEffort }: ThinkingRow): TemplateResult {
  const { texts } = draft;
  const text = texts.thinkingEffort ?? '';
  const { problem } = readParameter('thinkingEffort', text);
  return html`<div class="parameter-value">
      <input
        id="parameter-otherEffort"
        type="text"
        autocomplete="off"
        spellcheck="false"
        .value=${text}
        aria-label=${l10n.t('Thinking effort')}
        placeholder=${
          thinking?.takesBudget === true
            ? l10n.t('a name or a number of tokens')
            : l10n.t('a name that the service knows')
        }
        aria-invalid=${problem !== undefined}
        aria-describedby="parameter-otherEffort-problem"
        @input=${(event: Event) => onEffort({ other: typedText(event) })}
      />
    </div>
    ${problemView('otherEffort', problem)}`;
}

function fieldChoice({ own, defaults, thinking, onField }: ThinkingRow): TemplateResult {
  const value = own.thinkingField ?? '';
  const { thinkingEffort } = mergeParameters(defaults, own);
  const { field = '', off = field } = thinking ?? {};
  const usual = defaults.thinkingField ?? (thinkingEffort === 'none' ? off : field);
  return html`<label class="parameter-name" for="parameter-thinkingField"
      ><span>${l10n.t('Sent as')}</span></label
    >
    <div class="parameter-value">
      <select
        id="parameter-thinkingField"
        .value=${value}
        @change=${(event: Event) => onField(chosen(event))}
      >
        ${option('', value, l10n.t('{0} (usual for the service)', usual))}
        ${thinkingFields.map((one) => option(one, value, one))}
      </select>
    </div>`;
}
