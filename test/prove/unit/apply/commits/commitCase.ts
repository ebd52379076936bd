import type { Lines } from './hunks.ts';

/** A block of a reply, made of a commit, and what may come of it. */
export interface CommitCase {
  /** How it is written. */
  readonly form: string;
  readonly group: 'explicit' | 'whole' | 'items' | 'marks' | 'unsure';
  readonly block: string;
  readonly language: string;
  /** The path beside the block. */
  readonly path?: string | undefined;
  /** The file; missing if the reply creates it. */
  readonly text?: string | undefined;
  /** What the model saw of it. */
  readonly seen?: string | undefined;
  /** The texts that are right afterwards, all removals that are off not being done. */
  readonly accepted: readonly string[];
  /** The texts that are right if all removals are done that are off; without any, none may be off. */
  readonly stated?: readonly string[] | undefined;
  /** Lines that are added somewhere among others, such as imports. */
  readonly floating?: readonly string[] | undefined;
  /** Whether blank lines are the writer's choice. */
  readonly isLoose?: boolean | undefined;
  /** Whether the block can mean only one thing, so that a refusal counts as a miss. */
  readonly isUnique: boolean;
}

/** What came of a block. */
export interface Outcome {
  readonly kind: 'applied' | 'refused' | 'asked' | 'already';
  /** The file with all that is on. */
  readonly after?: string | undefined;
  /** Lines of `after` that the reply lacks and that stay until the user deletes them. */
  readonly off?: readonly Lines[] | undefined;
  readonly why: string;
}

/** `off`: right with removals that are off. `blanks`: right but for blank lines. */
export type Verdict = 'right' | 'off' | 'blanks' | 'refused' | 'asked' | 'wrong';

/** What an outcome is worth. */
export function verdictOf(one: CommitCase, { kind, after, off = [] }: Outcome): Verdict {
  switch (kind) {
    case 'refused':
    case 'asked':
      return kind;
    case 'already':
      return plain(one, one.text ?? '');
    case 'applied':
      return after === undefined
        ? 'wrong'
        : off.length > 0
          ? offVerdict(one, after, off)
          : plain(one, after);
  }
}

function plain({ accepted, floating = [], isLoose = false }: CommitCase, after: string): Verdict {
  // White space at the end of a line is no part of what a reply says.
  if (accepted.some((text) => trimmed(text) === trimmed(after))) {
    return 'right';
  }
  const isSame = accepted.some(
    (text) =>
      bare(text) === bare(after) && text.startsWith('\ufeff') === after.startsWith('\ufeff'),
  );
  const isMoved =
    floating.length > 0 &&
    accepted.some(
      (text) =>
        bare(without(text, floating)) === bare(without(after, floating)) &&
        bare(sorted(text)) === bare(sorted(after)),
    );
  return isMoved ? 'right' : isSame && isLoose ? 'blanks' : 'wrong';
}

/**
 * What is right comes of it if the user keeps some of the lines that are off and deletes the others. The reply has none of
 * them. A comment of the reply may be left out where it may stand for lines that are off.
 */
function offVerdict(one: CommitCase, after: string, off: readonly Lines[]): Verdict {
  const { accepted, block, floating = [], stated = [] } = one;
  const lines = after.split('\n');
  const rest = lines.filter((_, at) => !off.some(([from, to]) => at >= from && at < to));
  // A block may be indented otherwise.
  const [own, now, stays] = [block, after, rest.join('\n')].map((text) =>
    bare(text).replaceAll(/^[\t ]+/gm, ''),
  );
  const written = new Set(now?.split('\n'));
  const shown = own?.split('\n').filter((line) => /\w/.test(line) && written.has(line)) ?? [];
  const isLacked = missing(shown.join('\n'), stays ?? '').length === 0;
  const isReached = [...accepted, ...stated].some(
    (text) =>
      isChoice(lines, off, text) ||
      isChoice(...unfloated(lines, off, floating), without(text, floating)),
  );
  return isLacked && isReached && one.group !== 'explicit' ? 'off' : 'wrong';
}

