import type * as vscode from 'vscode';
import { type LineHunk, lineHunks } from '../../apply/lines/lineHunks.ts';
import { linesAfter } from '../../apply/lines/linesAfter.ts';
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
    const own = linesAfter({ from: changed[0], to: changed[1] }, since);
    const hunk = written.find((one) => shareLines(own, one.after));
    if (hunk !== undefined) {
      const [from] = hunk.after;
      return Math.max(own.from, from) + (isAll ? 0 : hunk.before[0] - from);
    }
  }
  return undefined;
}

/** Whether two ranges have a line in common; one without lines, the lines around it. */
function shareLines({ from, to }: LineRange, [start, end]: LineHunk['after']): boolean {
  return from === to || start === end ? from <= end && start <= to : from < end && start < to;
}
