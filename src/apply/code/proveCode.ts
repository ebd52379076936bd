import type { CodeRefusal } from './codePlan.ts';
import type { CodeText } from './codeText.ts';
import type { CodeSyntax } from './syntax.ts';
import { isElisionMark } from './elisionMarks.ts';
import type { Item } from './items/outline.ts';

/** Two states of a file. */
interface States {
  readonly before: CodeText;
  readonly after: CodeText;
}

/**
 * What is wrong with a file after a change; undefined if nothing is: no error that was not there before, no name twice, no
 * name gone, no mark left.
 */
export function proveCode(
  { before, after: now }: States,
  syntax: CodeSyntax | undefined,
): CodeRefusal | undefined {
  if (syntax !== undefined && (now.items === undefined || now.errors > before.errors)) {
    return 'syntax';
  }
  const [had, has] = [countMarks(before.lines, syntax), countMarks(now.lines, syntax)];
  if (has > had) {
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

function countMarks(lines: readonly string[], syntax: CodeSyntax | undefined): number {
  return lines.filter((line) => isElisionMark(line, syntax?.language)).length;
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
