/** An import of names, as it is written. */
interface NamedImport {
  /** The text up to the names, such as `import {`, without a default import. */
  readonly start: string;
  /** The text behind them. */
  readonly end: string;
  /** What the module itself is called: a default import of JavaScript. */
  readonly whole: string | undefined;
  /** What is between the brackets, if there are any. */
  readonly list: string | undefined;
  readonly names: readonly ImportedName[];
}

interface ImportedName {
  /** As it is written, such as `type a as b`. */
  readonly text: string;
  /** What it is called in the module, and in this file. */
  readonly name: string;
  readonly local: string;
}

/** What becomes of an import of a file. */
export type MergedImport =
  | { readonly kind: 'merged'; readonly text: string; readonly added: readonly string[] }
  /** It has all names of the other one. */
  | { readonly kind: 'same' };

/**
 * An import of a file with the names of another import of the same module. None is removed. Undefined if one of the two
 * is written in a way that is not understood, or a name is brought twice or under two names.
 */
export function mergedImport(written: string, more: string): MergedImport | undefined {
  const [old, own] = [namedImport(written), namedImport(more)];
  if (old === undefined || own === undefined) {
    return undefined;
  }
  const texts = new Set(old.names.map(({ text }) => text));
  const added = own.names.filter(({ text }) => !texts.has(text));
  const taken = new Set(old.names.flatMap(({ name, local }) => [name, local]));
  const isTaken = added.some(({ name, local }) => taken.has(name) || taken.has(local));
  const isOther = own.whole !== undefined && old.whole !== undefined && own.whole !== old.whole;
  const whole = old.whole ?? own.whole;
  const isWholeTaken = [...old.names, ...added].some(({ local }) => local === whole);
  // One of types has either names or a default import.
  const isBoth = old.start.startsWith('import type') && own.whole !== undefined;
  if (isTaken || isOther || isWholeTaken || isBoth) {
    return undefined;
  }
  const locals = added.map(({ local }) => local);
  // It has all of the other one, and perhaps in another order.
  const stated = new Set(own.names.map(({ text }) => text));
  if (old.names.every(({ text }) => stated.has(text)) && own.whole === whole) {
    return locals.length === 0 ? { kind: 'same' } : { kind: 'merged', text: more, added: locals };
  }
  if (own.whole !== undefined && old.whole === undefined) {
    locals.push(own.whole);
  }
  return locals.length === 0
    ? { kind: 'same' }
    : { kind: 'merged', text: withNames(old, whole, added), added: locals };
}

/** What an import brings is called in this file; none if it is written in a way that is not understood. */
export function importedNames(written: string): readonly string[] {
  const star = starImport.exec(written.slice(0, longest).trim())?.[1];
  const { whole, names = [] } = namedImport(written) ?? {};
  return [star, whole, ...names.map(({ local }) => local)].filter((one) => one !== undefined);
}

function withNames(
  { start, end, list }: NamedImport,
  whole: string | undefined,
  added: readonly ImportedName[],
): string {
  const names = added.map(({ text }) => text);
  const before = whole === undefined ? start : start.replace(/\{?$/, `${whole}, {`);
  if (list === undefined) {
    return names.length === 0
      ? start + (whole ?? '') + end
      : `${before} ${names.join(', ')} }${end}`;
  }
  if (names.length === 0) {
    return before + list + end;
  }
  const filled = list.trimEnd();
  const isClosed = filled.endsWith(',');
  const last = filled.lastIndexOf('\n');
  // Each name has a line of its own, or all are on one.
  const between = last === -1 ? ', ' : `,\n${/^[\t ]*/.exec(filled.slice(last + 1))?.[0] ?? ''}`;
  const all = [isClosed ? filled.slice(0, -1) : filled, ...names].join(between);
  return before + all + (isClosed ? ',' : '') + list.slice(filled.length) + end;
}

/** In characters; a longer import is not read. */
const longest = 10_000;

const forms = [
  // JavaScript and TypeScript: `import type a, { b, c as d } from 'e';`
  /^(?<start>import (?:type )?)(?<whole>[\p{L}_$][\p{L}\p{N}_$]*)?(?:(?<comma>,\s*)?\{(?<list>[^{}]*)\})?(?<end>\s+from\s*(?:"[^"\n]+"|'[^'\n]+');?)$/u,
  // Node.js: `const { b, c } = require('e');`
  /^(?<start>(?:const|let|var) \{)(?<list>[^{}]*)(?<end>\}\s*=\s*require\((?:"[^"\n]+"|'[^'\n]+')\);?)$/u,
  // Python: `from a import b, c as d`, also in brackets
  /^(?<start>from \S+ import )(?<list>[^()*\\\n]+)$/u,
  /^(?<start>from \S+ import \()(?<list>[^()*\\]+)(?<end>\))$/u,
  // Rust: `use a::{b, c};`
  /^(?<start>(?:pub )?use [\w:]+::\{)(?<list>[^{}*]+)(?<end>\};)$/u,
];

function namedImport(written: string): NamedImport | undefined {
  const text = written.slice(0, longest + 1).trim();
  // The text of a comment would be taken for a name.
  if (text.length > longest || /\/\/|\/\*|#/.test(text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, ''))) {
    return undefined;
  }
  for (const form of forms) {
    const groups = form.exec(text)?.groups;
    if (groups === undefined) {
      continue;
    }
    const { start = '', whole, comma, list, end = '' } = groups;
    const names = (list ?? '')
      .split(',')
      .map((one) => one.trim().replaceAll(/\s+/g, ' '))
      .filter((one) => one !== '')
      .map(importedName);
    const isEmpty = list?.trim() === '';
    const isPair = whole !== undefined && list !== undefined;
    const isType = start === 'import type ' && whole !== undefined;
    const isRight = !isEmpty && !isType && (comma !== undefined) === isPair;
    const isBracketed = list !== undefined && start.startsWith('import ');
    return isRight && names.every((one) => one !== undefined)
      ? {
          start: isBracketed ? `${start}{` : start,
          end: isBracketed ? `}${end}` : end,
          whole,
          list,
          names,
        }
      : undefined;
  }
  return undefined;
}

const starImport = /^import \* as ([\p{L}_$][\p{L}\p{N}_$]*)/u;

const imported =
  /^(?:type )?(?<name>[\p{L}_$][\p{L}\p{N}_$]*)(?: as (?<local>[\p{L}_$][\p{L}\p{N}_$]*))?$/u;

function importedName(text: string): ImportedName | undefined {
  const { name, local = name } = imported.exec(text)?.groups ?? {};
  return name === undefined || local === undefined ? undefined : { text, name, local };
}
