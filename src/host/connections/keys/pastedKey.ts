import * as vscode from 'vscode';
import type { Tidied } from '../../base/quickInput.ts';

/** What may surround a key that was copied from a page, a file or a request. */
interface Surrounding {
  /** In a list of what was removed. */
  readonly name: () => string;
  /** Gives the text without it; the same text if it is not there. */
  readonly removeFrom: (text: string) => string;
}

const quoted = /^(?:"(.*)"|'(.*)'|`(.*)`|“(.*)”|‘(.*)’|„(.*)[“”]|‚(.*)[‘’]|«(.*)»|»(.*)«)$/su;

const surroundings: readonly Surrounding[] = [
  { name: () => vscode.l10n.t('whitespace'), removeFrom: (text) => text.trim() },
  {
    name: () => vscode.l10n.t('quotation marks'),
    removeFrom: (text) =>
      quoted
        .exec(text)
        ?.slice(1)
        .find((inner) => inner !== undefined) ?? text,
  },
  {
    name: () => '“Bearer”',
    removeFrom: (text) => text.replace(/^(?:Authorization:\s*)?Bearer\s+(?=\S)/i, ''),
  },
];

/** Each may be inside another, but nobody copies more than this. */
const mostRounds = 3;

/**
 * The key in a pasted text, without whitespace, quotation marks and `Bearer` around it, which no key has;
 * undefined if the text is a key alone.
 */
export function tidyKey(pasted: string): Tidied | undefined {
  const removed = new Set<string>();
  let value = pasted;
  for (let round = 0; round < mostRounds; round += 1) {
    for (const { name, removeFrom } of surroundings) {
      const rest = removeFrom(value);
      if (rest !== value) {
        removed.add(name());
        value = rest;
      }
    }
  }
  return removed.size === 0
    ? undefined
    : { value, remark: vscode.l10n.t('Removed from the API key: {0}.', [...removed].join(', ')) };
}
