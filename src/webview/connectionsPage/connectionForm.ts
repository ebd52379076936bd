import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import {
  type DraftField,
  draftFields,
  moreFields,
  sourceField,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type {
  ConnectionItem,
  FormDiagnosis,
  Offer,
} from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { focusOn, formId } from './controls.ts';
import type { ConnectionsActions, OpenForm } from './connectionsState.ts';
import { fieldLooks } from './fieldLooks.ts';
import { type Field, fieldView } from './fieldView.ts';
import { wordButton } from './controls.ts';

interface FormOptions {
  readonly form: OpenForm;
  /** The connection in the settings; missing for a new one. */
  readonly item?: ConnectionItem;
  readonly actions: ConnectionsActions;
}

/** The form of one connection. */
export function connectionForm(options: FormOptions): TemplateResult {
  const { form, item, actions } = options;
  const { ref, change, check, diagnosis } = form;
  const base = item?.draft ?? {};
  const field = fieldsOf(options);
  const view = (name: DraftField): TemplateResult => fieldView(field(name));
  const isChanged = draftFields.some(
    (name) => (change[name] ?? base[name] ?? '') !== (base[name] ?? ''),
  );
  const save = (): void => actions.ask({ kind: 'save', ref });
  const onKey = ({ key, isComposing, target }: KeyboardEvent): void =>
    key === 'Enter' && !isComposing && target instanceof HTMLInputElement ? save() : undefined;
  return html`<div
    class="connection-form fields"
    role="group"
    aria-label=${item === undefined ? l10n.t('New connection') : l10n.t('Edit {0}', item.name)}
    @keydown=${onKey}
  >
    ${item === undefined ? html`<h2>${l10n.t('New connection')}</h2>` : nothing}
    <div class="form-grid">${view('name')} ${view('baseUrl')}</div>
    ${check?.offer && offerView(ref, check.offer, actions)} ${keyFields(options, view)}
    ${view('model')}
    <div class="form-diagnosis" id=${formId(ref, 'diagnosis')} role="status">
      ${diagnosis && diagnosisView(ref, diagnosis, actions)}
    </div>
    ${view('offerToVSCode')}
    <details ?open=${moreFields.some((name) => name in base || name in change)}>
      <summary>
        ${l10n.t('More: mode, timeouts, parameters, system prompt, paths, headers')}
      </summary>
      <div class="form-grid">${moreFields.map(view)}</div>
    </details>
    <div class="button-row">
      ${wordButton(l10n.t('Save'), save, { id: formId(ref, 'save'), isPrimary: true })}
      ${wordButton(l10n.t('Diagnose'), () => actions.ask({ kind: 'diagnose', ref }))}
      ${wordButton(isChanged ? l10n.t('Discard Changes') : l10n.t('Close'), () =>
        actions.close(ref),
      )}
    </div>
  </div>`;
}

/** Gives each field of the form, with what there is to say of it. */
function fieldsOf({ form, item, actions }: FormOptions): (name: DraftField) => Field {
  const { ref, check, diagnosis, isTried = false } = form;
  const draft = { ...item?.draft, ...form.change };
  const looks = fieldLooks(diagnosis?.models ?? item?.models ?? [], check?.key);
  return (name) => {
    const text = draft[name] ?? '';
    const problem = isTried || text !== '' ? check?.problems[name] : undefined;
    const look = looks(name);
    const hint = problem === undefined ? check?.hints[name] : undefined;
    return {
      id: formId(ref, name),
      look: hint === undefined ? look : { ...look, hint },
      text,
      problem,
      onText: (changed) => actions.change(ref, { [name]: changed }),
    };
  };
}

/** Where the key of a connection comes from, and whether it is there. The page never gets the key itself. */
function keyFields(
  { form: { ref, change, check }, item, actions }: FormOptions,
  view: (name: DraftField) => TemplateResult,
): TemplateResult {
  const { text = '', button, state = 'none' } = check?.key ?? {};
  const source = sourceField(change['keyFrom.kind'] ?? item?.draft['keyFrom.kind']);
  return html`<div class="field" role="group" aria-label=${l10n.t('API key')}>
    ${view('keyFrom.kind')} ${source && view(source)}
    ${text === '' ? nothing : html`<p>${text}</p>`}
    <div class="button-row">
      ${button && wordButton(button, () => actions.ask({ kind: 'setKey', ref }))}
      ${
        state === 'none'
          ? nothing
          : wordButton(l10n.t('Delete API Key…'), () => actions.ask({ kind: 'forgetKey', ref }))
      }
    </div>
  </div>`;
}

/** A change that the user can accept. The focus goes to what has changed. */
function offerView(
  ref: string,
  { text, code, button, change }: Offer,
  actions: ConnectionsActions,
): TemplateResult {
  const onAccept = (): void => {
    actions.change(ref, change);
    focusOn(formId(ref, Object.keys(change)[0] ?? ''));
  };
  return html`<div class="form-remark" role="status">
    ${text === undefined ? nothing : html`<p>${text}</p>`}
    ${code === undefined ? nothing : html`<pre>${code}</pre>`} ${wordButton(button, onAccept)}
  </div>`;
}

const marks = { running: 'loading', fine: 'pass', warning: 'warning', problem: 'error' };

/** What the diagnosis of a form has found, with a way to all of it. */
function diagnosisView(
  ref: string,
  { status, lines, tried = '', offer, report }: FormDiagnosis,
  actions: ConnectionsActions,
): TemplateResult {
  const showReport = (): void => actions.ask({ kind: 'showReport', ref: report });
  return html`<div class=${status === 'fine' ? 'works' : 'problem'}>
      ${icon(marks[status])}
      <div>
        ${lines.map((line) => html`<p dir="auto">${line}</p>`)}
        ${tried === '' ? nothing : html`<p class="quiet" dir="auto">${tried}</p>`}
      </div>
    </div>
    ${offer && offerView(ref, offer, actions)}
    ${report === undefined ? nothing : wordButton(l10n.t('Show Report'), showReport)}`;
}
