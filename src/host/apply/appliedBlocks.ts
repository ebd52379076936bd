import * as vscode from 'vscode';
import type { AppliedCode } from '../../shared/panel/panelState.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import { followPlace } from '../context/followRange.ts';
import type { ChangeOrigin } from '../review/changeOrigin.ts';
import { documentOf, type FileChange } from '../review/reviewedFile.ts';
import { showWritten } from '../review/reviewWords.ts';

/** Which block of code of which chat. */
export interface BlockPlace extends Omit<AppliedCode, 'files'> {
  readonly chatId: string;
}

/** Where something of a block was written. */
interface WrittenPlace {
  readonly uri: vscode.Uri;
  /** As the user reads it. */
  readonly name: string;
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
  #applied: readonly AppliedBlock[] = [];

  /** `onDidChange` is called after another block, or another file of one. */
  constructor(onDidChange: () => void) {
    this.#onDidChange = onDidChange;
  }

  /** Those of a chat; undefined if there are none. */
  of(chatId: string): readonly AppliedCode[] | undefined {
    const own = this.#applied.filter(({ block }) => block.chatId === chatId);
    const shown = own.map(({ block: { replyId, index, length }, places }) => {
      const files = [...places.values()].map(({ name }) => visibleText(name));
      return { replyId, index, length, files };
    });
    return shown.length === 0 ? undefined : shown;
  }

  /** The origin of what a block changes in a file; `before` is the text that was proposed for it before that. */
  origin(
    block: BlockPlace,
    { base, text, name }: Pick<FileChange, 'base' | 'text' | 'name'>,
    before = base,
  ): ChangeOrigin {
    let isTold = false;
    return {
      before,
      after: text,
      written: (uri, line) => {
        // The first change of several is the place to be shown.
        if (!isTold) {
          isTold = true;
          this.#add(block, { uri, name }, line);
        }
      },
    };
  }

  /** Shows where a block was written, if it was; asks for the file if there are several. Throws what VS Code throws. */
  async show(wanted: Omit<BlockPlace, 'length'>): Promise<void> {
    const applied = this.#applied.find(({ block }) => isSameBlock(block, wanted));
    const place = await choose([...(applied?.places.values() ?? [])]);
    if (place !== undefined) {
      await showWritten([{ ...place, kind: 'change' }], place.line());
    }
  }

  #add(
    block: BlockPlace,
    { uri, name }: Omit<WrittenPlace, 'line'>,
    line: number | undefined,
  ): void {
    const known = this.#applied.find((one) => isSameBlock(one.block, block));
    const places = known?.places ?? new Map<string, WrittenPlace>();
    if (known === undefined) {
      this.#applied = [...this.#applied, { block, places }];
    }
    const address = uri.toString();
    if (line === undefined) {
      places.delete(address);
    } else {
      places.set(address, { uri, name, line: lineOf(uri, line) });
    }
    this.#onDidChange();
  }
}

function isSameBlock(one: BlockPlace, other: Omit<BlockPlace, 'length'>): boolean {
  return one.chatId === other.chatId && one.replyId === other.replyId && one.index === other.index;
}

/** The line as long as the document is open, and else where it was last. */
function lineOf(uri: vscode.Uri, line: number): () => number {
  const document = documentOf(uri, vscode.workspace.textDocuments);
  const followed = document && followPlace(document, new vscode.Range(line, 0, line, 0));
  let last = line;
  return () => {
    last = followed?.()?.start.line ?? last;
    return last;
  };
}

async function choose(places: readonly WrittenPlace[]): Promise<WrittenPlace | undefined> {
  const [place, other] = places;
  if (other === undefined) {
    return place;
  }
  const items = places.map((one) => ({ label: `$(file) ${labelText(one.name)}`, place: one }));
  const title = vscode.l10n.t('Applied Code Block');
  return (await vscode.window.showQuickPick(items, { title }))?.place;
}
