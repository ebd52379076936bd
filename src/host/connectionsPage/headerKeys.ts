import * as vscode from 'vscode';
import { hasKeyedHeader, keyPlaceholder } from '../../shared/service/keyPlaceholder.ts';
import { canBeMasked, isSecretHeader } from '../../service/redactSecrets.ts';
import type { KeyStatus } from './keyCheck.ts';

type Headers = Readonly<Record<string, string>>;

/** The key in a header. */
interface HeaderKey {
  /** The name of the header. */
  readonly name: string;
  readonly key: string;
  /** The origin to which the key belongs. */
  readonly origin: string;
  /** The headers with a place for the key. */
  readonly headers: Headers;
}

/**
 * The header whose value seems to be the key of a connection that has none: the only one with a secret name, where no
 * header has a place for the key.
 */
export function headerKey(headers: Headers, { origin, state }: KeyStatus): HeaderKey | undefined {
  const secret = Object.entries(headers).filter(
    ([name, value]) => isSecretHeader(name) && value !== '',
  );
  const [[name, value] = ['', '']] = secret;
  if (state !== 'none' || origin === undefined || hasKeyedHeader(headers) || secret.length !== 1) {
    return undefined;
  }
  // A scheme in front of a key, such as `Bearer` (RFC 9110, section 11.1), stays in the header.
  const [, scheme = '', key = value] = /^([A-Za-z][A-Za-z-]{0,19} +)(\S+)$/.exec(value) ?? [];
  return { name, key, origin, headers: { ...headers, [name]: scheme + keyPlaceholder } };
}

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
