import { byFile, type FileEdits, isChange } from './blockEdits.ts';
import { Refused } from './code/refused.ts';
import { lineTexts } from './lines/textLines.ts';
import { isDiff, readDiff } from './readDiff.ts';
import { isSearchStart, readSearchReplace } from './searchReplace.ts';

/**
 * The changes of files that a block of code says itself, as a search, a diff or a patch; undefined if it is code. A block whose
 * lines have the marks of one is read as that, even if its language is stated otherwise: as code, the marks would end up in
 * the file. Throws `Refused` if it cannot be read without guessing, or changes nothing.
 */
export function editsIn(text: string, language: string): readonly FileEdits[] | undefined {
  const lines = lineTexts(text);
  const isSearch = lines.some(isSearchStart);
  if (!isSearch && !isDiff(lines) && !diffLanguages.has(languageName(language))) {
    return undefined;
  }
  const files = byFile(isSearch ? readSearchReplace(lines) : readDiff(lines)).map(
    ({ path, kind, edits }) => ({ path, kind, edits: edits.filter(isChange) }),
  );
  if (!files.some(({ kind, edits }) => kind === 'remove' || edits.length > 0)) {
    throw new Refused('nothing');
  }
  return files;
}

/** The language of a fence without a path behind it, as in `diff:src/a.ts`. In lower case. */
export function languageName(language: string): string {
  return (language.slice(0, 500).split(':', 1)[0] ?? '').toLowerCase();
}

const diffLanguages: ReadonlySet<string> = new Set(['diff', 'patch', 'udiff']);
