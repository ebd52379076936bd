import type * as vscode from 'vscode';
import type { LineDifference } from '../../apply/lines/lineDifferences.ts';
import { lineHunks } from '../../apply/lines/lineHunks.ts';
import { rangeAfter } from '../../apply/lines/rangeAfter.ts';
import type { LineRange } from '../../apply/lines/lineRange.ts';

/** Is told once that something of a change was written: where it is in the file, counted from 0; undefined if that was deleted. */
export type OnWritten = (uri: vscode.Uri, line: number | undefined) => void;

/** What has proposed a change of a file. */
export interface ChangeOrigin {
  /** The text that it has changed. */
  readonly before: string;
  /** The text that it has made of that. */
  readonly after: string;
  readonly onWritten: OnWritten | undefined;
}

/**
 * The first line in a file of what an origin has changed and was written to it; undefined if nothing of it was. `now` is the
 * text that is proposed. The file has that text, or, if not `isAll`, only one of its changes.
 */
export function writtenLine(
  { before, after }: Pick<ChangeOrigin, 'before' | 'after'>,
  now: string,
  written: readonly LineDifference[],
  isAll: boolean,
): number | undefined {
  const since = lineHunks(after, now);
  for (const change of lineHunks(before, after)) {
    const own = rangeAfter(change.after, since);
    const hunk = written.find((one) => shareLines(own, one.after));
    if (hunk !== undefined) {
      const { from } = hunk.after;
      return Math.max(own.from, from) + (isAll ? 0 : hunk.before.from - from);
    }
  }
  return undefined;
}

/** Whether two ranges have a line in common; one without lines, the lines around it. */
function shareLines(one: LineRange, other: LineRange): boolean {
  return one.from === one.to || other.from === other.to
    ? one.from <= other.to && other.from <= one.to
    : one.from < other.to && other.from < one.to;
}
