import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionItem, TestResult } from '../../shared/connectionsPage/protocol.ts';
import { icon } from '../dom/element.ts';
import { type Editor, isChanged, isNew, shownProblems } from './connectionEditor.ts';
import { type FieldContext, headerRows, textField } from './connectionFields.ts';
import { focusOn, formId } from './connectionIds.ts';
import { parameterFields } from './parameterFields.ts';
import type { ConnectionsActions } from './connectionsState.ts';
import { keyFields } from './keyFields.ts';
import { tokenHeaderView } from './tokenHeader.ts';

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
  const base = check?.base;
  const models = typeof test === 'object' && test.works ? test.models : (item?.models ?? []);
  return html`<div
    class="connection-form fields"
    role="group"
    aria-label=${item === undefined ? l10n.t('New connection') : l10n.t('Edit {0}', item.name)}
    @keydown=${(event: KeyboardEvent) => saveOnEnter(event, () => actions.save(ref))}
  >
    ${isNew(ref) ? html`<h2>${l10n.t('New connection')}</h2>` : nothing} ${remarkView(editor)}
    <div class="form-grid">
      ${textField(context, 'name', l10n.t('Name'))}
      ${textField(context, 'baseUrl', l10n.t('Address'), {
        hint:
          base === undefined
            ? l10n.t('With or without /v1')
            : l10n.t('Requests are sent to {0}', base),
        placeholder: 'https://api.example.com/v1',
      })}
    </div>
    ${proposalView(context)} ${tokenHeaderView(context)} ${keyFields({ context, item, actions })}
    ${textField(context, 'model', l10n.t('Default model'), {
      hint:
        models.length === 0
          ? l10n.t(
              'Exactly as the service spells it; leave empty to choose later. Test to get a list.',
            )
          : l10n.t('Choose from the list or type another ID; leave empty to choose later'),
      suggestions: models,
    })}
    ${testView(ref, test, (baseUrl) => actions.change(ref, { baseUrl }))} ${offerField(context)}
    ${details(context, () => actions.ask({ kind: 'moveKey', ref, draft }))}
    <div class="button-row form-end">
      <vscode-button id=${formId(ref, 'save')} @click=${() => actions.save(ref)}
        >${l10n.t('Save')}</vscode-button
      >
      <vscode-button secondary @click=${() => actions.test(ref, draft)}
        >${l10n.t('Test')}</vscode-button
      >
      <vscode-button secondary @click=${() => actions.cancel(ref)}
        >${isChanged(editor) ? l10n.t('Discard Changes') : l10n.t('Close')}</vscode-button
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
      ${l10n.t('This connection was removed from the settings. Save to add it again.')}
    </p>`;
  }
  return conflicts.length === 0
    ? nothing
    : html`<p class="form-remark">
        ${l10n.t(
          'These fields were also changed in the settings: {0}. Save to replace them with the values below.',
          conflicts.join(', '),
        )}
      </p>`;
}

/** The fields that most connections do not need; open if one of them is set. */
function details(context: FieldContext, onMoveKey: () => void): TemplateResult {
  const { base, check } = context.editor;
  const {
    name: _name,
    baseUrl: _url,
    keyFrom: _key,
    model: _model,
    mode,
    headers,
    offerToVSCode: _offer,
    ...others
  } = base;
  const isSet =
    mode === 'standard' || headers.length > 0 || Object.values(others).some((text) => text !== '');
  return html`<details ?open=${isSet}>
    <summary>${l10n.t('More: mode, timeouts, parameters, system prompt, paths, headers')}</summary>
    ${modeField(context)}
    <div class="form-grid">
      ${textField(context, 'firstByteTimeoutSeconds', l10n.t('First-byte timeout'), {
        hint: l10n.t('Seconds until the reply begins; leave empty for the default'),
      })}
      ${textField(context, 'idleTimeoutSeconds', l10n.t('Idle timeout'), {
        hint: l10n.t('Seconds a reply may pause; leave empty for the default'),
      })}
    </div>
    ${parameterFields(context)}
    ${textField(context, 'systemPrompt', l10n.t('System prompt'), {
      hint: l10n.t('The first message of every request; uses tokens'),
      rows: 3,
    })}
    <div class="form-grid">
      ${textField(context, 'modelsPath', l10n.t('Path of the model list'), {
        hint: check?.requests?.models ?? l10n.t('Relative to the address'),
        placeholder: '/models',
      })}
      ${textField(context, 'chatCompletionsPath', l10n.t('Path of chat requests'), {
        hint: check?.requests?.chatCompletions ?? l10n.t('Relative to the address'),
        placeholder: '/chat/completions',
      })}
    </div>
    ${headerRows(context, onMoveKey)}
    ${textField(context, 'extraBody', l10n.t('Extra body fields'), {
      hint: l10n.t('JSON, such as {0}', '{"seed": 7}'),
      rows: 3,
      isCode: true,
    })}
  </details>`;
}

