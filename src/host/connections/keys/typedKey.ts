import * as vscode from 'vscode';
import type { Tidied } from '../../base/inputs/quickInput.ts';
import { canBeMasked } from '../../../service/redactSecrets.ts';

/** What is neither whitespace nor a quotation mark. */
const word = /[^\s"'`“”„‘’‚«»]+/gu;

/**
 * The key in a text that was copied from a page, a file or a request: its only word but for `Authorization: Bearer`, as
 * no key has whitespace or quotation marks. Undefined if the text is a key alone, or has more words.
 */
export function tidyKey(pasted: string): Tidied | undefined {
  const words = pasted.match(word) ?? [];
  const [key = '', ...more] = words.filter((one) => !/^(?:authorization:)?(?:bearer)?$/i.test(one));
  const isKey = more.length === 0 && (key !== '' || words.length === 0) && key !== pasted;
  return isKey
    ? { value: key, remark: vscode.l10n.t('Removed what was around the API key.') }
    : undefined;
}

/** Says that a key was entered that is not masked, because it is too short or looks like a word. */
export function sayIfPlainKey(key: string): void {
  if (key !== '' && !canBeMasked(key)) {
    void vscode.window.showInformationMessage(plainWords(vscode.l10n.t('API key')));
  }
}

/** What there is to say of a secret that is not masked. */
export function plainWords(name: string): string {
  return vscode.l10n.t(
    'Looks like ordinary words or numbers, and is not masked in logs, errors and exports: {0}',
    name,
  );
}
