import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { type FieldTexts, sourceField } from '../../shared/connectionsPage/connectionDraft.ts';
import type { KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import {
  isKeySourceKind,
  type KeySourceKind,
  keySourceKinds,
} from '../../shared/service/keySource.ts';
import { findKey } from '../connections/keys/storedKey.ts';
import type { Keys } from '../connections/keySources/keys.ts';

/** The key that a draft uses. */
export interface DraftKey {
  /** Empty for the key that is typed for the origin. */
  readonly kind: '' | KeySourceKind;
  /** Its name, variable or command; `undefined` for the key that is typed for the origin. */
  readonly text: string | undefined;
  /** Missing if the address is not valid. */
  readonly origin: string | undefined;
  /** `lost` if a key was stored and the secret storage no longer returns it; `none` also for one from elsewhere. */
  readonly state: 'kept' | 'lost' | 'none';
  /** Whether it is there, as a sentence; empty if nobody can know. */
  readonly words: string;
}

/** The key that the draft of the connection with this ID uses, and whether it is stored for the origin of its address. */
export async function draftKey(draft: FieldTexts, id: string, keys: Keys): Promise<DraftKey> {
  const { name = '', baseUrl = '', 'keyFrom.kind': from } = draft;
  const kind = isKeySourceKind(from) ? from : '';
  const field = sourceField(kind);
  const text = field && (draft[field] ?? '').trim();
  const origin = originOf(baseUrl);
  const key = { kind, text, origin, state: 'none' } as const;
  if (kind !== '' && kind !== 'stored') {
    return { ...key, words: sourceWords(kind, text ?? '', keys.sources) };
  }
  if (origin === undefined) {
    const words = vscode.l10n.t(
      'Enter the address first. An API key is saved for one address and sent only there.',
    );
    return { ...key, words };
  }
  if (text === '') {
    return { ...key, words: '' };
  }
  const keyFrom = text === undefined ? undefined : ({ kind: 'stored', name: text } as const);
  const found = await findKey({ id, name, baseUrl, keyFrom }, keys);
  const where = text === undefined ? origin : `${origin} (${text})`;
  return found.key === undefined
    ? {
        ...key,
        state: keys.hadKey(origin, text) ? 'lost' : 'none',
        words: found.missing?.words ?? vscode.l10n.t('No API key is saved for {0}.', where),
      }
    : { ...key, state: 'kept', words: vscode.l10n.t('An API key is saved for {0}.', where) };
}

function originOf(baseUrl: string): string | undefined {
  try {
    return serviceAddress(baseUrl).origin;
  } catch {
    return undefined;
  }
}

/** What the form says of its key. */
export function keyCheck({ kind, origin, state, words }: DraftKey, keys: Keys): KeyCheck {
  const button =
    state === 'kept' ? vscode.l10n.t('Replace API Key…') : vscode.l10n.t('Set API Key…');
  const buttons = { '': button, stored: button, microsoft: vscode.l10n.t('Sign In…') };
  return {
    text: words,
    kinds: keySourceKinds.filter((one) => one === kind || keys.sources.isHere(one)),
    names: origin === undefined ? [] : keys.names(origin),
    button: kind === 'environment' || kind === 'command' ? undefined : buttons[kind],
    canDelete: state !== 'none',
  };
}

function sourceWords(kind: KeySourceKind, text: string, sources: Keys['sources']): string {
  if (!sources.isHere(kind)) {
    return vscode.l10n.t(
      'Not available in VS Code in a browser. Choose another source for the key here.',
    );
  }
  if (kind !== 'environment' || text === '') {
    return '';
  }
  return sources.isSet(text) === true
    ? vscode.l10n.t('The variable is set.')
    : vscode.l10n.t('The variable is not set. Set it, then restart VS Code.');
}

/** What the list of connections says of a key. */
export function keyFact({ kind, state }: DraftKey): string {
  const stored = {
    kept: vscode.l10n.t('key saved'),
    lost: vscode.l10n.t('key lost'),
    none: vscode.l10n.t('no key'),
  }[state];
  const facts = {
    '': stored,
    stored,
    environment: vscode.l10n.t('key from an environment variable'),
    command: vscode.l10n.t('key from a command'),
    microsoft: vscode.l10n.t('Microsoft account'),
  };
  return facts[kind];
}
