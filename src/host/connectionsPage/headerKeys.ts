import * as vscode from 'vscode';
import { hasKeyedHeader, keyPlaceholder } from '../../shared/service/keyPlaceholder.ts';
import { canBeMasked, isSecretHeader } from '../../service/redactSecrets.ts';
import type {
  ConnectionDraft,
  DraftProblems,
  HeaderDraft,
} from '../../shared/connectionsPage/connectionDraft.ts';
import type { KeyStatus } from '../../shared/connectionsPage/protocol.ts';

/** The key in a header of a draft, and what stands in its place once it is in the secret storage. */
interface HeaderKey {
  readonly index: number;
  readonly key: string;
  /** The value with a place for the key. */
  readonly value: string;
}

/**
 * The header whose value seems to be the key of a connection: the only one with a secret name, where the key does
 * not come from elsewhere, none is stored for the address and no header has a place for one.
 */
export function headerKey(draft: ConnectionDraft, status: KeyStatus): HeaderKey | undefined {
  const headers = Object.fromEntries(draft.headers.map(({ name, value }) => [name, value]));
  const { origin, source, state } = status;
  if (source !== undefined || state !== 'none' || origin === undefined || hasKeyedHeader(headers)) {
    return undefined;
  }
  const secret = draft.headers.flatMap((header, index) =>
    isSecret(header) ? [{ index, ...split(header.value.trim()) }] : [],
  );
  return secret.length === 1 ? secret[0] : undefined;
}

function isSecret({ name, value }: HeaderDraft): boolean {
  return isSecretHeader(name) && value.trim() !== '';
}

/** A scheme in front of a key, such as `Bearer` (RFC 9110, section 11.1), stays in the header. */
function split(value: string): Pick<HeaderKey, 'key' | 'value'> {
  const [, scheme = '', key = value] = /^([A-Za-z][A-Za-z-]{0,19} +)(\S+)$/.exec(value) ?? [];
  return { key, value: scheme + keyPlaceholder };
}

/** The headers that contain one of these keys: it would be stored in the settings. */
export function keyProblems({ headers }: ConnectionDraft, keys: readonly string[]): DraftProblems {
  const known = keys.filter(canBeMasked);
  const problem = vscode.l10n.t(
    'This value contains the API key. Enter {0} in place of the key.',
    keyPlaceholder,
  );
  return Object.fromEntries(
    headers.flatMap(({ value }, index) =>
      known.some((key) => value.includes(key)) ? [[`headers.${index}`, problem]] : [],
    ),
  );
}
