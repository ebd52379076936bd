import * as vscode from 'vscode';
import type { AppliedCode } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { followPlace } from '../context/followRange.ts';
import { fileName } from '../editor/codePlace.ts';
import { documentOf } from '../editor/documentOf.ts';
import { showLines } from '../editor/lines.ts';

/** Which block of code of which chat. */
export interface BlockPlace extends Omit<AppliedCode, 'files'> {
  readonly chatId: string;
}

/** Where something of a block was written. */
interface WrittenPlace {
  readonly uri: vscode.Uri;
  /** The line in the file as it is now, counted from 0. */
  readonly line: () => number;
}

interface AppliedBlock {
  readonly block: BlockPlace;
  /** By address. A file that was deleted has no place. */
  readonly places: Map<string, WrittenPlace>;
}

/** The blocks of code of which something was written to files since the window was opened, and where that is. */
export class AppliedBlocks {
  readonly #onDidChange: () => void;
  readonly #applied = new Map<string, AppliedBlock>();

  /** `onDidChange` is called after another block, or another file of one. */
  constructor(onDidChange: () => void) {
    this.#onDidChange = onDidChange;
  }

  /** Those of a chat; undefined if there are none. */
  of(chatId: string): readonly AppliedCode[] | undefined {
    const own = [...this.#applied.values()].filter(({ block }) => block.chatId === chatId);
    const shown = own.map(({ block: { replyId, index, length }, places }) => {
      const files = [...places.values()].map(({ uri }) => visibleText(fileName(uri)));
      return { replyId, index, length, files };
    });
    return shown.length === 0 ? undefined : shown;
  }

  /** Notes that something of a block was written to a file, at a line; undefined if that was deleted. */
  add(block: BlockPlace, uri: vscode.Uri, line: number | undefined): void {
    const places = this.#applied.get(keyOf(block))?.places ?? new Map<string, WrittenPlace>();
    this.#applied.set(keyOf(block), { block, places });
    if (line === undefined) {
      places.delete(uri.toString());
    } else {
      places.set(uri.toString(), placeOf(uri, line));
    }
    this.#onDidChange();
  }

  /** Shows where a block was written, if it was; of several files, the last one. Throws what VS Code throws. */
  async show(wanted: Omit<BlockPlace, 'length'>): Promise<void> {
    const place = [...(this.#applied.get(keyOf(wanted))?.places.values() ?? [])].at(-1);
    if (place !== undefined) {
      const line = place.line();
      await showLines(place.uri, { from: line, to: line }, { preview: false });
    }
  }
}

function keyOf({ chatId, replyId, index }: Omit<BlockPlace, 'length'>): string {
  return JSON.stringify([chatId, replyId, index]);
}

/** A place that is followed as long as the document is open, and else is where it was last. */
function placeOf(uri: vscode.Uri, line: number): WrittenPlace {
  const document = documentOf(uri);
  const followed = document && followPlace(document, new vscode.Range(line, 0, line, 0));
  let last = line;
  return { uri, line: () => (last = followed?.()?.start.line ?? last) };
}
