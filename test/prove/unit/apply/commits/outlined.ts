import type { CommitStyle } from './commitStyles.ts';

/** Something with a name in a file, found by its lines alone, apart from the code that is judged. */
export interface Outlined {
  /** Its name behind those of what it is in. */
  readonly path: string;
  /** The first line of the comments above it. */
  readonly from: number;
  /** Its first line, with what is written above it as a part of it. */
  readonly own: number;
  /** The line after its last one. */
  readonly to: number;
  /** The lines of its members; undefined if it has none. */
  readonly body?: readonly [from: number, to: number] | undefined;
  readonly parent?: Outlined | undefined;
}

/** All that has a name, at all levels, what contains others before them. */
export function outlined(lines: readonly string[], style: CommitStyle): readonly Outlined[] {
  switch (style.items) {
    case 'none':
      return [];
    case 'headings':
      return sections(
        lines,
        style.comment[0] === '#' ? /^(\[{1,2})\s*(\S[^\]]*)/ : /^(#{1,6})\s*(\S.*)/,
      );
    case 'indent':
      return inside({ lines, style }, 0, lines.length, undefined);
  }
}

interface Text {
  readonly lines: readonly string[];
  readonly style: CommitStyle;
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0;
}

/** A line that goes on with what is before it, though it is not indented. */
const goesOn =
  /^(?:[)\]}]|\{\s*$|"""|(?:end|else|elif|elsif|except|finally|catch|rescue|ensure|fi|done|esac|then|do|when|in|and|or|where|with)\b|&&|[|.?=]|:(?!:)|->)/;

const comment = /^(?:\/\/|\/?\*|--|<!--|#(?!\[|include|define|if|el|endif|pragma|undef|error))/;

const decorator = /^(?:@\w|#!?\[|\[\w+(?:\(.*\))?(?:, .*)?\]$)/;

const container =
  /(?:^|\s)(?:class|struct|interface|trait|enum|impl|object|module|defmodule|defimpl|namespace|extension|protocol|record|mixin)\s|^(?:describe|context|group)\b|^@(?:media|supports)/;

function inside(
  text: Text,
  from: number,
  to: number,
  parent: Outlined | undefined,
): readonly Outlined[] {
  const { lines, style } = text;
  const filled = lines.slice(from, to).filter((line) => line.trim() !== '');
  const base = Math.min(...filled.map(indentOf));
  const heads: number[] = [];
  let isCommented = false;
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    const isBeginning = line.trim() !== '' && indentOf(line) === base && !isCommented;
    // An entry of a list has no name.
    const isEntry = line.trim().startsWith('- ') && style.isIndented;
    if (isBeginning && !goesOn.test(line.trim()) && !isEntry) {
      heads.push(at);
    }
    isCommented = line.trim().startsWith('/*') || isCommented ? !line.includes('*/') : false;
  }
  return heads.flatMap((own, index) => {
    const one = outlinedAt(text, heads, index, to, parent);
    return one === undefined
      ? []
      : [one, ...(one.body === undefined ? [] : inside(text, ...one.body, one))].filter(
          ({ own: at }) => at >= own,
        );
  });
}

function outlinedAt(
  { lines, style }: Text,
  heads: readonly number[],
  index: number,
  end: number,
  parent: Outlined | undefined,
): Outlined | undefined {
  let own = heads[index] ?? 0;
  const head = (lines[own] ?? '').trim();
  let to = heads[index + 1] ?? end;
  while (to > own && (lines[to - 1] ?? '').trim() === '') {
    to -= 1;
  }
  const name = comment.test(head) || decorator.test(head) ? undefined : nameOf(head);
  const written = lines.slice(own, to).join('\n');
  const isCss = style.comment[1] === ' */';
  if (name === undefined || !isWhole(written) || (isCss && /,\s*$/.test(lines[own - 1] ?? ''))) {
    return undefined;
  }
  const opening = lines.slice(own, own + 6).findIndex((line) => /(?:[{:]|\bdo)\s*$/.test(line));
  const isOpened = opening !== -1 || ['#', '--'].includes(style.comment[0]);
  const last = goesOn.test((lines[to - 1] ?? '').trim()) ? to - 1 : to;
  const isContainer = container.test(head) || (style.isIndented && /^[\w-]+:$/.test(head));
  const body = [own + Math.max(0, opening) + 1, last] as const;
  const first = own;
  own = attached(lines, own, heads, decorator);
  const from = attached(lines, own, heads, comment);
  return {
    path: `${parent === undefined ? '' : `${parent.path}/`}${name}`,
    from,
    own,
    to,
    body: isContainer && isOpened && to - first > 2 && body[1] > body[0] ? body : undefined,
    parent,
  };
}

/** The first line of what is written right above a line and goes with it. */
function attached(
  lines: readonly string[],
  line: number,
  heads: readonly number[],
  kind: RegExp,
): number {
  let at = line;
  for (const head of heads.filter((one) => one < line).toReversed()) {
    const between = lines.slice(head, at);
    if (!kind.test((lines[head] ?? '').trim()) || between.some((one) => one.trim() === '')) {
      break;
    }
    at = head;
  }
  return at;
}

/** Whether brackets are closed and no long text is open, so that lines tell where something ends. */
function isWhole(written: string): boolean {
  const bare = written.replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*$/gm, '');
  const count = (part: string): number => bare.split(part).length - 1;
  return (
    count('(') === count(')') &&
    count('[') === count(']') &&
    count('{') === count('}') &&
    count('/*') === count('*/') &&
    (written.split('"""').length - 1) % 2 === 0 &&
    count('`') % 2 === 0 &&
    !/<<[-~]?['"]?[A-Z]{3}/.test(written)
  );
}

