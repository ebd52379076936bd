import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { parameterText, readParameter } from '../../../shared/service/parameterText.ts';
import { mergeParameters, type OwnParameters } from '../../../shared/service/requestParameters.ts';
import { thinkingFields } from '../../../shared/service/thinking.ts';
import { typedText } from '../../dom/element.ts';
import {
  enter,
  option,
  type ParameterRows,
  placeholder,
  problemView,
  rowLabel,
  withParameter,
} from './parameterRow.ts';

/** Values of the choice that are no effort: efforts begin with a letter. */
const special = { notSent: '-', other: '+' };

/** The choice of the thinking effort and, once there is one, of the field in which it is sent. */
export function thinkingRows(rows: ParameterRows): TemplateResult {
  const { draft, own, defaults, notListed } = rows;
  const { thinkingEffort } = mergeParameters(defaults, own);
  return html`${rowLabel('thinkingEffort', '', notListed)}
    <div class="parameter-value">${effortChoice(rows)}</div>
    ${draft.isOtherEffort ? otherEffort(rows) : nothing}
    ${thinkingEffort === undefined ? nothing : fieldChoice(rows)}`;
}

function effortChoice(rows: ParameterRows): TemplateResult {
  const { draft, own, defaults, thinking } = rows;
  const { efforts = [] } = thinking ?? {};
  const current = own.thinkingEffort;
  const value =
    current === null
      ? special.notSent
      : draft.isOtherEffort
        ? special.other
        : String(current ?? '');
  const on = (event: Event): void => {
    const to = typedText(event);
    if (to === special.notSent) {
      setEffort(rows, '', false, null);
    } else if (to === special.other) {
      setEffort(rows, parameterText('thinkingEffort', own), true);
    } else {
      setEffort(rows, to, false);
    }
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

function otherEffort(rows: ParameterRows): TemplateResult {
  const { draft, thinking } = rows;
  const text = draft.texts.thinkingEffort ?? '';
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
        @input=${(event: Event) => setEffort(rows, typedText(event), true)}
      />
    </div>
    ${problemView('otherEffort', problem)}`;
}

function fieldChoice(rows: ParameterRows): TemplateResult {
  const { own, defaults, thinking } = rows;
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
        @change=${(event: Event) => enter('thinkingField', typedText(event), rows)}
      >
        ${option('', value, l10n.t('{0} (usual for the service)', usual))}
        ${thinkingFields.map((one) => option(one, value, one))}
      </select>
    </div>`;
}

/** Takes an effort that is chosen, or typed if it is another one. */
function setEffort(
  { own, draft, edit }: ParameterRows,
  text: string,
  isOtherEffort: boolean,
  value: OwnParameters['thinkingEffort'] = readParameter('thinkingEffort', text).set
    ?.thinkingEffort,
): void {
  const texts = { ...draft.texts, thinkingEffort: text };
  edit(withParameter(own, 'thinkingEffort', value), { texts, isOtherEffort });
}
