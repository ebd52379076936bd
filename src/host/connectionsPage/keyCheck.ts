import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { FieldTexts } from '../../shared/connectionsPage/connectionDraft.ts';
import { readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import type { KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import { type KeySourceKind, keySourceKinds } from '../../shared/service/keySource.ts';
import type { Keys } from '../connections/keySources/keys.ts';

/** Whether the key of a draft is stored. */
export interface KeyStatus {
  /** Missing if the address is not valid. */
  readonly origin?: string | undefined;
  /** `lost` if a key was stored and the secret storage no longer returns it; `none` also for one from elsewhere. */
  readonly state: 'kept' | 'lost' | 'none';
}

/** Whether the key that a draft uses is stored for the origin of its address. */
export async function keyStatus(
  { baseUrl = '', keyFrom = '' }: FieldTexts,
  keys: Keys,
): Promise<KeyStatus> {
  const origin = originOf(baseUrl);
  const { kind, text } = readKeyText(keyFrom);
  const name = kind === 'stored' ? text.trim() : undefined;
  const isStored = (kind === '' || kind === 'stored') && name !== '';
  if (origin === undefined || !isStored) {
    return { origin, state: 'none' };
  }
  const isThere = (await keys.get(origin, name)) !== undefined;
  return { origin, state: isThere ? 'kept' : keys.hadKey(origin, name) ? 'lost' : 'none' };
}

/** The origin of an address; `undefined` if the address is not valid. */
export function originOf(baseUrl: string): string | undefined {
  try {
    return serviceAddress(baseUrl).origin;
  } catch {
    return undefined;
  }
}

/** What the form of the connection with this ID says of its key. */
export function keyCheck(id: string, keyFrom: string, status: KeyStatus, keys: Keys): KeyCheck {
  const { origin, state } = status;
  const { kind, text } = readKeyText(keyFrom);
  const isStored = kind === '' || kind === 'stored';
  return {
    text: isStored
      ? storedWords(id, kind === '' ? undefined : text.trim(), status, keys)
      : sourceWords(kind, text.trim(), keys.sources),
    kinds: keySourceKinds.filter((one) => keys.sources.isHere(one)),
    names: origin === undefined ? [] : keys.names(origin),
    button: isStored
      ? state === 'kept'
        ? vscode.l10n.t('Replace API Key…')
        : vscode.l10n.t('Set API Key…')
      : kind === 'microsoft'
        ? vscode.l10n.t('Sign In…')
        : undefined,
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

function storedWords(
  id: string,
  name: string | undefined,
  { origin, state }: KeyStatus,
  keys: Keys,
): string {
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
export function keyFact(keyFrom: string, { state }: KeyStatus): string {
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
  return facts[readKeyText(keyFrom).kind];
}
