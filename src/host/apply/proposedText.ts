import * as vscode from 'vscode';
import { lineHunks } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { addDeletion, addTo } from '../review/hunkEdits.ts';
import type { Proposals } from '../review/proposals.ts';
import type { Undecided } from './atCursor.ts';
import { type FoundPart, partsIn, withBlankLines } from '../review/leftOutParts.ts';
import { documentOf, type ReviewedFile } from './reviewedFile.ts';
import { conflictWords, lacksCharacters } from './reviewWords.ts';
import { canBeWritten } from './targetFile.ts';

/** What can be decided about in a file. */
export function undecidedIn(
  { base, proposal, planned }: ReviewedFile,
  proposals: Proposals,
): Undecided {
  const text = proposals.text(proposal);
  return { hunks: lineHunks(base, text), parts: partsIn(text, planned) };
}

/** Sets the text that a proposal is about. */
export function setBase(file: ReviewedFile, text: string, proposals: Proposals): void {
  file.base = text;
  proposals.set(file.left, text);
}

/** Merges what was changed in a file into its proposal. Gives whether that is possible. */
function mergeInto(
  file: ReviewedFile,
  document: vscode.TextDocument,
  proposals: Proposals,
): boolean {
  const now = document.getText();
  const merged = mergedText(file.base, proposals.text(file.proposal), now);
  if (merged !== undefined) {
    setBase(file, now, proposals);
    file.isConflictTold = false;
    proposals.set(file.proposal, merged);
  }
  return merged !== undefined;
}

/** Merges likewise, and says once if that is not possible. */
export function mergeOrTell(
  file: ReviewedFile,
  document: vscode.TextDocument,
  proposals: Proposals,
): void {
  if (!mergeInto(file, document, proposals) && !file.isConflictTold) {
    file.isConflictTold = true;
    void vscode.window.showWarningMessage(conflictWords(file));
  }
}

/**
 * The document of a file whose proposal is about its text of now; undefined, after a message, if it is not or if what is
 * proposed cannot be written.
 */
export async function upToDate(
  file: ReviewedFile,
  proposals: Proposals,
): Promise<vscode.TextDocument | undefined> {
  const name = nameText(file.name);
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(file.uri);
  } catch (error) {
    // The file, or the cell of a notebook, is gone.
    const reason = notificationText(messageOf(error));
    void vscode.window.showWarningMessage(vscode.l10n.t('{0} cannot be opened: {1}', name, reason));
    return undefined;
  }
  if (document.getText() !== file.base) {
    const isMerged = mergeInto(file, document, proposals);
    void vscode.window.showWarningMessage(
      isMerged
        ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', name)
        : conflictWords(file),
    );
    return undefined;
  }
  if (!(await canBeWritten(proposals.text(file.proposal), document))) {
    void vscode.window.showWarningMessage(lacksCharacters(document));
    return undefined;
  }
  return document;
}

/** Adds to an edit all that is proposed for a file. */
export function addWhole(
  edit: vscode.WorkspaceEdit,
  { kind, uri, proposal }: ReviewedFile,
  documents: readonly vscode.TextDocument[],
  proposals: Proposals,
): void {
  const text = proposals.text(proposal);
  const document = documentOf(uri, documents);
  if (kind === 'remove') {
    edit.deleteFile(uri);
  } else if (kind === 'create') {
    edit.createFile(uri, { contents: new TextEncoder().encode(text) });
  } else if (document !== undefined) {
    addTo(edit, document, lineHunks(document.getText(), text));
  }
}

/** Whether a file has the text that is proposed. */
export function isProposed(
  { kind, uri, proposal }: ReviewedFile,
  documents: readonly vscode.TextDocument[],
  proposals: Proposals,
): boolean {
  return kind !== 'change' || documentOf(uri, documents)?.getText() === proposals.text(proposal);
}

/** The lines of a file that go if what the reply leaves out is deleted; undefined if the proposal differs there. */
export function linesInFile(
  { base, proposal }: ReviewedFile,
  part: FoundPart,
  proposals: Proposals,
): LineRange | undefined {
  const text = proposals.text(proposal);
  const lines = { ...withBlankLines(text, part), name: '' };
  return partsIn(base, { text, leftOut: [lines] })[0];
}

/** Takes what the reply leaves out off a proposal. Gives whether it was done. */
export async function deletePart({ proposal }: ReviewedFile, part: FoundPart): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(proposal);
  const lines = withBlankLines(document.getText(), part);
  return vscode.workspace.applyEdit(addDeletion(new vscode.WorkspaceEdit(), document, lines));
}

/** Keeps what the reply leaves out: there is nothing more to decide. */
export function keepPart(file: ReviewedFile, { planned }: FoundPart): void {
  const { text, leftOut = [] } = file.planned;
  file.planned = { text, leftOut: leftOut.filter((one) => one !== planned) };
}
