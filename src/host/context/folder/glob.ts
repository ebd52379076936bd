/**
 * A pattern for paths, whose parts are matched one by one: `**` stands for any number of folders. Matching takes a
 * number of steps that is at most the length of the pattern times that of the path, whatever a hostile workspace has
 * in its files; regular expressions made of such patterns can take exponential time.
 */
export type Glob = readonly GlobPart[];

type GlobPart = '**' | readonly GlobToken[];

/** A character, which may be the wildcard `*` or `?`, or a set of characters. */
type GlobToken = string | CharacterSet;

interface CharacterSet {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [from: string, to: string])[];
}

/** How many more steps may be taken. It is shared by all that is matched for one purpose. */
export interface StepBudget {
  steps: number;
}

/** Thrown when the budget is used up. */
export class TooManySteps extends Error {}

/**
 * Parses a pattern without braces. `**` within a part is read as `*`, and one at the end stands for one part at least.
 * Undefined if a `[` is not closed.
 */
export function parseGlob(pattern: string): Glob | undefined {
  const parts = pattern.split('/').map((part) => (part === '**' ? part : parsePart(part)));
  const all = parts.at(-1) === '**' ? [...parts, parsePart('*')] : parts;
  return all.every((part) => part !== undefined) ? all : undefined;
}

function parsePart(text: string): readonly GlobToken[] | undefined {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character === '\\' && at + 1 < text.length) {
      tokens.push(literal(text.charAt(at + 1)));
      at += 2;
    } else if (character === '[') {
      const set = parseSet(text, at + 1);
      if (set === undefined) {
        return undefined;
      }
      tokens.push(set.set);
      at = set.end;
    } else {
      const isRepeated = character === '*' && tokens.at(-1) === '*';
      tokens.push(...(isRepeated ? [] : [character]));
      at += 1;
    }
  }
  return tokens;
}

/** A character that may have a meaning of its own, as itself. */
function literal(character: string): CharacterSet {
  return { isNegated: false, ranges: [[character, character]] };
}

/** Parses what follows a `[`. A `]` that comes first is in the set. */
function parseSet(
  text: string,
  start: number,
): { readonly set: CharacterSet; readonly end: number } | undefined {
  const isNegated = text[start] === '!' || text[start] === '^';
  const first = isNegated ? start + 1 : start;
  const ranges: [string, string][] = [];
  for (let at = first; at < text.length; at += 1) {
    const isEscaped = text[at] === '\\';
    if (text[at] === ']' && at > first) {
      return { set: { isNegated, ranges }, end: at + 1 };
    }
    at += isEscaped ? 1 : 0;
    const from = text.charAt(at);
    const isRange = text[at + 1] === '-' && at + 2 < text.length && text[at + 2] !== ']';
    ranges.push([from, isRange ? text.charAt(at + 2) : from]);
    at += isRange ? 2 : 0;
  }
  return undefined;
}

/** Whether a path in parts matches. Throws `TooManySteps`. */
export function matchesGlob(glob: Glob, path: readonly string[], budget: StepBudget): boolean {
  return matchesSequence(
    glob,
    path,
    (part) => part === '**',
    (part, name) => part !== '**' && matchesPart(part, name, budget),
    budget,
  );
}

function matchesPart(tokens: readonly GlobToken[], name: string, budget: StepBudget): boolean {
  return matchesSequence(
    tokens,
    name.split(''),
    (token) => token === '*',
    (token, character) => matchesCharacter(token, character),
    budget,
  );
}

function matchesCharacter(token: GlobToken, character: string): boolean {
  return typeof token === 'string'
    ? token === '?' || token === character
    : token.ranges.some(([from, to]) => from <= character && character <= to) !== token.isNegated;
}

/**
 * Whether `values` match a sequence in which a wildcard stands for any number of values. After a mismatch, the last
 * wildcard takes one value more: those before it need not be tried again.
 */
function matchesSequence<P, V>(
  sequence: readonly P[],
  values: readonly V[],
  isWildcard: (one: P) => boolean,
  matches: (one: P, value: V) => boolean,
  budget: StepBudget,
): boolean {
  let at = 0;
  let wildcard: { readonly at: number; taken: number } | undefined;
  for (let value = 0; value < values.length;) {
    spend(budget);
    const one = sequence[at];
    const now = values[value];
    if (one !== undefined && isWildcard(one)) {
      wildcard = { at, taken: value };
      at += 1;
    } else if (one !== undefined && now !== undefined && matches(one, now)) {
      at += 1;
      value += 1;
    } else if (wildcard === undefined) {
      return false;
    } else {
      wildcard.taken += 1;
      value = wildcard.taken;
      at = wildcard.at + 1;
    }
  }
  return sequence.slice(at).every(isWildcard);
}

function spend(budget: StepBudget): void {
  budget.steps -= 1;
  if (budget.steps < 0) {
    throw new TooManySteps();
  }
}
