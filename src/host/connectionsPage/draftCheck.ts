import * as vscode from 'vscode';
import { canBeMasked, isNamedSecret, secretsOf } from '../../service/redactSecrets.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { type FieldTexts, sourceField } from '../../shared/connectionsPage/connectionDraft.ts';
import type { DraftCheck, Offer, KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import {
  hasKeyedHeader,
  hasKeyPlace,
  keyPlaceholder,
  type KeySourceKind,
  isKeySourceKind,
  keySourceKinds,
} from '../../shared/service/keySource.ts';
import { withProposal } from '../connections/connecting/withProposal.ts';
import type { Connection } from '../connections/connection.ts';
import { readHeaderLines } from '../connections/connectionFields.ts';
import type { Keys } from '../connections/consents/consents.ts';
import { findKey } from '../connections/keys/keyStore.ts';
import { plainWords } from '../connections/keys/typedKey.ts';
import { changeOf, draftOf, readDraft } from '../connections/readDraft.ts';

/** What the page shows about a draft while the user types: problems, addresses, what could be changed, the key. */
export async function draftCheck(draft: FieldTexts, id: string, keys: Keys): Promise<DraftCheck> {
  const { headers: typed = '' } = draft;
  const { problems, connection } = readDraft(draft, id);
  const key = await draftKey(draft, id, keys);
  // They may have a problem, such as a key in `Authorization`.
  const headers = readHeaderLines(typed).value ?? {};
  const keyInHeader = keyProblem(headers, [...(await keys.all()), ...keys.sources.used()]);
  return {
    problems: keyInHeader === undefined ? problems : { ...problems, headers: keyInHeader },
    hints: {
      ...(problems.baseUrl === undefined && addressHints(connection)),
      headers: headersHint(headers, key.kind, key.state !== 'none'),
    },
    offer: problems.headers === undefined ? proposed(connection) : undefined,
    key,
  };
}

function addressHints({ baseUrl, paths }: Connection): FieldTexts {
  const { base, modelsUrl, chatCompletionsUrl } = serviceAddress(baseUrl, paths);
  return {
    baseUrl: vscode.l10n.t('Requests are sent to {0}', base),
    'paths.models': modelsUrl,
    'paths.chatCompletions': chatCompletionsUrl,
  };
}

/** What the service at the address is known to expect, if the form does not have it. */
function proposed(connection: Connection): Offer | undefined {
  const proposal = withProposal(connection);
  return (
    proposal && {
      text: vscode.l10n.t('{0} expects:', proposal.service),
      code: proposal.added.join('\n'),
      button: vscode.l10n.t('Add to the Connection'),
      change: changeOf(draftOf(connection), proposal.connection),
    }
  );
}

type Headers = Readonly<Record<string, string>>;

/** What is wrong with headers that contain one of these keys: it would be stored in the settings. */
export function keyProblem(headers: Headers, keys: readonly string[]): string | undefined {
  const known = keys.filter(canBeMasked);
  const found = Object.entries(headers).find(([, value]) =>
    known.some((key) => value.includes(key)),
  );
  return (
    found &&
    vscode.l10n.t(
      'The header “{0}” contains the API key. Enter {1} in place of the key.',
      found[0],
      keyPlaceholder,
    )
  );
}

/** What to know of headers that can be sent, by where the key of their connection comes from. */
export function headersHint(
  headers: Headers,
  kind: '' | KeySourceKind,
  isKeyThere: boolean,
): string | undefined {
  const find = (fits: (name: string, value: string) => boolean): string | undefined =>
    Object.entries(headers).find(([name, value]) => fits(name, value))?.[0];
  // Azure takes a token as `Authorization: Bearer` (RFC 6750, section 2.1), and not in its `api-key`.
  const forToken = find(
    (name, value) => hasKeyPlace(value) && name.toLowerCase() !== 'authorization',
  );
  if (kind === 'microsoft' && forToken !== undefined) {
    return vscode.l10n.t(
      'The access token of the Microsoft account would be sent in the header “{0}”. Azure accepts it only as “{1}”. Remove the header, and Parley sends it that way.',
      forToken,
      'Authorization: Bearer',
    );
  }
  const secret = find((name, value) => isNamedSecret(name) && canBeMasked(value));
  if (kind === '' && !isKeyThere && !hasKeyedHeader(headers) && secret !== undefined) {
    return vscode.l10n.t(
      'The header “{0}” seems to contain an API key, which would be stored in the settings in plain text. Enter {1} in its place, and set the API key above.',
      secret,
      keyPlaceholder,
    );
  }
  const plain = find(
    (name, value) =>
      isNamedSecret(name) && !secretsOf(undefined, { [name]: value }).every(canBeMasked),
  );
  return plain && plainWords(plain);
}

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
