import * as vscode from 'vscode';
import type { Tidied } from '../../base/inputs/quickInput.ts';

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
