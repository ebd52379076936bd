import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { type FieldTexts, sourceField } from '../../shared/connectionsPage/connectionDraft.ts';
import type { KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import {
  isKeySourceKind,
  type KeySourceKind,
  keySourceKinds,
} from '../../shared/service/keySource.ts';
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
}

/** The key that a draft uses, and whether it is stored for the origin of its address. */
export async function draftKey(draft: FieldTexts, keys: Keys): Promise<DraftKey> {
  const { 'keyFrom.kind': from } = draft;
  const kind = isKeySourceKind(from) ? from : '';
  const field = sourceField(kind);
  const text = field && (draft[field] ?? '').trim();
  const key = { kind, text, origin: originOf(draft.baseUrl ?? ''), state: 'none' } as const;
  const { origin } = key;
  if (origin === undefined || !isStored(key) || text === '') {
    return key;
  }
  const isThere = (await keys.get(origin, text)) !== undefined;
  return { ...key, state: isThere ? 'kept' : keys.hadKey(origin, text) ? 'lost' : 'none' };
}

function isStored({ kind }: Pick<DraftKey, 'kind'>): boolean {
  return kind === '' || kind === 'stored';
}

function originOf(baseUrl: string): string | undefined {
  try {
    return serviceAddress(baseUrl).origin;
  } catch {
    return undefined;
  }
}

/** What the form of the connection with this ID says of its key. */
export function keyCheck(id: string, key: DraftKey, keys: Keys): KeyCheck {
  const { kind, origin, state } = key;
  return {
    text: isStored(key) ? storedWords(id, key, keys) : sourceWords(key, keys.sources),
    kinds: keySourceKinds.filter((one) => one === kind || keys.sources.isHere(one)),
    names: origin === undefined ? [] : keys.names(origin),
    button: isStored(key)
      ? state === 'kept'
        ? vscode.l10n.t('Replace API Key…')
        : vscode.l10n.t('Set API Key…')
      : kind === 'microsoft'
        ? vscode.l10n.t('Sign In…')
        : undefined,
    canDelete: state !== 'none',
  };
}

function sourceWords({ kind, text = '' }: DraftKey, sources: Keys['sources']): string {
  if (kind !== '' && !sources.isHere(kind)) {
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

function storedWords(id: string, { text: name, origin, state }: DraftKey, keys: Keys): string {
  if (origin === undefined) {
    return vscode.l10n.t(
      'Enter the address first. An API key is saved for one address and sent only there.',
    );
  }
  if (name === '') {
    return '';
  }
  const where = name === undefined ? origin : `${origin} (${name})`;
  if (state === 'kept') {
    return vscode.l10n.t('An API key is saved for {0}.', where);
  }
  if (state === 'lost') {
    return vscode.l10n.t(
      'VS Code’s secret storage no longer has the API key for {0}. Enter it again.',
      where,
    );
  }
  const before = keys.movedFrom(id, origin);
  return before === undefined || name !== undefined
    ? vscode.l10n.t('No API key is saved for {0}.', where)
    : vscode.l10n.t(
        'No API key is saved for {0}. The key for {1} is not sent there. You are asked for a key before the first request.',
        origin,
        before,
      );
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
