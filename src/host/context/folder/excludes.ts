import { isRecord, isString } from '../../../shared/guards.ts';
import { type Glob, matchesGlob, parseGlob, type StepBudget } from './glob.ts';

/** A rule of an ignore file. */
interface IgnoreRule {
  readonly glob: Glob;
  /** Whether it takes back what earlier rules ignore. */
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

/** The rules of an ignore file, and the folder in which it is. */
export interface IgnoreRules {
  /** From the root. */
  readonly folder: readonly string[];
  readonly rules: readonly IgnoreRule[];
}

/** Longer rules are left out. In characters. */
const maxRule = 1000;

/** Reads an ignore file by the rules of git (gitignore(5), "Pattern format"), but for classes such as `[:alpha:]`. */
export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line) => parseRule(line) ?? []);
}

function parseRule(line: string): IgnoreRule | undefined {
  const written = withoutTrailingSpaces(line.endsWith('\r') ? line.slice(0, -1) : line);
  if (written === '' || written.startsWith('#') || written.length > maxRule) {
    return undefined;
  }
  const isNegated = written.startsWith('!');
  const pattern = isNegated ? written.slice(1) : written;
  const isForFolders = pattern.endsWith('/');
  const path = isForFolders ? pattern.slice(0, -1) : pattern;
  // A `/` at the start or in the middle ties the rule to the folder of its file.
  const isTied = path.includes('/');
  const glob = parseGlob(isTied ? path.replace(/^\//, '') : `**/${path}`);
  return path === '' || glob === undefined ? undefined : { glob, isNegated, isForFolders };
}

/** A space at the end counts only behind a backslash. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') {
    end -= 1;
  }
  return line.slice(0, end);
}

/**
 * Whether a file or folder is ignored, where none of the folders around it is. `path` is from the root. The last rule
 * that matches decides; `files` are from the root downwards. Throws `TooManySteps`.
 */
export function isIgnored(
  path: readonly string[],
  isFolder: boolean,
  files: readonly IgnoreRules[],
  budget: StepBudget,
): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const below = path.slice(folder.length);
    const rule = rules.findLast(
      ({ glob, isForFolders }) => (isFolder || !isForFolders) && matchesGlob(glob, below, budget),
    );
    if (rule !== undefined) {
      return !rule.isNegated;
    }
  }
  return false;
}

/** A pattern of `files.exclude` or `search.exclude`. */
export interface ExcludePattern {
  readonly glob: Glob;
  /** Only files count beside which there is one with this name, where `$(basename)` is theirs without extension. */
  readonly sibling?: string | undefined;
}

/** What is beyond is left out. */
const bounds = { patterns: 200, characters: 1000, alternatives: 100 };

/** Reads the value of such a setting (VS Code documentation, "Glob patterns"). */
export function parseExcludes(setting: unknown): readonly ExcludePattern[] {
  return Object.entries(isRecord(setting) ? setting : {})
    .slice(0, bounds.patterns)
    .flatMap(([pattern, value]) => {
      const when = isRecord(value) ? value['when'] : undefined;
      const isOn = value === true || isString(when);
      return isOn && pattern.length <= bounds.characters
        ? alternatives(pattern).flatMap((one) => parsed(one, isString(when) ? when : undefined))
        : [];
    });
}

function parsed(pattern: string, sibling: string | undefined): readonly ExcludePattern[] {
  const glob = parseGlob(pattern.replace(/^\//, '').replace(/\/$/, ''));
  return glob === undefined ? [] : [{ glob, sibling }];
}

/** Whether a file or folder is excluded. `names` are all names in its folder. Throws `TooManySteps`. */
export function isExcluded(
  path: readonly string[],
  names: ReadonlySet<string>,
  patterns: readonly ExcludePattern[],
  budget: StepBudget,
): boolean {
  const name = path.at(-1) ?? '';
  const end = name.lastIndexOf('.');
  const basename = end > 0 ? name.slice(0, end) : name;
  return patterns.some(
    ({ glob, sibling }) =>
      matchesGlob(glob, path, budget) &&
      (sibling === undefined || names.has(sibling.replaceAll('$(basename)', () => basename))),
  );
}

/** The patterns that `{a,b}` stands for. Where there are too many, or a brace is not closed, there are none. */
function alternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const waiting = [pattern];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const expanded = expandFirst(next);
    if (expanded === undefined) {
      done.push(next);
    } else {
      waiting.push(...expanded);
    }
    if (waiting.length + done.length > bounds.alternatives) {
      return [];
    }
  }
  return done;
}

/** The pattern with each alternative of its first braces; undefined if it has none. */
function expandFirst(pattern: string): readonly string[] | undefined {
  const start = pattern.indexOf('{');
  if (start === -1) {
    return undefined;
  }
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    depth += character === '{' ? 1 : character === '}' ? -1 : 0;
    if (character === ',' && depth === 1) {
      commas.push(at);
    }
    if (depth === 0) {
      const edges = [start, ...commas, at];
      return edges
        .slice(1)
        .map(
          (edge, index) =>
            pattern.slice(0, start) +
            pattern.slice((edges[index] ?? 0) + 1, edge) +
            pattern.slice(at + 1),
        );
    }
  }
  return [];
}
