import { noFile } from '../shared/codePath/pathOfCode.ts';
import { isLockFile } from '../shared/isLockFile.ts';
import { type FileEdits, newLines } from './blockEdits.ts';
import { languageName } from './editsIn.ts';
import { Refused } from './code/refused.ts';
import { isBlank } from './lines/blankLines.ts';
import { lineTexts } from './lines/textLines.ts';
import type { BlockFile, ReplyBlock } from './replyBlock.ts';

/** Refuses a block of any form that is for no file. */
export function checkBlock({ text, isComplete }: ReplyBlock): void {
  if (text.trim() === '') {
    throw new Refused('empty');
  }
  if (!isComplete) {
    throw new Refused('incomplete');
  }
}

/** Refuses a block of code that is not for the file at `path`, or for no file if that is not known. */
export function checkCode({ text, language }: ReplyBlock, path: string | undefined): void {
  const name = languageName(language);
  const lines = lineTexts(text).filter((line) => !isBlank(line));
  const hasPrompts = lines.every((line) => /^(?:\$|PS [^>]{0,200}>|>>>) \S/.test(line));
  const reason = noFile(name, path) ?? (hasPrompts ? 'shell' : undefined);
  if (reason !== undefined) {
    throw new Refused(reason);
  }
  // A block of Markdown that was ended by a fence within it lacks the rest.
  const fences = lines.filter((line) => /^ {0,3}(?:`{3,}|~{3,})/.test(line));
  if (/^(?:markdown|mdx?)$/.test(name) && fences.length % 2 === 1) {
    throw new Refused('incomplete');
  }
}

/** Refuses a file of which nothing is changed, or not in this way. */
export function checkFile(
  { path: ownPath, codePath: path = ownPath, text }: BlockFile,
  { kind, edits }: FileEdits,
): void {
  if (/\.ipynb$/i.test(path)) {
    throw new Refused('notebook');
  }
  // What a decoder writes for bytes that it cannot read, and what no text has.
  if (text.includes('\ufffd') || text.includes('\0')) {
    throw new Refused('encoding');
  }
  if (/\.min\.\w{1,10}$/i.test(path) || isMinified(text)) {
    throw new Refused('minified');
  }
  // Rows of a table are alike, and nothing but their text tells which of them is meant.
  const isRows = kind === 'code' && /\.(?:csv|tsv)$/i.test(ownPath);
  if (isRows && newLines(edits).join('\n').trimEnd() !== lineTexts(text).join('\n').trimEnd()) {
    throw new Refused('data');
  }
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
