import { html, nothing, type TemplateResult } from 'lit';
import type {
  ConnectionItem,
  KeyStatus,
  TestResult,
} from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { type Editor, isChanged, isNew, shownProblems } from './connectionEditor.ts';
import { type FieldContext, headerRows, textField } from './connectionFields.ts';
import { formId } from './connectionIds.ts';
import type { ConnectionsActions } from './connectionsState.ts';

interface FormOptions {
  readonly editor: Editor;
  /** The connection in the settings; missing for a new one. */
  readonly item?: ConnectionItem;
  readonly test: TestResult | 'running' | undefined;
  readonly actions: ConnectionsActions;
}

/** The form of one connection. */
export function connectionForm({ editor, item, test, actions }: FormOptions): TemplateResult {
  const { ref, draft, check } = editor;
  const context: FieldContext = {
    editor,
    problems: shownProblems(editor),
    onChange: (change) => actions.change(ref, change),
  };
  const base = check?.modelsUrl?.replace(/\/models$/, '');
  const models = typeof test === 'object' && test.works ? test.models : [];
  return html`<div
    class="connection-form fields"
    role="group"
    aria-label=${item === undefined ? 'New connection' : `Edit ${item.name}`}
    @keydown=${(event: KeyboardEvent) => saveOnEnter(event, () => actions.save(ref))}
  >
    ${isNew(ref) ? html`<h2>New connection</h2>` : nothing} ${remarkView(editor)}
    <div class="form-grid">
      ${textField(context, 'name', 'Name')}
      ${textField(context, 'baseUrl', 'Address', {
        hint: base === undefined ? 'With or without /v1' : `Requests go to ${base}`,
        placeholder: 'https://api.example.com/v1',
      })}
    </div>
    ${keyRow({ editor, item, actions })}
    ${textField(context, 'model', 'Default model', {
      hint: 'Exactly as the service names it; blank to choose later',
      suggestions: models,
    })}
    ${details(context)} ${testView(test)}
    <div class="button-row form-end">
      <vscode-button id=${formId(ref, 'save')} @click=${() => actions.save(ref)}
        >Save</vscode-button
      >
      <vscode-button secondary @click=${() => actions.test(ref, draft)}>Test</vscode-button>
      <vscode-button secondary @click=${() => actions.cancel(ref)}
        >${isChanged(editor) ? 'Discard changes' : 'Close'}</vscode-button
      >
    </div>
  </div>`;
}

function saveOnEnter(event: KeyboardEvent, save: () => void): void {
  if (event.key === 'Enter' && !event.isComposing && event.target instanceof HTMLInputElement) {
    save();
  }
}

function remarkView({ isGone, conflicts }: Editor): TemplateResult | typeof nothing {
  if (isGone) {
    return html`<p class="form-remark">
      This connection has been removed from the settings meanwhile. Save adds it again.
    </p>`;
  }
  return conflicts.length === 0
    ? nothing
    : html`<p class="form-remark">
        Changed in the settings meanwhile as well: ${conflicts.join(', ')}. Save replaces that with
        what stands here.
      </p>`;
}

/** The fields that most connections do not need; open if one of them is set. */
function details(context: FieldContext): TemplateResult {
  const { base } = context.editor;
  const { name: _name, baseUrl: _url, model: _model, mode, headers, ...others } = base;
  const isSet =
    mode === 'standard' || headers.length > 0 || Object.values(others).some((text) => text !== '');
  return html`<details ?open=${isSet}>
    <summary>More: mode, limits, parameters, system prompt, headers</summary>
    ${modeField(context)}
    <div class="form-grid">
      ${textField(context, 'firstByteTimeoutSeconds', 'First-byte limit', {
        hint: 'Seconds to wait for a reply; blank for the default',
      })}
      ${textField(context, 'idleTimeoutSeconds', 'Idle limit', {
        hint: 'Seconds a reply may pause; blank for the default',
      })}
      ${textField(context, 'temperature', 'temperature', { hint: '0 to 2; blank is not sent' })}
      ${textField(context, 'top_p', 'top_p', { hint: '0 to 1; blank is not sent' })}
      ${textField(context, 'max_tokens', 'max_tokens', {
        hint: 'Whole number; blank is not sent',
      })}
      ${textField(context, 'stop', 'stop', { hint: 'At most 4, one per line', rows: 2 })}
    </div>
    ${textField(context, 'systemPrompt', 'System prompt', {
      hint: 'The first message of every request; it counts as tokens',
      rows: 3,
    })}
    ${headerRows(context)}
    ${textField(context, 'extraBody', 'Extra body fields', {
      hint: 'JSON, such as {"seed": 7}',
      rows: 3,
      isCode: true,
    })}
  </details>`;
}

