import type { BlockEdit, BlockForm, FileEdits } from './blockEdits.ts';
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
 * conflicts, is unclear: which divider counts would be a guess.
 */
export function readSearchReplace(lines: readonly string[]): BlockForm {
  const files: { path: string | undefined; kind: 'change'; edits: BlockEdit[] }[] = [];
  let path: string | undefined;
  let state: 'outside' | 'search' | 'replace' = 'outside';
  let search: string[] = [];
  let replace: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (state === 'outside') {
      if (marks.start.test(line)) {
        state = 'search';
        [search, replace] = [[], []];
      } else if (marks.divider.test(line) || marks.end.test(line)) {
        return { kind: 'unclear', reason: 'markers' };
      } else {
        path = namedPath(line) ?? path;
      }
    } else if (marks.start.test(line)) {
      return { kind: 'unclear', reason: 'markers' };
    } else if (state === 'search' && marks.divider.test(line)) {
      state = 'replace';
    } else if (marks.end.test(line) || isLastDivider(lines, at)) {
      if (state === 'search') {
        return { kind: 'unclear', reason: 'markers' };
      }
      state = 'outside';
      const last = files.at(-1);
      if (last === undefined || last.path !== path) {
        files.push({ path, kind: 'change', edits: [{ search, replace }] });
      } else {
        last.edits.push({ search, replace });
      }
    } else if (marks.divider.test(line)) {
      return { kind: 'unclear', reason: 'markers' };
    } else {
      (state === 'search' ? search : replace).push(line);
    }
  }
  return state === 'outside'
    ? { kind: 'edits', files: files satisfies readonly FileEdits[] }
    : { kind: 'unclear', reason: 'markers' };
}

/** Whether a divider stands where a replacement ends: models take the one for the other. */
function isLastDivider(lines: readonly string[], at: number): boolean {
  if (!marks.divider.test(lines[at] ?? '')) {
    return false;
  }
  const next = lines.slice(at + 1).find((line) => line.trim() !== '');
  return next === undefined || marks.start.test(next);
}
