import type { Refusal } from '../plan/blockPlan.ts';
import { lineTexts } from '../lines/textLines.ts';
import { breaksBalance } from './items/balance.ts';
import { readFile } from './items/codeText.ts';
import { addsEntities } from './language/entities.ts';
import { declaredTwice } from './items/declaredTwice.ts';
import { scannedLines } from './language/scannedLines.ts';
import { type CodeSyntax, parsedOnce } from './language/syntax.ts';
import { keyTwice } from './language/tomlKeys.ts';

/** What is wrong with the text of a file after a change, and the name that it is about. */
export type Problem = Omit<Refusal, 'kind'>;

/**
 * A file must hold after a change as well as before: no error that was not there, nothing that does not belong together, no
 * name twice. What cannot be read before is not compared.
 */
export function problemAfter(
  before: string,
  after: string,
  given: CodeSyntax | undefined,
  language: string | undefined,
): Problem | undefined {
  if (
    breaksBalance(lineTexts(before), lineTexts(after), language) ||
    (language === 'json' && isJson(before) && !isJson(after))
  ) {
    return { reason: 'syntax' };
  }
  if (given === undefined) {
    const key = language === 'toml' && keyTwice(before) === undefined ? keyTwice(after) : undefined;
    return key === undefined ? undefined : { reason: 'duplicate', name: key.slice(0, 100) };
  }
  const syntax = parsedOnce(given);
  if (addsEntities(after, before, syntax.language)) {
    return { reason: 'signs' };
  }
  const had = syntax.parse(before);
  const has = syntax.parse(after);
  if (had !== undefined && (has === undefined || has > had)) {
    return { reason: 'syntax' };
  }
  const [old, now] = [readFile(before, syntax), readFile(after, syntax)];
  const name = old && now && declaredTwice(old, now, syntax.language);
  return name === undefined ? undefined : { reason: 'duplicate', name: name.slice(0, 100) };
}

/** Whether a text is JSON, but for comments. */
function isJson(text: string): boolean {
  const lines = scannedLines(lineTexts(text), 'json').map(({ code }) => code);
  try {
    JSON.parse(lines.join('\n').replaceAll(/0(?=\s*:)/g, '""'));
    return true;
  } catch {
    return false;
  }
}
