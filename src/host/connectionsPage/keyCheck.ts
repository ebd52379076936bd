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
import type { Keys } from '../connections/consents/keys.ts';

/** The key that a draft uses, with what the form says of it. */
export interface DraftKey extends KeyCheck {
  /** Empty for the key that is typed for the origin. */
  readonly kind: '' | KeySourceKind;
  /** Its name, variable or command; `undefined` for the key that is typed for the origin. */
  readonly source: string | undefined;
  /** Missing if the address is not valid. */
  readonly origin: string | undefined;
}

/** The key that the draft of the connection with this ID uses, and whether it is stored for the origin of its address. */
export async function draftKey(draft: FieldTexts, id: string, keys: Keys): Promise<DraftKey> {
  const { name = '', baseUrl = '', 'keyFrom.kind': from } = draft;
  const kind = isKeySourceKind(from) ? from : '';
  const isStored = kind === '' || kind === 'stored';
  const field = sourceField(kind);
  const source = field && (draft[field] ?? '').trim();
  const origin = originOf(baseUrl);
  const key: DraftKey = {
    kind,
    source,
    origin,
    state: 'none',
    text: isStored ? '' : sourceWords(kind, source ?? '', keys.sources),
    kinds: keySourceKinds.filter((one) => one === kind || keys.sources.isHere(one)),
    names: origin === undefined ? [] : keys.names(origin),
    button: isStored
      ? vscode.l10n.t('Set API Key…')
      : kind === 'microsoft'
        ? vscode.l10n.t('Sign In…')
        : undefined,
  };
  if (!isStored || source === '') {
    return key;
  }
  if (origin === undefined) {
    const text = vscode.l10n.t(
      'Enter the address first. An API key is saved for one address and sent only there.',
    );
    return { ...key, text };
  }
  const keyFrom = source === undefined ? undefined : ({ kind: 'stored', name: source } as const);
  const found = await findKey({ id, name, baseUrl, keyFrom }, keys);
  const where = source === undefined ? origin : `${origin} (${source})`;
  return found.key === undefined
    ? {
        ...key,
        state: keys.hadKey(origin, source) ? 'lost' : 'none',
        text: found.missing?.words ?? vscode.l10n.t('No API key is saved for {0}.', where),
      }
    : {
        ...key,
        state: 'kept',
        text: vscode.l10n.t('An API key is saved for {0}.', where),
        button: vscode.l10n.t('Replace API Key…'),
      };
}

function originOf(baseUrl: string): string | undefined {
  try {
    return serviceAddress(baseUrl).origin;
  } catch {
    return undefined;
  }
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
