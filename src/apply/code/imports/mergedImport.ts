import { type NameList, readImport } from '../items/readImport.ts';

/**
 * An import of a file with the names of another import of the same module. None is removed. Undefined if one of the two has
 * no list of names that is understood, or a name is brought twice or under two names.
 */
export function mergedImport(written: string, more: string): string | undefined {
  const [old, own] = [readImport(written), readImport(more)];
  if (old.list === undefined || own.list === undefined) {
    // A module itself and names of it may be on lines of their own.
    const { names = [] } = old.list ?? own.list ?? {};
    const isApart = names.length > 0 && (old.whole === undefined) !== (own.whole === undefined);
    const isTwice = names.some(({ local }) => local === old.whole || local === own.whole);
    return isApart && !isTwice ? `${written}\n${more}` : undefined;
  }
  if (own.whole !== undefined && own.whole !== old.whole) {
    return undefined;
  }
  const [had, stated] = [old.list, own.list].map(({ names }) => names.map(({ text }) => text));
  const added = own.list.names.filter(({ text }) => had?.includes(text) !== true);
  const taken = new Set([old.whole, ...old.list.names.flatMap(({ name, local }) => [name, local])]);
  if (added.some(({ name, local }) => taken.has(name) || taken.has(local))) {
    return undefined;
  }
  // It has all of the other one, and perhaps in another order.
  if (own.whole === old.whole && had?.every((text) => stated?.includes(text))) {
    return more;
  }
  return added.length === 0
    ? written
    : withNames(
        old.list,
        added.map(({ text }) => text),
      );
}

/** Each name has a line of its own, which in Go ends it, or all are on one. */
function withNames({ start, text, end }: NameList, added: readonly string[]): string {
  const filled = text.trimEnd();
  const comma = start === 'import (' ? '' : ',';
  const last = filled.lastIndexOf('\n');
  const indent = /^[\t ]*/.exec(filled.slice(last + 1))?.[0] ?? '';
  const isClosed = filled.endsWith(',');
  const names = [isClosed ? filled.slice(0, -1) : filled, ...added];
  const list = names.join(last === -1 ? ', ' : `${comma}\n${indent}`);
  return start + list + (isClosed ? comma : '') + text.slice(filled.length) + end;
}
