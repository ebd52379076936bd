/** An import of a list of names, as it is written. */
interface NamedImport {
  /** The text up to the names, such as `import {`, and the one behind them. */
  readonly start: string;
  readonly end: string;
  readonly list: string;
  /** What is between two names: in Go, they are on lines of their own. */
  readonly comma: string;
  readonly names: readonly ImportedName[];
}

interface ImportedName {
  /** As it is written, such as `type a as b`. */
  readonly text: string;
  /** What it is called in the module, and in this file. */
  readonly name: string;
  readonly local: string;
}

/**
 * An import of a file with the names of another import of the same module. None is removed. Undefined if one of the two has
 * no list of names that is understood, or a name is brought twice or under two names.
 */
export function mergedImport(written: string, more: string): string | undefined {
  const [old, own] = [namedImport(written), namedImport(more)];
  const [oldWhole, whole] = [defaultName(written), defaultName(more)];
  if (old === undefined || own === undefined) {
    // A module itself and names of it may be on lines of their own.
    const { names = [] } = old ?? own ?? {};
    const isApart = names.length > 0 && (oldWhole === undefined) !== (whole === undefined);
    const isTwice = names.some(({ local }) => local === oldWhole || local === whole);
    return isApart && !isTwice ? `${written}\n${more}` : undefined;
  }
  if (whole !== undefined && whole !== oldWhole) {
    return undefined;
  }
  const texts = new Set(old.names.map(({ text }) => text));
  const added = own.names.filter(({ text }) => !texts.has(text));
  const taken = new Set([oldWhole, ...old.names.flatMap(({ name, local }) => [name, local])]);
  if (added.some(({ name, local }) => taken.has(name) || taken.has(local))) {
    return undefined;
  }
  // It has all of the other one, and perhaps in another order.
  const stated = new Set(own.names.map(({ text }) => text));
  if (whole === oldWhole && [...texts].every((text) => stated.has(text))) {
    return more;
  }
  return added.length === 0 ? written : withNames(old, added);
}

/** What an import brings is called in this file; none if it is written in a way that is not understood. */
export function importedNames(written: string): readonly string[] {
  const star = /^import \* as ([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(written.trim())?.[1];
  const names = namedImport(written)?.names ?? [];
  return [star, defaultName(written), ...names.map(({ local }) => local)]
    .filter((one) => one !== undefined)
    .filter((one) => !/^(?:self|_|\.)$/.test(one));
}

/** What a module itself is called: a default import of JavaScript. */
function defaultName(written: string): string | undefined {
  return /^import (?:type (?!from\b))?([\p{L}_$][\p{L}\p{N}_$]*)(?=,|\s+from\s)/u.exec(
    written.trim(),
  )?.[1];
}

function withNames(
  { start, end, list, comma }: NamedImport,
  added: readonly ImportedName[],
): string {
  const filled = list.trimEnd();
  const isClosed = comma !== '' && filled.endsWith(comma);
  const last = filled.lastIndexOf('\n');
  // Each name has a line of its own, or all are on one.
  const between =
    last === -1 ? ', ' : `${comma}\n${/^[\t ]*/.exec(filled.slice(last + 1))?.[0] ?? ''}`;
  const names = [isClosed ? filled.slice(0, -1) : filled, ...added.map(({ text }) => text)];
  return start + names.join(between) + (isClosed ? comma : '') + list.slice(filled.length) + end;
}

/** In characters; a longer import is not read. */
const longest = 10_000;

const forms = [
  // JavaScript and TypeScript: `import type a, { b, c as d } from 'e';`
  /^(?<start>import (?:type )?(?:[\p{L}_$][\p{L}\p{N}_$]*,\s*)?\{)(?<list>[^{}]*)(?<end>\}\s+from\s*(?:"[^"\n]+"|'[^'\n]+');?)$/u,
  // Node.js: `const { b, c } = require('e');`
  /^(?<start>(?:const|let|var) \{)(?<list>[^{}]*)(?<end>\}\s*=\s*require\((?:"[^"\n]+"|'[^'\n]+')\);?)$/u,
  // Python: `from a import b, c as d`, also in brackets
  /^(?<start>from \S+ import )(?<list>[^()*\\\n]+)$/u,
  /^(?<start>from \S+ import \()(?<list>[^()*\\]+)(?<end>\))$/u,
  // Go: a name is that of a package
  /^(?<start>import \()(?<list>[^()]*)(?<end>\))$/u,
  // Rust: `use a::{b, c};`
  /^(?<start>(?:pub )?use [\w:]+::\{)(?<list>[^{}*]+)(?<end>\};)$/u,
];

function namedImport(written: string): NamedImport | undefined {
  const text = written.slice(0, longest + 1).trim();
  // The text of a comment would be taken for a name.
  if (text.length > longest || /\/\/|\/\*|#/.test(text.replaceAll(/"[^"\n]*"|'[^'\n]*'/g, ''))) {
    return undefined;
  }
  const groups = forms.map((form) => form.exec(text)?.groups).find((one) => one !== undefined);
  const { start = '', list = '', end = '' } = groups ?? {};
  const texts = list.split(/[,\n]/).map((one) => one.trim().replaceAll(/\s+/g, ' '));
  const names = texts.filter((one) => one !== '').map(importedName);
  return names.length > 0 && names.every((one) => one !== undefined)
    ? { start, list, end, names, comma: start === 'import (' ? '' : ',' }
    : undefined;
}

const imported = [
  /^(?:type )?(?<name>[\p{L}_$][\p{L}\p{N}_$]*)(?: as (?<local>[\p{L}_$][\p{L}\p{N}_$]*))?$/u,
  /^(?:(?<local>[\w.]+) )?"(?:[^"\s]{0,200}\/)?(?<name>(?!v\d+")\w[\w.-]{0,100})(?:\/v\d+)?"$/,
];

function importedName(text: string): ImportedName | undefined {
  const groups = imported.map((form) => form.exec(text)?.groups).find((one) => one !== undefined);
  const { name, local = name } = groups ?? {};
  return name === undefined || local === undefined ? undefined : { text, name, local };
}
