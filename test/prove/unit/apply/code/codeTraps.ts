import { upTo } from '../cases/changes.ts';
import { afterLines, type CodeChange, filled, joined } from './codeCase.ts';
import type { CodeForm, Formed } from './codeForms.ts';

/**
 * Blocks that can be meant in more than one way, or are broken. None of them may be applied, or those that leave something
 * out only so that it stays.
 */

function trap(lines: readonly string[]): Formed {
  return { block: joined(lines), accepted: [], isUnique: false };
}

/** What is not in the block stays, but for the lines that the change replaces. */
function keeping(change: CodeChange, lines: readonly string[]): Formed {
  const { before } = change;
  const after = afterLines(change);
  const first = before.findIndex((line, at) => line !== after[at]);
  const same = before.toReversed().findIndex((line, at) => line !== after.at(-1 - at));
  // An added line may be like the one before it.
  const last = before.length - Math.min(same, before.length - first, after.length - first);
  const kept = [...before.slice(0, first), ...before.slice(last)];
  return { ...trap(lines), kept: filled(joined(kept)) };
}

function ownLines({ changed, lines }: CodeChange): readonly string[] {
  return lines.slice(changed.own - changed.from);
}

function escaped(name: string): string {
  return name.replaceAll(/[^\w]/g, (sign) => `\\${sign}`);
}

function indentOf(line: string | undefined): string {
  return /^\s*/.exec(line ?? '')?.[0] ?? '';
}

