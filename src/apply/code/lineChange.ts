import type { LineRange } from '../placeEdit.ts';
import type { CodeRefusal, Refusal } from './codePlan.ts';

/** Lines of a file that are replaced by others, and the lines that must not have been edited meanwhile. */
export interface LineChange extends LineRange {
  readonly lines: readonly string[];
  readonly quoted: LineRange;
}

/** Changes, or why there are none. */
export type Changes = readonly LineChange[] | Refusal;

/** A refusal, with the name that it is about. */
export function refused(reason: CodeRefusal, name?: string): Refusal {
  return { kind: 'refuse', reason, ...(name !== undefined && { name: name.slice(0, 100) }) };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'refuse';
}

/** Whether lines are replaced by the same ones only, blanks at their ends aside. */
export function changesNothing(changes: readonly LineChange[], file: readonly string[]): boolean {
  return changes.every(
    ({ from, to, lines }) =>
      to - from === lines.length &&
      lines.every((line, at) => line.trimEnd() === file[from + at]?.trimEnd()),
  );
}