/** Whether lines are those of a text, some of the ranges being left out, and perhaps comments of the text. */
function isChoice(lines: readonly string[], off: readonly Lines[], text: string): boolean {
  const wanted = bare(text).split('\n');
  const given = lines.map((line) => line.replace('\ufeff', '').trimEnd());
  const isComment = (line = ''): boolean => /^\s*(?:\/\/|#|--|\/?\*|<!--)/.test(line);
  const starts = new Map(off.map(([from, to]) => [from, to]));
  const places = new Map<number, Set<number>>([[0, new Set([0])]]);
  for (let at = 0; at < given.length; at += 1) {
    const line = given[at] ?? '';
    const to = starts.get(at);
    for (const place of places.get(at) ?? []) {
      const reach = (next: number, one: number): void =>
        void places.set(next, (places.get(next) ?? new Set()).add(one));
      if (to !== undefined) {
        reach(to, place);
      }
      if (line.trim() === '') {
        reach(at + 1, place);
        continue;
      }
      let next = place;
      while (wanted[next] !== line && isComment(wanted[next])) {
        next += 1;
      }
      if (wanted[next] === line) {
        reach(at + 1, next + 1);
      }
    }
  }
  return [...(places.get(given.length) ?? [])].some((place) =>
    wanted.slice(place).every(isComment),
  );
}

/** Lines without those that may be anywhere, if all of them are there. */
function unfloated(
  lines: readonly string[],
  off: readonly Lines[],
  floating: readonly string[],
): [readonly string[], readonly Lines[]] {
  const isKept = (line: string): boolean => !floating.includes(line.trimEnd());
  const before = (at: number): number => lines.slice(0, at).filter(isKept).length;
  return floating.every((line) => lines.some((one) => one.trimEnd() === line))
    ? [lines.filter(isKept), off.map(([from, to]) => [before(from), before(to)] as const)]
    : [lines, off];
}

/** A text without white space at the ends of its lines. */
function trimmed(text: string): string {
  return text.replaceAll(/[\t ]+(?=\r?\n)/g, '');
}

/** The lines with text, without their line ends. */
function bare(text: string): string {
  return text
    .replace('\ufeff', '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function without(text: string, lines: readonly string[]): string {
  return text
    .split('\n')
    .filter((line) => !lines.includes(line.trimEnd()))
    .join('\n');
}

function sorted(text: string): string {
  return text.split('\n').toSorted().join('\n');
}

/** The lines with text of one text that another one lacks, as often as it lacks them. */
function missing(text: string, other: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of bare(other).split('\n')) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return bare(text)
    .split('\n')
    .filter((line) => {
      const count = counts.get(line) ?? 0;
      counts.set(line, count - 1);
      return count <= 0 && line !== '';
    });
}

/** What is wrong, in a word: lines are lost, stay though they should go, are written though nobody asked, or moved. */
export function faultOf({ accepted, text = '' }: CommitCase, { kind, after }: Outcome): string {
  if (kind === 'already' || after === undefined) {
    return 'said to be there';
  }
  const [best = ''] = accepted.toSorted(
    (a, b) =>
      missing(a, after).length +
      missing(after, a).length -
      missing(b, after).length -
      missing(after, b).length,
  );
  const lost = missing(best, after);
  const more = missing(after, best);
  const stays = more.filter((line) => text.includes(line));
  const parts = [
    ...(after.includes('\ufeff', best.startsWith('\ufeff') ? 1 : 0) ? ['byte order mark'] : []),
    ...(lost.length > 0 ? ['lost'] : []),
    ...(stays.length > 0 ? ['kept or doubled'] : []),
    ...(more.length > stays.length ? ['written wrongly'] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : bare(best) === bare(after) ? 'blank lines' : 'order';
}
