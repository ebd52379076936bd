import { type Glob, matchesGlob, parseGlob, type StepBudget } from './glob.ts';

/** A rule of an ignore file. */
export interface IgnoreRule {
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
