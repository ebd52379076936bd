import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { isRecord } from '../shared/guards.ts';
import { readValues } from './readCode.ts';
import { type ReadTree, readTree } from './readTree.ts';

const nothing: ReadTree = { candidates: [], variables: [] };

/** Reads JSON, also with comments, and parts of it. */
export function readJson(text: string): ReadTree {
  return /^\s*(?:[[{"']|\/\/|\/\*)/.test(text) && /["']\s{0,20}:/.test(text)
    ? readTree(readValues(text))
    : nothing;
}

/** Reads TOML, which has at least one table. */
export function readToml(text: string): ReadTree {
  if (
    !/^[ \t]*\[{1,2}[^\]\n]{1,200}\]{1,2}[ \t]*(?:#.*)?$/m.test(text) ||
    !/^[ \t]*["\w.-]{1,200}[ \t]*=/m.test(text)
  ) {
    return nothing;
  }
  try {
    return readTree(parseToml(text));
  } catch {
    return nothing;
  }
}

/** The parser of YAML looks ahead: longer texts are not tried. */
const maxYamlLength = 131_072;

/** Reads YAML. With `isStrict`, only if there is no mistake in it: much that is no YAML can be read as if it were. */
export function readYaml(text: string, { isStrict }: { readonly isStrict: boolean }): ReadTree {
  if (
    text.length > maxYamlLength ||
    !/^[ \t]*(?:- )?["']?[\w][\w ./-]{0,100}["']?:(?:\s|$)/m.test(text)
  ) {
    return nothing;
  }
  try {
    const document = parseDocument(withoutIndent(text), {
      prettyErrors: false,
      logLevel: 'silent',
      uniqueKeys: true,
    });
    const isWrong = document.errors.some(({ code }) => isStrict || code === 'DUPLICATE_KEY');
    const value: unknown = isWrong ? undefined : document.toJS({ maxAliasCount: 50 });
    return isRecord(value) || Array.isArray(value) ? readTree(value) : nothing;
  } catch {
    // Nested too deeply, or with too many aliases.
    return nothing;
  }
}

/** A part of a file is copied with the indent that it had there. */
function withoutIndent(text: string): string {
  const lines = text.replaceAll('\t', '  ').split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  // The first line often lacks its indent.
  const [first = 0, ...others] = indents;
  const least = others.reduce(
    (a, b) => Math.min(a, b),
    first === 0 && others.length > 0 ? Infinity : first,
  );
  const cut = Number.isFinite(least) ? least : 0;
  const canCutFirst = first >= cut;
  return canCutFirst ? lines.map((line) => line.slice(cut)).join('\n') : lines.join('\n');
}
