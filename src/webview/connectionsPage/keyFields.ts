import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type KeyDraft, keyText, readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import type { KeyStatus } from '../../shared/connectionsPage/protocol.ts';
import { defaultScope } from '../../shared/service/keySource.ts';
import { type Field, type FieldLook, fieldView } from './fieldView.ts';
import { wordButton } from './wordButton.ts';

interface KeyFields extends Field {
  readonly status: KeyStatus;
  /** The status of the key of the saved connection. */
  readonly saved: KeyStatus | undefined;
  readonly onPress: (intent: 'setKey' | 'forgetKey') => void;
}

/** Where the key of a connection comes from, and whether it is there. The page never gets the key itself. */
export function keyFields(field: KeyFields): TemplateResult {
  const { id, look, status, saved, problem, onText } = field;
  const key = readKeyText(field.text);
  const { names = [] } = status;
  const kinds = keyKinds();
  const source = kinds[key.kind].look;
  const choices = Object.entries(kinds)
    .map(([kind, { name }]) => [kind, name] as const)
    .filter(([kind]) => kind === key.kind || !needsNode(kind) || status.isBrowser !== true);
  const words = keyWords(key, status, saved);
  return html`<div class="field" role="group" aria-label=${look.label}>
    ${fieldView({
      id: `kind-${id}`,
      look: { ...look, choices },
      text: key.kind,
      onText(chosen) {
        const { kind } = readKeyText(chosen);
        onText(keyText({ kind, text: kind === 'stored' ? (names[0] ?? '') : '' }));
      },
    })}
    ${
      source === undefined
        ? nothing
        : fieldView({
            id,
            look: { ...source, suggestions: key.kind === 'stored' ? names : [] },
            text: key.text,
            problem,
            onText: (text) => onText(keyText({ ...key, text })),
          })
    }
    ${words === '' ? nothing : html`<p>${words}</p>`}
    <div class="button-row">${keyButtons(key, field)}</div>
  </div>`;
}

/** A place where a key can come from. */
interface KeyKind {
  readonly name: string;
  /** The box for what it needs beside its kind. */
  readonly look?: FieldLook;
}

function keyKinds(): Readonly<Record<KeyDraft['kind'], KeyKind>> {
  return {
    '': { name: l10n.t('Entered key') },
    stored: {
      name: l10n.t('Named key'),
      look: {
        label: l10n.t('Name of the key'),
        placeholder: l10n.t('Work'),
        hint: l10n.t(
          'For services with several keys. The name is stored in your settings, the key is not.',
        ),
      },
    },
    environment: {
      name: l10n.t('Environment variable'),
      look: {
        label: l10n.t('Name of the variable'),
        placeholder: 'OPENAI_API_KEY',
        hint: l10n.t(
          'Read where Parley runs. You are asked before it is first sent to an address.',
        ),
      },
    },
    command: {
      name: l10n.t('Command'),
      look: {
        label: l10n.t('Command line'),
        placeholder: 'op read op://Work/OpenAI/credential',
        hint: l10n.t(
          'Prints the key on its first line, or as JSON with a field such as access_token. It runs in the system shell, in your home folder. You are asked before it first runs.',
        ),
      },
    },
    microsoft: {
      name: l10n.t('Microsoft account'),
      look: {
        label: l10n.t('Scope'),
        placeholder: defaultScope,
        hint: l10n.t('For Azure. Leave empty to use the scope of Azure’s model services.'),
      },
    },
  };
}

/** A browser has neither environment variables nor commands. */
function needsNode(kind: string): boolean {
  return kind === 'environment' || kind === 'command';
}

function keyWords(
  { kind, text }: KeyDraft,
  { origin, state, isSet, isBrowser }: KeyStatus,
  saved: KeyStatus | undefined,
): string {
  if (needsNode(kind) || kind === 'microsoft') {
    return isBrowser === true && kind !== 'microsoft'
      ? l10n.t('Not available in VS Code in a browser. Choose another source for the key here.')
      : isSet === undefined
        ? ''
        : isSet
          ? l10n.t('The variable is set.')
          : l10n.t('The variable is not set. Set it, then restart VS Code.');
  }
  if (origin === undefined) {
    return l10n.t(
      'Enter the address first. An API key is saved for one address and sent only there.',
    );
  }
  if (kind === 'stored') {
    return text === ''
      ? ''
      : state === 'kept'
        ? l10n.t('The API key “{0}” is saved for {1}.', text, origin)
        : l10n.t('No API key “{0}” is saved for {1}.', text, origin);
  }
  switch (state) {
    case 'kept':
      return l10n.t('An API key is saved for {0}.', origin);
    case 'lost':
      return l10n.t(
        'VS Code’s secret storage no longer has the API key for {0}. Enter it again.',
        origin,
      );
    case 'none':
      return saved?.state === 'kept' && saved.origin !== origin
        ? l10n.t(
            'No API key is saved for {0}. The key for {1} is not sent there. You are asked for a key before the first request.',
            origin,
            saved.origin ?? '',
          )
        : l10n.t('No API key is saved for {0}.', origin);
  }
}

function keyButtons(
  { kind, text }: KeyDraft,
  { status: { origin, state }, onPress }: KeyFields,
): TemplateResult | typeof nothing {
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
  return html`${wordButton(label, () => onPress('setKey'), { isOff: !canSet })}
  ${state === 'none' ? nothing : wordButton(l10n.t('Delete API Key…'), () => onPress('forgetKey'))}`;
}
