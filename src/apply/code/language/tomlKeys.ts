import { lineTexts } from '../../lines/textLines.ts';
import { scannedLines } from './scannedLines.ts';

/** The first key that a table of a TOML text has twice, which TOML forbids; undefined if there is none. */
export function keyTwice(text: string): string | undefined {
  let table = new Set<string>();
  for (const { code } of scannedLines(lineTexts(text), 'toml')) {
    const key = /^\s*([\w-]{1,200}(?:\.[\w-]{1,200}){0,20})\s*=/.exec(code)?.[1];
    if (/^\s*\[/.test(code)) {
      table = new Set();
    } else if (key !== undefined && table.has(key)) {
      return key;
    } else if (key !== undefined) {
      table.add(key);
    }
  }
  return undefined;
}
