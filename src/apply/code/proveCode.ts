import { indentOf } from '../indentation.ts';
import type { CodeRefusal } from './codePlan.ts';
import type { CodeText } from './codeText.ts';
import type { CodeSyntax } from './syntax.ts';
import { isElisionMark } from './elisionMarks.ts';
import { declaredTwice } from './items/declaredTwice.ts';
import type { Item } from './items/outline.ts';
import { leftOutLine } from './leftOutLine.ts';

/** Two states of a file. */
interface States {
  readonly before: CodeText;
  readonly after: CodeText;
}

/**
 * What is wrong with a file after a change by code; undefined if nothing is: no error that was not there before, no name
 * twice, no name gone, nothing that stands for code.
 */
export function proveCode(states: States, syntax: CodeSyntax | undefined): CodeRefusal | undefined {
  const { before, after: now } = states;
  if (syntax !== undefined && (now.items === undefined || hasMoreErrors(states, syntax))) {
    return 'syntax';
  }
  if (
    countMarks(now) > countMarks(before) ||
    leftOutLine(before.lines, now.lines, now.language) !== undefined
  ) {
    return 'elision';
  }
  const [names, left] = [namesOf(before.items ?? []), namesOf(now.items ?? [])];
  for (const [name, count] of left) {
    if (count > 1 && count > (names.get(name) ?? 0)) {
      return 'duplicate';
    }
  }
  const isLost = [...names].some(([name, count]) => (left.get(name) ?? 0) < count);
  return isLost ? 'missing' : undefined;
}

/**
 * The same after edits that say themselves which lines they replace: names may be gone, and such that a language lets one
 * give twice may be there twice. What cannot be read before is not compared.
 */
export function proveEdits(
  states: States,
  syntax: CodeSyntax | undefined,
): { readonly reason: CodeRefusal; readonly name?: string | undefined } | undefined {
  const { before, after } = states;
  const isRead = syntax !== undefined && before.items !== undefined;
  if (isRead && (after.items === undefined || hasMoreErrors(states, syntax))) {
    return { reason: 'syntax' };
  }
  if (leftOutLine(before.lines, after.lines, after.language) !== undefined) {
    return { reason: 'elision' };
  }
  const name = isRead ? declaredTwice(before, after, syntax.language) : undefined;
  return name === undefined ? undefined : { reason: 'duplicate', name: name.slice(0, 100) };
}

function hasMoreErrors({ before, after }: States, { language }: CodeSyntax): boolean {
  return (
    after.errors > before.errors ||
    // The grammar takes a block without lines.
    (language === 'python' && emptyBlocks(after.lines) > emptyBlocks(before.lines))
  );
}

function countMarks({ lines, language }: CodeText): number {
  return lines.filter((line) => isElisionMark(line, language)).length;
}

/** How often there is something of a name, each with the names of what it is in. */
function namesOf(items: readonly Item[], within = ''): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (name: string, count: number): void =>
    void found.set(name, (found.get(name) ?? 0) + count);
  for (const { kind, key, members } of items) {
    if (kind === 'named') {
      add(within + key, 1);
      for (const [name, count] of namesOf(members ?? [], `${within}${key}\n`)) {
        add(name, count);
      }
    }
  }
  return found;
}

const blockHead =
  /^\s*(?:(?:async\s+)?(?:for|with|def)\b|(?:if|elif|else|while|try|except|finally|class|match|case)\b).*:\s*(?:#.*)?$/;

/** How many lines of Python begin a block that the next line with code is not in. */
function emptyBlocks(lines: readonly string[]): number {
  const filled = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  return filled.filter(
    (line, at) =>
      blockHead.test(line.slice(0, 1000)) &&
      indentOf(filled[at + 1] ?? '').length <= indentOf(line).length,
  ).length;
}
