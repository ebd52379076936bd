import type * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/placeEdit.ts';

/** What has proposed a change of a file. It is told once something of it is written. */
export interface ChangeOrigin {
  /** The text that it has changed. */
  readonly before: string;
  /** The text that it has made of that. */
  readonly after: string;
  /** `line` is where it is in the file, counted from 0; undefined if the file was deleted. */
  readonly written: (uri: vscode.Uri, line: number | undefined) => void;
}

/** A file of which changes were written. */
interface WrittenFile {
  readonly kind: 'change' | 'create' | 'remove';
  readonly uri: vscode.Uri;
  readonly origins: readonly ChangeOrigin[];
}

/**
 * Tells the origins of a proposal that changes of its file were written, each one only if something of it is among them. `now`
 * is the text that is proposed. The file has that text, or, if not `isAll`, only one of its changes.
 */
export function tellOrigins(
  { kind, uri, origins }: WrittenFile,
  now: string,
  written: readonly LineHunk[],
  isAll: boolean,
): void {
  for (const origin of origins) {
    if (kind === 'change') {
      const line = writtenLine(origin, now, written, isAll);
      if (line !== undefined) {
        origin.written(uri, line);
      }
    } else {
      origin.written(uri, kind === 'create' ? 0 : undefined);
    }
  }
}

/** The first line in the file of what an origin has changed and was written; undefined if nothing of it was. */
function writtenLine(
  { before, after }: ChangeOrigin,
  now: string,
  written: readonly LineHunk[],
  isAll: boolean,
): number | undefined {
  const since = lineHunks(after, now);
  for (const { after: changed } of lineHunks(before, after)) {
    const own = movedBy(since, changed);
    const hunk = written.find((one) => shareLines(own, one.after));
    if (hunk !== undefined) {
      const [from] = hunk.after;
      return Math.max(own.from, from) + (isAll ? 0 : hunk.before[0] - from);
    }
  }
  return undefined;
}

/** Where lines of a text are after these changes of it. */
function movedBy(changes: readonly LineHunk[], [from, to]: LineHunk['after']): LineRange {
  let [start, end] = [from, to];
  for (const { before, after } of changes) {
    if (before[0] >= to && before[1] > from) {
      break;
    }
    const shift = after[1] - before[1];
    start = before[1] <= from ? from + shift : before[0] < from ? after[0] : start;
    end = before[1] <= to ? to + shift : after[1];
  }
  return { from: start, to: Math.max(start, end) };
}

/** Whether two ranges have a line in common; one without lines, the lines around it. */
function shareLines({ from, to }: LineRange, [start, end]: LineHunk['after']): boolean {
  return from === to || start === end ? from <= end && start <= to : from < end && start < to;
}