function modeField({ editor, onChange }: FieldContext): TemplateResult {
  const id = formId(editor.ref, 'mode');
  const onSelect = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) {
      onChange({ mode: currentTarget.value === 'standard' ? 'standard' : 'streamed' });
    }
  };
  return html`<div class="field">
    <label for=${id}>Replies</label>
    <select id=${id} .value=${editor.draft.mode} @change=${onSelect}>
      <option value="streamed" ?selected=${editor.draft.mode === 'streamed'}>
        Streamed: as they are generated
      </option>
      <option value="standard" ?selected=${editor.draft.mode === 'standard'}>
        Standard: in one piece
      </option>
    </select>
  </div>`;
}

/** Says whether a key is stored for the address in the form. The page never gets the key itself. */
function keyRow({ editor, item, actions }: Omit<FormOptions, 'test'>): TemplateResult {
  const { ref, draft, check } = editor;
  const key: KeyStatus = check?.key ?? { state: 'none' };
  const canSet = key.origin !== undefined;
  return html`<div class="field" role="group" aria-label="Key">
    <span class="field-name">Key</span>
    <p>${keyWords(key, item?.key)}</p>
    <div class="button-row">
      <vscode-button
        secondary
        id=${formId(ref, 'set-key')}
        ?disabled=${!canSet}
        @click=${() => canSet && actions.ask({ kind: 'setKey', ref, draft })}
        >${key.state === 'kept' ? 'Replace key…' : 'Set key…'}</vscode-button
      >
      ${
        key.state === 'none'
          ? nothing
          : html`<vscode-button
              secondary
              @click=${() => actions.ask({ kind: 'forgetKey', ref, draft })}
              >Forget key…</vscode-button
            >`
      }
    </div>
  </div>`;
}

function keyWords({ origin, state }: KeyStatus, saved: KeyStatus | undefined): string {
  if (origin === undefined) {
    return 'Enter the address first: a key is kept for one address and sent to no other.';
  }
  if (state === 'kept') {
    return `A key is kept for ${origin}.`;
  }
  if (state === 'lost') {
    return `VS Code’s secret store no longer gives the key for ${origin}. Set it again.`;
  }
  const hasMoved = saved?.state === 'kept' && saved.origin !== origin;
  return hasMoved
    ? `No key is kept for ${origin}. The one for ${saved.origin ?? ''} is not sent there: you are asked for a key before the first request.`
    : `No key is kept for ${origin}.`;
}

/** The result of a connection test, or that it is running. */
export function testView(test: TestResult | 'running' | undefined): TemplateResult {
  return html`<div class="connection-test" role="status">
    ${test === undefined ? nothing : testWords(test)}
  </div>`;
}

const noModels =
  'The service lists no models. Load or install one on the server and test again, or enter the id of a model above.';

function testWords(test: TestResult | 'running'): TemplateResult {
  if (test === 'running') {
    return html`<p class="quiet">Asking for the list of models…</p>`;
  }
  if (test.works) {
    return html`<p class="works">${icon('pass')}<span>${test.tried}</span></p>
      ${test.models.length === 0 ? html`<p>${noModels}</p>` : nothing}`;
  }
  return html`<div class="problem">
    ${icon('error')}
    <div>
      <p><strong>${test.title}</strong></p>
      <p dir="auto">${test.happened}</p>
      <p>${test.advice}</p>
    </div>
  </div>`;
}