const words =
  'function\\*?|class|def|defp|defmacro|defmodule|defimpl|fn|func|fun|struct|interface|trait|enum|impl|object|module|type|namespace|extension|protocol|record|mixin|const|let|var|val';
const defined = new RegExp(`(?:^|[ )])(?:${words})\\s+(?:\\([^)]*\\)\\s*)?([\\w.$?!~:]+)`);

function nameOf(head: string): string | undefined {
  const isStatement =
    /^(?:if|for|while|switch|return|match|case|try|do|foreach|until|using)\b/.test(head);
  const told = /^(?:describe|context|group|it|test)\b.*?(["'`])(.{3,}?)\1/.exec(head)?.[2];
  const call = /^(?:[\w:<>,*&[\]?.]+\s+){0,6}[*&]?([\w~:$]+)\s*\([^;]*$/.exec(head)?.[1];
  const key = /^(?:- )?([\w./-]+):(?:\s|$)/.exec(head)?.[1];
  const rule = /^([.#&:@*\w[][^{]*?)\s*\{$/.exec(head)?.[1];
  return isStatement ? undefined : (told ?? defined.exec(head)?.[1] ?? call ?? key ?? rule);
}

/** Parts of Markdown or TOML by their titles. */
function sections(lines: readonly string[], title: RegExp): readonly Outlined[] {
  const fences = lines.map((line) => /^\s*(?:```|~~~)/.test(line));
  const isText = (at: number): boolean => fences.slice(0, at).filter(Boolean).length % 2 === 0;
  const titles = lines.flatMap((line, at) => {
    const [, signs, name] = title.exec(line) ?? [];
    const level = signs === '#' ? 1 : (signs?.length ?? 0);
    return name !== undefined && isText(at) ? [{ at, level, name }] : [];
  });
  const found: (Outlined & { readonly level: number })[] = [];
  for (const [index, { at, level, name }] of titles.entries()) {
    const next = titles.slice(index + 1).find((one) => one.level <= level);
    let to = next?.at ?? lines.length;
    while (to > at && (lines[to - 1] ?? '').trim() === '') {
      to -= 1;
    }
    const parent = found.findLast((one) => one.level < level && one.to > at);
    const own = name.trim().replaceAll('/', ' ');
    const path = parent === undefined ? own : `${parent.path}/${own}`;
    found.push({ path, from: at, own: at, to, parent, level });
  }
  return found;
}
