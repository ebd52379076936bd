import type { FileEdits } from './blockEdits.ts';
import { Refused } from './code/refused.ts';
import { blankEnd } from './lines/blankLines.ts';
import { namedPath } from '../shared/codePath/namedPath.ts';

/**
 * The markers between which models put what they search for and what replaces it: those of Aider, today's and earlier
 * ones, and those of Cline. Models vary their length, and put a bracket behind them.
 */
const marks = {
  start: /^(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL)>?\s*$/,
  divider: /^={5,9}\s*$/,
  end: /^(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED)>?\s*$/,
};

/** Whether a line can only be the start of a search. */
export function isSearchStart(line: string): boolean {
  return marks.start.test(line);
}

/**
 * Reads a block of searches and replacements. A line right before a search that looks like a path names the file of
 * the edits that follow. A text with a divider within the search or the replacement, as in a file with merge
 * conflicts, is refused: which divider counts would be a guess.
 */
export function readSearchReplace(lines: readonly string[]): readonly FileEdits[] {
  const files: FileEdits[] = [];
  let path: string | undefined;
  let edit: { search: string[]; replace: string[] | undefined } | undefined;
  for (const [at, line] of lines.entries()) {
    const isDivider = marks.divider.test(line);
    if (!isDivider && !isSearchStart(line) && !marks.end.test(line)) {
      path = edit === undefined ? (namedPath(line) ?? path) : path;
      (edit?.replace ?? edit?.search)?.push(line);
    } else if (edit === undefined && isSearchStart(line)) {
      edit = { search: [], replace: undefined };
    } else if (edit !== undefined && edit.replace === undefined && isDivider) {
      edit.replace = [];
    } else if (
      edit?.replace !== undefined &&
      (isDivider ? isLast(lines, at) : !isSearchStart(line))
    ) {
      files.push({ path, kind: 'change', edits: [{ search: edit.search, replace: edit.replace }] });
      edit = undefined;
    } else {
      throw new Refused('markers');
    }
  }
  if (edit !== undefined) {
    throw new Refused('markers');
  }
  return files;
}

/** Whether no line but the start of a search follows on a divider: models take it for the end of a replacement. */
function isLast(lines: readonly string[], divider: number): boolean {
  const next = lines[blankEnd(lines, divider + 1)];
  return next === undefined || isSearchStart(next);
}