/** Whether a line is code that is something for itself. */
function isStatement(line: string): boolean {
  return /\w{3}/.test(line) && !/^\s*(?:\/\/|#|\*|\/\*|else|end|pass|return\b\W*$)/.test(line);
}

export const codeTraps: Readonly<Record<string, CodeForm>> = {
  'under another name': (change) => {
    const own = ownLines(change);
    const name = change.changed.name;
    const line = (own[0] ?? '').replace(
      new RegExp(`${escaped(name)}(?![\\w$])`),
      () => `${name}Other`,
    );
    return line === own[0] || /[^\w$]/.test(name) ? undefined : trap([line, ...own.slice(1)]);
  },
  'a new function alone': ({ style }) =>
    style.newFunction.length === 0 ? undefined : trap(style.newFunction),
  'the body left out without dots': (change) => {
    const own = ownLines(change);
    const { style } = change;
    const head = own.findIndex((line) => /[{:]$/.test(line));
    const indent = indentOf(own[head + 1]);
    const said = ['implementation', 'same as before', 'TODO: keep the old code', 'as above'];
    const text = `${indent}${style.comment} ${said[own.length % 4] ?? ''}${style.commentEnd}`;
    return head === -1
      ? undefined
      : keeping(change, [
          ...own.slice(0, head + 1),
          text,
          ...(style.isIndented ? [`${indent}pass`] : own.slice(-1)),
        ]);
  },
  'a mark next to a line that is new': (change, random) => {
    const own = ownLines(change);
    const { style, grown } = change;
    const head = own.findIndex((line) => /[{:]$/.test(line));
    if (head === -1 || own.length < 8 || grown < 0) {
      return undefined;
    }
    const indent = indentOf(own[head + 1]);
    const added = `${indent}${style.statement}`;
    const marked = `${indent}${style.comment} ... existing code ...${style.commentEnd}`;
    const at = head + 2 + upTo(2, random);
    return keeping(change, [...own.slice(0, at), added, marked, added, ...own.slice(-2)]);
  },
  'the rest left out in words of no list': (change, random) => {
    const own = ownLines(change);
    const { style } = change;
    const head = own.findIndex((line) => /[{:]$/.test(line));
    const rest = own.slice(head + 2, -2).filter(isStatement);
    // What is new below a comment, it may be about.
    const isNewBelow = !change.before.includes(own.at(-2) ?? '');
    const said = [
      'reste du code inchangé',
      'código sin cambios',
      '其余代码不变',
      'остальной код',
      'och så vidare',
      'qwertz',
      '~~~',
    ];
    const text = `${style.comment} ${said[upTo(said.length, random)] ?? ''}${style.commentEnd}`;
    return head === -1 || rest.length < 2 || isNewBelow || !change.before.includes(own.at(-1) ?? '')
      ? undefined
      : keeping(change, [
          ...own.slice(0, head + 2),
          indentOf(own[head + 1]) + text,
          ...own.slice(random() < 0.5 || style.isIndented ? -1 : -2),
        ]);
  },
  'a line of the function at its start, the rest left out': (change, random) => {
    const own = ownLines(change);
    const { style } = change;
    const head = own.findIndex((line) => /[{:]$/.test(line));
    const indent = indentOf(own[head + 1]);
    const later = own.flatMap((line, at) =>
      at > head + 2 && at < own.length - 1 && indentOf(line) === indent && isStatement(line)
        ? [at]
        : [],
    );
    const at = later[upTo(later.length, random)];
    const isBetween = own.slice(head + 1, at).filter(isStatement).length > 1;
    return head === -1 || at === undefined || !isBetween
      ? undefined
      : keeping(change, [
          ...own.slice(0, head + 1),
          own[at] ?? '',
          `${indent}${style.comment} ... existing code ...${style.commentEnd}`,
          ...(style.isIndented ? [] : own.slice(-1)),
        ]);
  },
  'cut in the middle': (change) => {
    const own = ownLines(change);
    return change.style.isIndented || own.length < 6
      ? undefined
      : keeping(change, own.slice(0, own.length >> 1));
  },
  'members missing without a mark': (change) => {
    const { changed, declared, before, lines, style } = change;
    const { parent } = changed;
    const members = declared.filter(
      (one) => one.parent?.own === parent?.own && one.parent !== undefined,
    );
    const gone = members.find(({ own }) => own !== changed.own);
    if (parent === undefined || gone === undefined || members.length < 3 || style.fence === 'css') {
      return undefined;
    }
    const shown = before.flatMap((line, at) => {
      if (at < parent.own || at >= parent.to || (at >= gone.from && at < gone.to)) {
        return [];
      }
      return at === changed.from ? lines : at > changed.from && at < changed.to ? [] : [line];
    });
    const isUsed = new RegExp(`(?<![\\w$])${escaped(gone.name)}(?![\\w$])`).test(shown.join('\n'));
    return isUsed ? undefined : keeping(change, shown);
  },
  'two functions in another order': (change) => {
    const { changed, declared, before, lines } = change;
    const other = declared.find(
      ({ parent, isContainer, from }) => parent === undefined && !isContainer && from >= changed.to,
    );
    const isOnce = declared.filter(({ name }) => name === other?.name).length === 1;
    return changed.parent !== undefined || other === undefined || !isOnce
      ? undefined
      : keeping(change, [...before.slice(other.from, other.to), '', ...lines]);
  },
  'without export': (change) => {
    const own = ownLines(change);
    return /^export (?!default)/.test(own[0] ?? '')
      ? trap([(own[0] ?? '').replace('export ', ''), ...own.slice(1)])
      : undefined;
  },
  'without its decorators': (change) => {
    const own = ownLines(change);
    return /^\s*@\w/.test(own[0] ?? '')
      ? { ...trap(own.slice(1)), accepted: [joined(afterLines(change))] }
      : undefined;
  },
  'with a mark in braces': (change) => {
    const own = ownLines(change);
    return own[0]?.endsWith('{') === true && own.length > 4
      ? trap([`${own[0] ?? ''} ... }`])
      : undefined;
  },
  'with the numbers of its lines': (change) => ({
    ...trap(ownLines(change).map((line, at) => `${change.changed.own + at + 1} | ${line}`)),
    accepted: [joined(afterLines(change))],
  }),
  'with words in between': (change) => {
    const own = ownLines(change);
    return trap([
      'Here is the function with the change that you asked for:',
      '',
      ...own,
      '',
      'This makes it faster!',
    ]);
  },
  'the whole file without one of its functions': (change) => {
    const { declared, changed } = change;
    const roots = declared.filter(({ parent }) => parent === undefined);
    const gone = roots.find(({ own, isContainer }) => own !== changed.own && !isContainer);
    const after = afterLines(change);
    if (gone === undefined || changed.parent !== undefined || roots.length < 3) {
      return undefined;
    }
    const by = gone.from > changed.from ? change.grown : 0;
    const shown = after.toSpliced(gone.from + by, gone.to - gone.from);
    const isUsed = new RegExp(`(?<![\\w$])${escaped(gone.name)}(?![\\w$])`).test(shown.join('\n'));
    return isUsed ? undefined : keeping(change, shown);
  },
  'lines missing without a mark': (change) => {
    const { changed, before, lines } = change;
    const own = lines.slice(changed.own - changed.from);
    const kept = own.filter((_, at) => at < 2 || at > own.length - 3);
    const once = (line: string | undefined): boolean =>
      before.filter((one) => one === line).length === 1;
    return own.length >= 14 && once(own[1]) && once(own.at(-2))
      ? keeping(change, kept.slice(1, -1))
      : undefined;
  },
};
