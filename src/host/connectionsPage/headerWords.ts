import * as vscode from 'vscode';
import { canBeMasked, isNamedSecret, secretsOf } from '../../service/redactSecrets.ts';
import {
  hasKeyedHeader,
  hasKeyPlace,
  keyPlaceholder,
  type KeySourceKind,
} from '../../shared/service/keySource.ts';
import { plainWords } from '../connections/keys/plainSecrets.ts';

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
