import * as vscode from 'vscode';
import { looksLikeKey } from '../../../service/addressQuery.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import { formatNumber } from '../../../shared/language.ts';
import {
  isKeySourceKind,
  keySourceKinds,
  type KeySourceKind,
} from '../../../shared/service/keySource.ts';
import { visibleText } from '../../../shared/visibleText.ts';

/** The longest text of a source: a command must fit into the dialog that shows it in full. In characters. */
const maxLength = 1000;

/** The field of each kind of source beside `kind`. */
export const sourceFields = {
  stored: 'name',
  environment: 'variable',
  command: 'command',
  microsoft: 'scope',
} as const satisfies Readonly<Record<KeySourceKind, string>>;

/** What is wrong with the value of `keyFrom` in an entry of the setting; `undefined` if it can be used. */
export function keySourceProblem(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return vscode.l10n.t('Must be an object.');
  }
  const { kind } = value;
  if (!isKeySourceKind(kind)) {
    return vscode.l10n.t('{0} must be one of {1}.', 'kind', keySourceKinds.join(', '));
  }
  const field = sourceFields[kind];
  const other = Object.keys(value).find((name) => name !== 'kind' && name !== field);
  if (other !== undefined) {
    return vscode.l10n.t('“{0}” cannot be used with “{1}”.', other, kind);
  }
  const text = value[field];
  if (text === undefined && kind === 'microsoft') {
    return undefined;
  }
  return isString(text) ? sourceTextProblem(kind, text) : vscode.l10n.t('“{0}” is missing.', field);
}

function sourceTextProblem(kind: KeySourceKind, text: string): string | undefined {
  if (text.trim() === '') {
    return vscode.l10n.t('Must not be empty.');
  }
  if (text.length > maxLength) {
    return vscode.l10n.t('Must not be longer than {0} characters.', formatNumber(maxLength));
  }
  // What the user confirms is exactly what is used.
  if (visibleText(text) !== text || text.trim() !== text) {
    return vscode.l10n.t(
      'Must be one line without invisible characters, and without spaces around it.',
    );
  }
  if (kind === 'environment' && !/^[A-Za-z_]\w*$/.test(text)) {
    return vscode.l10n.t(
      'Must be the name of an environment variable, such as {0}, not its value.',
      'OPENAI_API_KEY',
    );
  }
  return kind === 'stored' && looksLikeKey(text)
    ? vscode.l10n.t('This looks like an API key. Enter a name for the key.')
    : undefined;
}
