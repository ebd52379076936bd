import { isSignificant } from '../../../../../src/apply/code/language/significance.ts';
import { upTo } from '../cases/changes.ts';
import { afterLines, type CodeChange, joined } from './codeCase.ts';
import type { Declared } from './declarations.ts';

/** A block that stands for a change, and the texts that are right afterwards. */
export interface Formed {
  readonly block: string;
  readonly accepted: readonly string[];
  readonly kept?: readonly string[] | undefined;
  readonly isUnique: boolean;
}

/** Writes a change as models do; undefined if the change does not allow it. */
export type CodeForm = (change: CodeChange, random: () => number) => Formed | undefined;

/** The lines of a mark, in the ways of models. */
function mark({ style }: CodeChange, indent: string, random: () => number): string {
  const said = [
    '... existing code ...',
    '...',
    '... rest of the code remains unchanged ...',
    'rest unchanged',
    '… existing code …',
    'existing code',
    '... (other methods remain the same)',
    '... keep the existing implementation',
    'rest of the file stays the same',
    '[...]',
  ];
  return `${indent}${style.comment} ${said[upTo(said.length, random)] ?? ''}${style.commentEnd}`;
}

function done(change: CodeChange, lines: readonly string[]): Formed {
  return { block: joined(lines), accepted: [joined(afterLines(change))], isUnique: true };
}

function indentOf(line: string | undefined): string {
  return /^\s*/.exec(line ?? '')?.[0] ?? '';
}

/** The changed lines without the comments above them. */
function bare({ changed, lines }: CodeChange): readonly string[] {
  return lines.slice(changed.own - changed.from);
}

