import { type FileEdits, newLines } from './blockEdits.ts';
import type { FileRefusal } from './blockPlan.ts';
import type { BlockFile } from './replyBlock.ts';
import { isLockFile } from '../shared/isLockFile.ts';
import { lineTexts } from './lines/textLines.ts';

/** Why a change is not applied to a file, whatever it is; undefined if nothing is against it. */
export function fileGate(
  { path: ownPath, codePath: path = ownPath, text }: BlockFile,
  { kind, edits }: FileEdits,
): FileRefusal | undefined {
  if (/\.ipynb$/i.test(path)) {
    return 'notebook';
  }
  // What a decoder writes for bytes that it cannot read, and what no text has.
  if (text.includes('\ufffd') || text.includes('\0')) {
    return 'encoding';
  }
  if (/\.min\.\w{1,10}$/i.test(path) || isMinified(text)) {
    return 'minified';
  }
  // Rows of a table are alike, and nothing but their text tells which of them is meant.
  const isRows = kind === 'code' && /\.(?:csv|tsv)$/i.test(ownPath);
  return isRows && !isSameText(newLines(edits), lineTexts(text)) ? 'data' : undefined;
}

function isSameText(one: readonly string[], other: readonly string[]): boolean {
  return one.join('\n').trimEnd() === other.join('\n').trimEnd();
}

/** In characters; a text with shorter lines in the mean is written by hand. */
const longestMeanLine = 500;

/** In characters; below it, one long line is nothing special. */
const leastMinified = 5000;

function isMinified(text: string): boolean {
  return text.length >= leastMinified && text.length / text.split('\n').length > longestMeanLine;
}

/** Whether a file is made by a program, which would overwrite a change. */
export function isGenerated({ path, text }: BlockFile): boolean {
  const head = text.slice(0, 1000).split('\n', 8).join('\n');
  return (
    isLockFile(path) ||
    /@generated\b|\bgenerated\b[^\n]{0,200}\bdo not (?:edit|modify)|\bdo not (?:edit|modify)\b[^\n]{0,200}\bgenerated\b|\bauto-?generated\b|\bautomatically generated\b/i.test(
      head,
    )
  );
}
