import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import { tellOrigins } from './changeOrigin.ts';
import { addDeletion, addTo, isSameHunk } from './hunkEdits.ts';
import type { FoundPart } from './leftOutParts.ts';
import type { Proposals } from './proposals.ts';
import {
  addWhole,
  deletePart,
  isProposed,
  linesInFile,
  setBase,
  undecidedIn,
  upToDate,
} from './proposedText.ts';
import type { ReviewedFile } from './reviewedFile.ts';
import { mayRemove, tellNotWritten } from './reviewWords.ts';

/** Writes to files what is proposed for them, and says what it cannot write. */
export class ChangeWriter {
  readonly #proposals: Proposals;
  #isWriting = false;

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
  }

  /** Whether a document changes at this moment because a change is written. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Writes one change. Gives whether it was written. */
  async writeHunk(file: ReviewedFile, hunk: LineHunk): Promise<boolean> {
    const document = await upToDate(file, this.#proposals);
    if (document === undefined) {
      return false;
    }
    const edit = new vscode.WorkspaceEdit();
    // The file may have been changed since the hunk was found.
    const now = undecidedIn(file, this.#proposals).hunks.find((one) => isSameHunk(one, hunk));
    if (now === undefined || !(await this.#write(addTo(edit, document, [now])))) {
      tellNotWritten(file);
      return false;
    }
    tellOrigins(file, this.#proposals.text(file.proposal), [now], false);
    setBase(file, document.getText(), this.#proposals);
    return true;
  }

  /** Deletes what is left out, in the file as well. Gives whether it was deleted. */
  async deletePart(file: ReviewedFile, { planned }: FoundPart): Promise<boolean> {
    const document = await upToDate(file, this.#proposals);
    const { parts } = undecidedIn(file, this.#proposals);
    const part = parts.find((one) => one.planned === planned);
    if (document === undefined || part === undefined) {
      return false;
    }
    const lines = linesInFile(file, part, this.#proposals);
    const edit = new vscode.WorkspaceEdit();
    if (lines !== undefined && !(await this.#write(addDeletion(edit, document, lines)))) {
      tellNotWritten(file);
      return false;
    }
    setBase(file, document.getText(), this.#proposals);
    return deletePart(file, part, this.#proposals);
  }

  /** Writes all that is proposed for files. Gives whether anything was to be written; undefined if it was not. */
  async writeAll(files: readonly ReviewedFile[]): Promise<boolean | undefined> {
    if (!(await mayRemove(files.filter(({ kind }) => kind === 'remove')))) {
      return undefined;
    }
    const documents: vscode.TextDocument[] = [];
    for (const file of files) {
      const document = file.kind === 'change' ? await upToDate(file, this.#proposals) : undefined;
      if (document === undefined && file.kind === 'change') {
        return undefined;
      }
      documents.push(...(document === undefined ? [] : [document]));
    }
    // From here to the edit nothing waits, so that no document can change in between.
    const edit = new vscode.WorkspaceEdit();
    for (const file of files) {
      addWhole(edit, file, documents, this.#proposals);
    }
    // The size of an edit does not count files that are created or removed.
    const isFilled = edit.size > 0 || files.some(({ kind }) => kind !== 'change');
    if (isFilled && !(await this.#write(edit))) {
      files.forEach(tellNotWritten);
      return undefined;
    }
    for (const file of files) {
      if (isProposed(file, documents, this.#proposals)) {
        const { hunks } = undecidedIn(file, this.#proposals);
        tellOrigins(file, this.#proposals.text(file.proposal), hunks, true);
      } else {
        tellNotWritten(file);
      }
    }
    return isFilled;
  }

  async #write(edit: vscode.WorkspaceEdit): Promise<boolean> {
    this.#isWriting = true;
    try {
      return await vscode.workspace.applyEdit(edit);
    } finally {
      this.#isWriting = false;
    }
  }
}
