import { upTo } from '../cases/changes.ts';
import { afterLines, type CodeCase, type CodeChange } from './codeCase.ts';
import type { Formed } from './codeForms.ts';

/** How the file differs from what the block was made of, or how it changes meanwhile; undefined if it cannot. */
type CodeTarget = (one: CodeCase, change: CodeChange, random: () => number) => CodeCase | undefined;

/** A case of a block that is for the file as it is. */
export function plainCase(name: string, change: CodeChange, formed: Formed): CodeCase {
  const { file, style } = change;
  const text = `${change.before.join('\n')}\n`;
  return {
    name,
    path: file.path,
    language: style.fence,
    isComplete: true,
    target: { text, seen: text },
    ...formed,
  };
}

function each(one: CodeCase, map: (text: string) => string): CodeCase {
  const text = map(one.target.text);
  return { ...one, target: { text, seen: text }, accepted: one.accepted.map(map) };
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w]/g, (sign) => `\\${sign}`);
}

const commented: ReadonlySet<string> = new Set(['css']);

export const codeTargets: Readonly<Record<string, CodeTarget>> = {
  plain: (one) => one,
  'not seen': (one) => ({ ...one, target: { text: one.target.text } }),
  CRLF: (one) => each(one, (text) => text.replaceAll('\n', '\r\n')),
  'byte order mark': (one) => each(one, (text) => `\ufeff${text}`),
  'no line break at the end': (one) => each(one, (text) => text.replace(/\n$/, '')),
  'blank lines at the end': (one) => each(one, (text) => `${text}\n\n`),
  'a block with CRLF': (one) => ({ ...one, block: one.block.replaceAll('\n', '\r\n') }),
  'no language': (one) => ({ ...one, language: '' }),
  'another language': (one) => ({ ...one, language: 'text' }),
  'a file with tabs': (one, { style, before }) => {
    const width = before.every((line) => /^(?: {4})*(?:[^ ]|$)/.test(line)) ? 4 : 2;
    const level = new RegExp(`^(?: {${width}})+`, 'gm');
    const isRegular = before.every((line) => !line.replace(level, '').startsWith(' '));
    return style.fence === 'python' || !isRegular || hasLongText(one)
      ? undefined
      : each(one, (text) => text.replaceAll(level, (spaces) => '\t'.repeat(spaces.length / width)));
  },
  'typed elsewhere': (one, change, random) => {
    const { before, changed, style } = change;
    const blanks = before.flatMap((line, at) => (line === '' ? [at] : []));
    const far = blanks.filter((at) => at < changed.from - 4 || at > changed.to + 4);
    const at = far[upTo(far.length, random)];
    const [accepted] = one.accepted;
    const isPart =
      changed.parent === undefined ||
      at === undefined ||
      at < changed.parent.from - 4 ||
      at > changed.parent.to + 4;
    if (
      at === undefined ||
      accepted === undefined ||
      one.accepted.length > 1 ||
      !isPart ||
      commented.has(style.fence)
    ) {
      return undefined;
    }
    const typed = (text: string, line: number): string =>
      text.split('\n').toSpliced(line, 0, '', `${style.comment} typed meanwhile`).join('\n');
    const shift = shiftAt(at, one.target.text.split('\n'), accepted.split('\n'));
    if (shift === undefined) {
      return undefined;
    }
    return {
      ...one,
      target: { seen: one.target.text, text: typed(one.target.text, at) },
      accepted: [typed(accepted, at + shift)],
    };
  },
  'typed at the place': (one, change) => {
    const lines = one.target.text.split('\n');
    const after = afterLines(change);
    const first = change.before.findIndex((line, at) => line !== after[at]);
    const typed = lines.with(first, `${lines[first] ?? ''} typed`);
    return {
      ...one,
      target: { seen: one.target.text, text: typed.join('\n') },
      accepted: [],
      isUnique: false,
    };
  },
  'twice in the file': (one, { before, changed, style }) => {
    if (
      changed.parent !== undefined ||
      commented.has(style.fence) ||
      one.name.startsWith('whole file')
    ) {
      return undefined;
    }
    const text = [...before, '', ...before.slice(changed.from, changed.to), ''].join('\n');
    return { ...one, target: { text, seen: text }, accepted: [], isUnique: false };
  },
  'in two classes': (one, { before, changed }) => {
    const { parent } = changed;
    if (parent === undefined || !one.name.startsWith('one function')) {
      return undefined;
    }
    // A method may have the name of its class in its own.
    const name = new RegExp(`(?<![\\w$])${escaped(parent.name)}(?![\\w$])`);
    const copy = before
      .slice(parent.own, parent.to)
      .map((line, at) => (at < 3 ? line.replace(name, () => `${parent.name}Copy`) : line));
    const text = [...before, '', ...copy, ''].join('\n');
    return { ...one, target: { text, seen: text }, accepted: [], isUnique: false };
  },
  'applied before': (one) => {
    const [accepted] = one.accepted;
    return accepted === undefined
      ? undefined
      : { ...one, target: { text: accepted, seen: accepted }, accepted: [], isUnique: false };
  },
  'reply cut': (one) => ({ ...one, isComplete: false, accepted: [], isUnique: false }),
};

/** By how many lines a line is further down afterwards; undefined if that cannot be told. */
function shiftAt(
  at: number,
  before: readonly string[],
  after: readonly string[],
): number | undefined {
  const first = before.findIndex((line, index) => line !== after[index]);
  const last = before.toReversed().findIndex((line, index) => line !== after.at(-1 - index));
  if (at <= first) {
    return 0;
  }
  const most = after.length - before.length;
  if (at >= before.length - last) {
    return most;
  }
  const isSame = (shift: number): boolean =>
    before.slice(at - 2, at + 3).join('\n') ===
    after.slice(at - 2 + shift, at + 3 + shift).join('\n');
  const shifts = Array.from({ length: Math.max(0, most) + 1 }, (_, shift) => shift).filter(isSame);
  return shifts.length === 1 ? shifts[0] : undefined;
}

function hasLongText({ target }: CodeCase): boolean {
  return /`|"""|'''|\/\*/.test(target.text);
}
