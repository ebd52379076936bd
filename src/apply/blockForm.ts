import { type BlockForm, byFile, isChange } from './blockEdits.ts';
import { lineTexts } from './lines/textLines.ts';
import { isDiff, readDiff } from './readDiff.ts';
import { isSearchStart, readSearchReplace } from './searchReplace.ts';

/**
 * What a block of code is. A block whose lines have the marks of a search, a patch or a diff is read as one, even if
 * its language is stated otherwise: as code, the marks would end up in the file.
 */
export function blockForm(text: string, language: string): BlockForm {
  const lines = lineTexts(text);
  if (lines.some(isSearchStart)) {
    return withChanges(readSearchReplace(lines));
  }
  return isDiff(lines) || diffLanguages.has(languageName(language))
    ? withChanges(readDiff(lines))
    : { kind: 'code' };
}

/** The language of a fence without a path behind it, as in `diff:src/a.ts`. In lower case. */
export function languageName(language: string): string {
  return (language.slice(0, 500).split(':', 1)[0] ?? '').toLowerCase();
}

const diffLanguages: ReadonlySet<string> = new Set(['diff', 'patch', 'udiff']);

/** The edits without those that change nothing; unclear if none is left. */
function withChanges(form: BlockForm): BlockForm {
  if (form.kind !== 'edits') {
    return form;
  }
  const files = byFile(form.files).map(({ path, kind, edits }) => ({
    path,
    kind,
    edits: edits.filter(isChange),
  }));
  return files.some(({ kind, edits }) => kind === 'remove' || edits.length > 0)
    ? { kind: 'edits', files }
    : { kind: 'unclear', reason: 'nothing' };
}
