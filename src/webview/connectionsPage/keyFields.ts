import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import type { KeyDraft } from '../../shared/connectionsPage/keyDraft.ts';
import type { ConnectionItem, KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { defaultScope } from '../../shared/service/keySource.ts';
import { typedText } from '../dom/element.ts';
import { box, type FieldContext, problemView } from './connectionFields.ts';
import { formId } from './connectionIds.ts';
import type { ConnectionsActions } from './connectionsState.ts';

interface KeyFieldsOptions {
  readonly context: FieldContext;
  /** The connection in the settings; missing for a new one. */
  readonly item: ConnectionItem | undefined;
  readonly actions: ConnectionsActions;
}

/** Where the key of a connection comes from, and whether it is there. The page never gets the key itself. */
export function keyFields({ context, item, actions }: KeyFieldsOptions): TemplateResult {
  const { ref, draft, check } = context.editor;
  const status: KeyStatus = check?.key ?? { state: 'none' };
  const words = sourceWords(draft.keyFrom, status, item?.key);
  return html`<div class="field" role="group" aria-label=${l10n.t('API key')}>
    <label for=${formId(ref, 'key-kind')}>${l10n.t('API key')}</label>
    ${kindSelect(context, status)} ${sourceField(context, status)}
    ${words === '' ? nothing : html`<p>${words}</p>`}
    <div class="button-row">${keyButtons(context, status, actions)}</div>
  </div>`;
}

function kindNames(): readonly (readonly [kind: KeyDraft['kind'], name: string])[] {
  return [
    ['typed', l10n.t('Entered key')],
    ['stored', l10n.t('Named key')],
    ['environment', l10n.t('Environment variable')],
    ['command', l10n.t('Command')],
    ['microsoft', l10n.t('Microsoft account')],
  ];
}

/** A browser has neither environment variables nor commands. */
function needsNode(kind: KeyDraft['kind']): boolean {
  return kind === 'environment' || kind === 'command';
}

function kindSelect({ editor, onChange }: FieldContext, status: KeyStatus): TemplateResult {
  const { kind: current } = editor.draft.keyFrom;
  const offered = kindNames().filter(
    ([kind]) => kind === current || !needsNode(kind) || status.isBrowser !== true,
  );
  const onSelect = ({ currentTarget }: Event): void => {
    const chosen =
      currentTarget instanceof HTMLSelectElement ? offered[currentTarget.selectedIndex] : undefined;
    if (chosen !== undefined) {
      const [kind] = chosen;
      onChange({ keyFrom: { kind, text: kind === 'stored' ? (status.names?.[0] ?? '') : '' } });
    }
  };
  return html`<select id=${formId(editor.ref, 'key-kind')} .value=${current} @change=${onSelect}>
    ${offered.map(
      ([kind, name]) => html`<option value=${kind} ?selected=${kind === current}>${name}</option>`,
    )}
  </select>`;
}

/** What a source needs beside its kind: its label, an example and a hint. */
function sourceTexts(
  kind: Exclude<KeyDraft['kind'], 'typed'>,
): readonly [label: string, example: string, hint: string] {
  switch (kind) {
    case 'stored':
      return [
        l10n.t('Name of the key'),
        l10n.t('Work'),
        l10n.t(
          'For services with several keys. The name is stored in your settings, the key is not.',
        ),
      ];
    case 'environment':
      return [
        l10n.t('Name of the variable'),
        'OPENAI_API_KEY',
        l10n.t('Read where Parley runs. You are asked before it is first sent to an address.'),
      ];
    case 'command':
      return [
        l10n.t('Command line'),
        'op read op://Work/OpenAI/credential',
        l10n.t(
          'Prints the key on its first line, or as JSON with a field such as access_token. It runs in the system shell, in your home folder. You are asked before it first runs.',
        ),
      ];
    case 'microsoft':
      return [
        l10n.t('Scope'),
        defaultScope,
        l10n.t('For Azure. Leave empty to use the scope of Azure’s model services.'),
      ];
  }
}

function sourceField(
  { editor, problems, onChange }: FieldContext,
  { names = [] }: KeyStatus,
): TemplateResult | typeof nothing {
  const { ref, draft } = editor;
  const { kind, text } = draft.keyFrom;
  if (kind === 'typed') {
    return nothing;
  }
  const id = formId(ref, 'keyFrom');
  const problem = problems['keyFrom'];
  const [label, placeholder, hint] = sourceTexts(kind);
  const on = (event: Event): void => onChange({ keyFrom: { kind, text: typedText(event) } });
  const suggestions = kind === 'stored' ? names : [];
  return html`<div class="field key-source">
    <label for=${id}>${label}</label> ${box(
      { id, text, problem, on },
      { placeholder, suggestions },
    )}
    <p class="quiet hint" id="${id}-hint">${hint}</p>
    ${problemView(id, problem)}
  </div>`;
}

function sourceWords(
  { kind, text }: KeyDraft,
  status: KeyStatus,
  saved: KeyStatus | undefined,
): string {
  if (status.isBrowser === true && needsNode(kind)) {
    return l10n.t('Not available in VS Code in a browser. Choose another source for the key here.');
  }
  switch (kind) {
    case 'typed':
      return typedWords(status, saved);
    case 'stored':
      return text === '' ? '' : storedWords(text, status);
    case 'environment':
      return status.isSet === undefined
        ? ''
        : status.isSet
          ? l10n.t('The variable is set.')
          : l10n.t('The variable is not set. Set it, then restart VS Code.');
    case 'command':
    case 'microsoft':
      return '';
  }
}

function typedWords({ origin, state }: KeyStatus, saved: KeyStatus | undefined): string {
  if (origin === undefined) {
    return l10n.t(
      'Enter the address first. An API key is saved for one address and sent only there.',
    );
  }
  if (state === 'kept') {
    return l10n.t('An API key is saved for {0}.', origin);
  }
  if (state === 'lost') {
    return l10n.t(
      'VS Code’s secret storage no longer has the API key for {0}. Enter it again.',
      origin,
    );
  }
  const hasMoved = saved?.state === 'kept' && saved.origin !== origin;
  return hasMoved
    ? l10n.t(
        'No API key is saved for {0}. The key for {1} is not sent there. You are asked for a key before the first request.',
        origin,
        saved.origin ?? '',
      )
    : l10n.t('No API key is saved for {0}.', origin);
}

function storedWords(name: string, { origin, state }: KeyStatus): string {
  if (origin === undefined) {
    return typedWords({ state }, undefined);
  }
  return state === 'kept'
    ? l10n.t('The API key “{0}” is saved for {1}.', name, origin)
    : l10n.t('No API key “{0}” is saved for {1}.', name, origin);
}

function keyButtons(
  { editor }: FieldContext,
  { origin, state }: KeyStatus,
  actions: ConnectionsActions,
): TemplateResult | typeof nothing {
  const { ref, draft } = editor;
  const { kind, text } = draft.keyFrom;
  if (needsNode(kind)) {
    return nothing;
  }
  const canSet = origin !== undefined && (kind !== 'stored' || text.trim() !== '');
  const label =
    kind === 'microsoft'
      ? l10n.t('Sign In…')
      : state === 'kept'
        ? l10n.t('Replace API Key…')
        : l10n.t('Set API Key…');
  return html`<vscode-button
      secondary
      id=${formId(ref, 'set-key')}
      ?disabled=${!canSet}
      @click=${() => canSet && actions.ask({ kind: 'setKey', ref, draft })}
      >${label}</vscode-button
    >
    ${
      state === 'none'
        ? nothing
        : html`<vscode-button
            secondary
            @click=${() => actions.ask({ kind: 'forgetKey', ref, draft })}
            >${l10n.t('Delete API Key…')}</vscode-button
          >`
    }`;
}