/** Whether VS Code and other extensions can use the models. It concerns the user's money, so it is always in sight. */
function offerField({ editor, onChange }: FieldContext): TemplateResult {
  const id = formId(editor.ref, 'offerToVSCode');
  const onSwitch = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLInputElement) {
      onChange({ offerToVSCode: currentTarget.checked });
    }
  };
  return html`<div class="field">
    <label class="switch" for=${id}
      ><input
        id=${id}
        type="checkbox"
        .checked=${editor.draft.offerToVSCode}
        aria-describedby="${id}-hint"
        @change=${onSwitch}
      /><span>${l10n.t('Offer favourite models to VS Code')}</span></label
    >
    <p class="quiet hint" id="${id}-hint">
      ${l10n.t(
        'VS Code’s chat and every other extension can then use them without asking you. Their requests are billed to this connection, and Parley lists each one in its log.',
      )}
    </p>
  </div>`;
}

function modeField({ editor, onChange }: FieldContext): TemplateResult {
  const id = formId(editor.ref, 'mode');
  const onSelect = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLSelectElement) {
      onChange({ mode: currentTarget.value === 'standard' ? 'standard' : 'streamed' });
    }
  };
  return html`<div class="field">
    <label for=${id}>${l10n.t('Replies')}</label>
    <select id=${id} .value=${editor.draft.mode} @change=${onSelect}>
      <option value="streamed" ?selected=${editor.draft.mode === 'streamed'}>
        ${l10n.t('Streamed: shown while they are generated')}
      </option>
      <option value="standard" ?selected=${editor.draft.mode === 'standard'}>
        ${l10n.t('Standard: shown when they are complete')}
      </option>
    </select>
  </div>`;
}

/** What the service at the address is known to expect, if the form does not have it. */
function proposalView({ editor, onChange }: FieldContext): TemplateResult | typeof nothing {
  const { ref, draft, check } = editor;
  const proposal = check?.proposal;
  if (proposal === undefined) {
    return nothing;
  }
  const { service, headers, modelsPath } = proposal;
  const expected = headers.map(({ name, value }) => `${name}: ${value}`);
  const onAdd = (): void => {
    // A row that was added and not filled in is replaced.
    const own = draft.headers.filter(({ name, value }) => name !== '' || value !== '');
    onChange({
      headers: [...own, ...headers],
      ...(modelsPath === undefined ? {} : { modelsPath }),
    });
    focusOn(formId(ref, headers.length === 0 ? 'modelsPath' : `header-value-${own.length}`));
  };
  return html`<div class="form-remark proposal" role="status">
    ${
      headers.length === 0
        ? nothing
        : html`<p>${l10n.t('{0} expects these headers:', service)}</p>
            <pre>${expected.join('\n')}</pre>`
    }
    ${
      modelsPath === undefined
        ? nothing
        : html`<p>${l10n.t('{0} has its model list at another path:', service)}</p>
            <pre>${modelsPath}</pre>`
    }
    <div class="button-row">
      <vscode-button secondary id=${formId(ref, 'add-proposal')} @click=${onAdd}
        >${l10n.t('Add to the Connection')}</vscode-button
      >
    </div>
  </div>`;
}

/** The result of a connection test, or that it is running. `onUseAddress` takes another form of the address. */
function testView(
  ref: string,
  test: TestResult | 'running' | undefined,
  onUseAddress: (baseUrl: string) => void,
): TemplateResult {
  return html`<div class="connection-test" id=${formId(ref, 'test')} role="status">
      ${test === undefined ? nothing : testWords(test, onUseAddress)}
    </div>
    ${typeof test === 'object' ? sentView(test) : nothing}`;
}

/** The requests as they go out; closed at first, and not part of what a screen reader announces. */
function sentView({ sent = '' }: TestResult): TemplateResult | typeof nothing {
  return sent === ''
    ? nothing
    : html`<details class="sent-requests">
        <summary>${l10n.t('Requests as sent')}</summary>
        <pre>${sent}</pre>
      </details>`;
}

function noModels(): string {
  return l10n.t(
    'The service has no models yet. Load or install one on the server and test again, or enter a model ID above.',
  );
}

function testWords(
  test: TestResult | 'running',
  onUseAddress: (baseUrl: string) => void,
): TemplateResult {
  if (test === 'running') {
    return html`<p class="quiet">${l10n.t('Requesting the model list…')}</p>`;
  }
  if (test.works) {
    return html`<p class="works">${icon('pass')}<span>${test.tried}</span></p>
      ${test.models.length === 0 ? html`<p>${noModels()}</p>` : nothing}`;
  }
  const { title, happened, advice, otherAddress } = test;
  return html`<div class="problem">
    ${icon('error')}
    <div>
      <p><strong>${title}</strong></p>
      <p dir="auto">${happened}</p>
      <p>${advice}</p>
      ${otherAddress === undefined ? nothing : otherAddressView(otherAddress, onUseAddress)}
    </div>
  </div>`;
}

function otherAddressView(
  otherAddress: string,
  onUseAddress: (baseUrl: string) => void,
): TemplateResult {
  return html`<p>${l10n.t('The service may be at {0} instead.', otherAddress)}</p>
    <div class="button-row">
      <vscode-button secondary @click=${() => onUseAddress(otherAddress)}
        >${l10n.t('Use This Address')}</vscode-button
      >
    </div>`;
}