/** The head of a container and its last line; undefined where they are not as usual. */
function frameOf(
  { before, style }: CodeChange,
  { own, to }: Declared,
): { readonly head: readonly string[]; readonly tail: readonly string[] } | undefined {
  const end = before
    .slice(own, own + 8)
    .findIndex((line) => /[{:]$/.test(line) || /^\s*(?:class|module)\b[^{:]*$/.test(line));
  const tail = style.isIndented ? [] : before.slice(to - 1, to);
  const isUsual =
    end !== -1 && own + end < to - 1 && tail.every((line) => /^\s*(?:\}|end)$/.test(line));
  return isUsual ? { head: before.slice(own, own + end + 1), tail } : undefined;
}

export const codeForms: Readonly<Record<string, CodeForm>> = {
  'whole file': (change) => done(change, afterLines(change)),
  'one function': (change) => done(change, change.lines),
  'one function without its comment': (change) => done(change, bare(change)),
  'one function at the margin': (change) => {
    const lines = bare(change);
    const indent = indentOf(lines[0]);
    const isRegular = lines.every((line) => line.startsWith(indent) || line.trim() === '');
    return indent === '' || !isRegular || hasLongText(lines)
      ? undefined
      : done(
          change,
          lines.map((line) => line.slice(indent.length)),
        );
  },
  'one function with its file as the first line': (change) => {
    const { file, style } = change;
    const name = `${style.comment} ${file.path}${style.commentEnd}`;
    return done(change, [name, ...change.lines]);
  },
  'the function in its class, the rest left out': (change, random) => {
    const { parent } = change.changed;
    const frame = parent && frameOf(change, parent);
    if (parent === undefined || frame === undefined) {
      return undefined;
    }
    const indent = indentOf(bare(change)[0]);
    const marked = [mark(change, indent, random), ''];
    const isFirst = change.changed.from <= parent.own + frame.head.length;
    const isLast = change.before
      .slice(change.changed.to, parent.to - frame.tail.length)
      .every((line) => line.trim() === '');
    return done(change, [
      ...frame.head,
      ...(isFirst ? [] : marked),
      ...change.lines,
      ...(isLast ? [] : ['', mark(change, indent, random)]),
      ...frame.tail,
    ]);
  },
  'the file, the rest left out': (change, random) => {
    const { changed, before } = change;
    if (changed.parent !== undefined) {
      return undefined;
    }
    const isFirst = before.slice(0, changed.from).every((line) => line.trim() === '');
    return done(change, [
      ...(isFirst ? [] : [mark(change, '', random), '']),
      ...change.lines,
      '',
      mark(change, '', random),
    ]);
  },
  'the function, the rest of its body left out': (change, random) => bodyElided(change, random),
  'two functions': (change) => twoFunctions(change),
  'two functions, the rest left out': (change, random) => twoFunctions(change, random),
  'a function and an import that is new': (change) => {
    const { style, before, changed, lines } = change;
    const { newImport } = style;
    const places = before.flatMap((line, at) =>
      style.isImport(line) || /^\} from ['"]/.test(line) ? [at + 1] : [],
    );
    if (newImport === undefined || places.length === 0 || changed.parent !== undefined) {
      return undefined;
    }
    const after = afterLines(change);
    return {
      block: joined([newImport, '', ...lines]),
      accepted: places.map((at) => joined(after.toSpliced(at, 0, newImport))),
      isUnique: true,
    };
  },
  'a function and some of the imports': (change) => {
    const { style, before, changed, lines } = change;
    const imports = before.filter((line) => style.isImport(line));
    return imports.length < 2 || changed.parent !== undefined
      ? undefined
      : done(change, [...imports.slice(1).toReversed(), '', ...lines]);
  },
  'whole file, imports in another order': (change) => {
    const { style } = change;
    const after = afterLines(change);
    const [one, other] = after.flatMap((line, at) => (style.isImport(line) ? [at] : []));
    if (one === undefined || other === undefined) {
      return undefined;
    }
    const [a, b] = [after[one] ?? '', after[other] ?? ''];
    const lines = after.with(one, b).with(other, a);
    return { block: joined(lines), accepted: [joined(lines)], isUnique: true };
  },
  'a function and a new one behind it': (change) => {
    const { style, changed, lines, before } = change;
    const isFree = changed.parent === undefined && style.newFunction.length > 0;
    const follows = (before[changed.to] ?? '').trim() === '';
    if (!isFree || !follows) {
      return undefined;
    }
    const after = [
      ...before.slice(0, changed.from),
      ...lines,
      '',
      ...style.newFunction,
      ...before.slice(changed.to),
    ];
    return {
      block: joined([...lines, '', ...style.newFunction]),
      accepted: [joined(after)],
      isUnique: true,
    };
  },
  'lines out of a function': (change, random) => fragment(change, random),
};

function hasLongText(lines: readonly string[]): boolean {
  return lines.some((line) => /`|"""|'''|<<[~-]?\w/.test(line));
}

/** How often a line is among others, without regard to white space at its edges. */
function count(line: string | undefined, lines: readonly string[]): number {
  return lines.filter((one) => one.trim() === line?.trim()).length;
}

function isTelling(line: string | undefined): boolean {
  return (
    /\w{3}/.test(line ?? '') &&
    !/^\s*(?:\/\/|#|\*|\/\*|(?:else|end|pass|return|break|continue|try|do|begin|then|done|fi)\b\W*$)/.test(
      line ?? '',
    )
  );
}

/** The function with marks for what is not next to the change. The lines at marks are in the function once. */
function bodyElided(change: CodeChange, random: () => number): Formed | undefined {
  const { changed, lines, before, first, grown, style } = change;
  const own = lines.slice(changed.own - changed.from);
  const old = before.slice(changed.own, changed.to);
  const changedAt = own.findIndex((line, at) => line !== old[at]);
  const tailSame = own.toReversed().findIndex((line, at) => line !== old.at(-1 - at));
  const lastChanged = own.length - 1 - tailSame;
  const head = own.findIndex((line) => /[{:]$/.test(line) || /^\s*def [^:]*$/.test(line));
  const hasTail = !style.isIndented;
  const [from, to] = [changedAt - 1 - upTo(2, random), lastChanged + 1 + upTo(2, random)];
  const last = own.length - (hasTail ? 1 : 0);
  const isInside = head !== -1 && from > head + 1 && to < last - 1;
  const isOnce = (line: string | undefined): boolean =>
    count(line, old) === 1 && count(line, own) === 1 && isTelling(line);
  // A mark stands for code.
  const isLeftOut = [own.slice(head + 1, from), own.slice(to + 1, last)].every((some) =>
    some.some((line) => isSignificant(line, undefined)),
  );
  const isClosed = !hasTail || /^\s*(?:\}|end|\}\);?|fi|done)$/.test(own.at(-1) ?? '');
  if (
    !isInside ||
    !isLeftOut ||
    !isOnce(own[from]) ||
    !isOnce(own[to]) ||
    !isClosed ||
    first < 0 ||
    grown < 0
  ) {
    return undefined;
  }
  const indent = indentOf(own[head + 1]);
  return done(change, [
    ...own.slice(0, head + 1),
    mark(change, indent, random),
    ...own.slice(from, to + 1),
    mark(change, indent, random),
    ...own.slice(last),
  ]);
}

/** The changed function, and one that is not changed. */
function twoFunctions(change: CodeChange, random?: () => number): Formed | undefined {
  const { changed, declared, before, lines } = change;
  const siblings = declared.filter(
    ({ parent, own }) => parent?.own === changed.parent?.own && own !== changed.own,
  );
  const all = siblings.filter(({ isContainer }) => !isContainer);
  const other = all.find(({ from }) => from >= changed.to);
  const isOnce = (name: string): boolean =>
    declared.filter((one) => one.name === name).length === 1;
  if (
    other === undefined ||
    !isOnce(other.name) ||
    count(before[other.own], before) > 1 ||
    changed.parent !== undefined
  ) {
    return undefined;
  }
  const between = before.slice(changed.to, other.from).some((line) => line.trim() !== '');
  const marked = random === undefined ? [] : [mark(change, '', random), ''];
  // Without a mark, and with most of what the file has, it may be a file from which something is to go.
  const isPart = declared.filter(({ parent }) => parent === undefined).length > 5;
  return (between && random === undefined && !isPart) || (!between && random !== undefined)
    ? undefined
    : done(change, [...lines, '', ...marked, ...before.slice(other.from, other.to)]);
}

/** Lines around the change. The first and the last are in the file once. */
function fragment(change: CodeChange, random: () => number): Formed | undefined {
  const { changed, before, grown } = change;
  const after = afterLines(change);
  const first = after.findIndex((line, at) => line !== before[at]);
  const same = after.toReversed().findIndex((line, at) => line !== before.at(-1 - at));
  const last = after.length - 1 - same;
  const [from, to] = [first - 1 - upTo(4, random), last + 1 + upTo(4, random)];
  const isInside = from > changed.own + 1 && to < changed.to + grown - 1 && grown >= 0;
  const isOnce = (line: string | undefined): boolean =>
    count(line, before) === 1 && count(line, after) === 1 && isTelling(line);
  if (!isInside || !isOnce(after[from]) || !isOnce(after[to])) {
    return undefined;
  }
  const shown = after.slice(from, to + 1);
  const shared = shown.filter((line) => isTelling(line) && before.includes(line)).length;
  const told = shown.filter(isTelling).length;
  const text = shown.join('\n');
  const isBalanced =
    text.replaceAll(/[^([{]/g, '').length === text.replaceAll(/[^)\]}]/g, '').length;
  const isLevel = indentOf(shown.at(-1)).length <= indentOf(shown[0]).length;
  return shared * 2 > told && isBalanced && isLevel ? done(change, shown) : undefined;
}
