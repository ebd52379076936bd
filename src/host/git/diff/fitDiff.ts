import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { DiffSection, NotShown } from './diffSections.ts';

/** A patch for a model, at most about as long as asked for. */
export interface FittedDiff {
  readonly text: string;
  /** How many files changed. */
  readonly files: number;
  /** Files of which the beginning is shown. */
  readonly cut: readonly string[];
  /** Files of which only the name is shown, if at all, because the rest did not fit. */
  readonly omitted: readonly string[];
}

/** A longer line, as in minified files, is shown in part. In UTF-16 code units. */
const maxLineLength = 2000;
const shownOfLine = 400;

/** With less, a file says nothing: its name is shown instead. In UTF-16 code units. */
const leastPerFile = 400;

/** How many files are named of which nothing else is shown. */
const maxNamed = 200;

/** Of a name. In UTF-16 code units. */
const maxNameLength = 200;

/**
 * Makes a patch of at most `budget` UTF-16 code units, but for the names of what is left out. Small files are
 * shown whole; large ones share what is left, and are cut at the end of a line. What was cut or left out is said
 * in lines that begin with `#`, which no line of a patch does. The service reads them, so they are not translated.
 */
export function fitDiff(sections: readonly DiffSection[], budget: number): FittedDiff {
  const shown = sections.filter(({ notShown }) => notShown === undefined);
  const fitting = new Set(shown.slice(0, Math.max(1, Math.floor(budget / leastPerFile))));
  const shares = shareOut([...fitting], budget);
  const cut: string[] = [];
  const omitted: DiffSection[] = [];
  const parts: string[] = [];
  for (const section of sections) {
    const { notShown } = section;
    if (notShown?.kind === 'tooMuch' || (notShown === undefined && !fitting.has(section))) {
      omitted.push(section);
    } else if (notShown !== undefined) {
      parts.push(oneLine(section, notShown));
    } else {
      const part = cutText(withShortLines(section), shares.get(section) ?? 0);
      parts.push(part.text);
      if (part.isCut) {
        cut.push(section.path);
      }
    }
  }
  // A list of thousands of binaries must not take the place either.
  const noted = keepWithin(parts, budget + maxNamed * maxNameLength);
  return {
    text: [...noted, ...omittedLines(omitted)].join(''),
    files: sections.length,
    cut,
    omitted: omitted.map(({ path }) => path),
  };
}

/** How much of the budget each part gets: those that need less than an equal share leave the rest to the others. */
function shareOut(
  sections: readonly DiffSection[],
  budget: number,
): ReadonlyMap<DiffSection, number> {
  const shares = new Map<DiffSection, number>();
  let left = budget;
  let others = sections.length;
  const needs = new Map(sections.map((section) => [section, withShortLines(section).length]));
  for (const section of sections.toSorted((a, b) => (needs.get(a) ?? 0) - (needs.get(b) ?? 0))) {
    const share = Math.min(needs.get(section) ?? 0, Math.floor(left / others));
    shares.set(section, share);
    left -= share;
    others -= 1;
  }
  return shares;
}

function withShortLines({ text, longestLine }: DiffSection): string {
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return longestLine <= maxLineLength
    ? ended
    : ended
        .split('\n')
        .map((line) => (line.length <= maxLineLength ? line : shortLine(line)))
        .join('\n');
}

function shortLine(line: string): string {
  return `${line.slice(0, shownOfLine)} [… ${line.length - shownOfLine} more characters of this line are not shown]`;
}

function cutText(text: string, length: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= length) {
    return { text, isCut: false };
  }
  const end = text.lastIndexOf('\n', length) + 1;
  const rest = linesIn(text.slice(end));
  return {
    text: `${text.slice(0, end)}# … ${rest} more lines of this file are not shown\n`,
    isCut: true,
  };
}

function linesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

const reasons: Readonly<Record<NotShown['kind'], string>> = {
  binary: 'binary file, not shown',
  largeFile: 'large file, not shown',
  lfs: 'file in Git LFS, not shown',
  link: 'link or folder, not shown',
  lock: 'lock file, not shown',
  submodule: 'submodule',
  tooMuch: 'not shown',
  unreadable: 'could not be read',
};

function oneLine(section: DiffSection, { kind, detail = '' }: NotShown): string {
  const facts = [reasons[kind], detail, kind === 'lock' ? counts(section) : ''];
  return `# ${shownName(section)}: ${facts.filter((fact) => fact !== '').join(', ')}\n`;
}

function counts({ lines }: DiffSection): string {
  return lines === undefined ? '' : `+${lines.added} -${lines.removed}`;
}

function shownName({ path }: DiffSection): string {
  const name = visibleText(path.slice(0, maxNameLength));
  return path.length > maxNameLength ? `${name}…` : name;
}

function omittedLines(sections: readonly DiffSection[]): readonly string[] {
  const named = sections.slice(0, maxNamed);
  const others = sections.length - named.length;
  return sections.length === 0
    ? []
    : [
        `# ${sections.length} more changed files are not shown:\n`,
        ...named.map(
          (section) => `#   ${[shownName(section), counts(section)].join(' ').trim()}\n`,
        ),
        ...(others === 0 ? [] : [`#   and ${others} more\n`]),
      ];
}

/** The first parts, up to a length, and how many there are besides. */
function keepWithin(parts: readonly string[], length: number): readonly string[] {
  let left = length;
  const kept = parts.filter((part) => (left -= part.length) >= 0);
  const others = parts.length - kept.length;
  return others === 0 ? kept : [...kept, `# ${others} more changed files are not shown\n`];
}

/** Changes as a context item. `name` is in English: the service reads it, too. */
export function diffItem(name: string, text: string): ContextItem {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    kind: 'diff',
    path: name,
    languageId: 'diff',
    startLine: 1,
    endLine: Math.max(1, lines),
    text,
  };
}
