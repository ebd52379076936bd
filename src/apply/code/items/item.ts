import type { LineRange } from '../../lines/textLines.ts';

/** A part of a text that has siblings: a declaration, an import, a statement, a section, a comment that stands alone. */
export interface Item {
  readonly kind: 'import' | 'named' | 'statement' | 'comment';
  /** What tells it from its siblings, as far as anything does. */
  readonly key: string;
  readonly name: string;
  /** What it gives a name to beside it: itself, the names of an import or of an assignment of several, an export. */
  readonly names: readonly string[];
  /** The lines from the comments before it to the one after it, counted from 0. */
  readonly from: number;
  readonly to: number;
  /** The first line of itself, with its decorators. */
  readonly own: number;
  /** The text before its body, or all of it, without white space. */
  readonly head: string;
  /** The words before its name, decorators included. */
  readonly modifiers: readonly string[];
  /** The first line of its body and the one after it, without the lines that its braces are on. */
  readonly body?: { readonly from: number; readonly to: number } | undefined;
  /** What it says behind its heading, if it is a section of a text, which may get another heading. */
  readonly said?: string | undefined;
  /** What its body has; undefined if it is no container. */
  readonly members?: readonly Item[] | undefined;
}

/** An item that is called what tells it from others, unless it has a name. */
export function itemOf({
  key,
  name = key,
  head,
  ...rest
}: Omit<Item, 'name' | 'names' | 'modifiers'> &
  Partial<Pick<Item, 'name' | 'names' | 'modifiers'>>): Item {
  return {
    key,
    name: name.slice(0, 100),
    names: [],
    head: head.replaceAll(/\s+/g, ''),
    modifiers: [],
    ...rest,
  };
}

/** What tells an item from its siblings, of any kind. */
export function idOf({ kind, key }: Item): string {
  return `${kind} ${key}`;
}

/** How many lines items have, without the comments above them. */
export function linesOf(items: readonly Item[]): number {
  return items.reduce((sum, { own, to }) => sum + to - own, 0);
}

/** Whether an item is, in part, within lines. */
export function touches({ own, to }: Item, within: LineRange | undefined): boolean {
  return within !== undefined && own < within.to && to > within.from;
}

/** Those that have the same in common, in their order. */
export function groupedBy<Key, One>(
  all: Iterable<One>,
  keyOf: (one: One) => Key,
): ReadonlyMap<Key, One[]> {
  const found = new Map<Key, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, [one]);
    } else {
      known.push(one);
    }
  }
  return found;
}

/** Lines without blank ones and the white space at their edges. */
export function saidIn(lines: readonly string[]): string {
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '');
  return filled.join('\n');
}
