import * as vscode from 'vscode';
import { lineHunks } from '../../apply/lines/lineHunks.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { messageOf } from '../base/errorMessage.ts';
import { nameText, notificationText } from '../base/safeText.ts';
import { addDeletion, addTo } from './hunkEdits.ts';
import type { Proposals } from './proposals.ts';
import type { Undecided } from './atCursor.ts';
import { type FoundPart, partsIn, withBlankLines } from './leftOutParts.ts';
import { documentOf, type ReviewedFile } from './reviewedFile.ts';
import { conflictWords, lacksCharacters } from './reviewWords.ts';

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

/** Sets what is proposed. */
export function setProposal(
  file: ReviewedFile,
  text: string,
  proposals: Proposals,
  isReadOnly?: boolean,
): void {
  file.isTyped = isTyped(file, proposals);
  proposals.set(file.proposal, text, isReadOnly);
  file.text = text;
}

/** Whether the user has typed into a proposal. VS Code may have given it other line ends. */
export function isTyped(
  { isTyped: wasTyped, proposal, text }: ReviewedFile,
  proposals: Proposals,
): boolean {
  return wasTyped || proposals.text(proposal).replaceAll('\r', '') !== text.replaceAll('\r', '');
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
    setProposal(file, merged, proposals);
  }
  return merged !== undefined;
}

/** Merges likewise, and says once if that is not possible. */
export function mergeOrTell(
  file: ReviewedFile,
  document: vscode.TextDocument,
  proposals: Proposals,
): void {
  if (!mergeInto(file, document, proposals) && file.isReady && !file.isConflictTold) {
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
    document = await openedAgain(file.uri);
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

/** An untitled document that was closed would be opened as another one. */
async function openedAgain(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = documentOf(uri, vscode.workspace.textDocuments);
  if (open === undefined && uri.scheme === 'untitled') {
    throw new Error(vscode.l10n.t('It was closed.'));
  }
  return open ?? vscode.workspace.openTextDocument(uri);
}

/** Whether the encoding of a document has all characters of `text`. */
export async function canBeWritten(
  text: string,
  { encoding }: vscode.TextDocument,
): Promise<boolean> {
  const bytes = await vscode.workspace.encode(text, { encoding });
  return (await vscode.workspace.decode(bytes, { encoding })).replace(/^\uFEFF/, '') === text;
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
export async function deletePart(
  file: ReviewedFile,
  part: FoundPart,
  proposals: Proposals,
): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(file.proposal);
  const lines = withBlankLines(document.getText(), part);
  return editProposal(file, addDeletion(new vscode.WorkspaceEdit(), document, lines), proposals);
}

/** Changes a proposal as the user has decided, which is nothing that is typed. Gives whether it was done. */
export async function editProposal(
  file: ReviewedFile,
  edit: vscode.WorkspaceEdit,
  proposals: Proposals,
): Promise<boolean> {
  file.isTyped = isTyped(file, proposals);
  const isDone = await vscode.workspace.applyEdit(edit);
  file.text = proposals.text(file.proposal);
  return isDone;
}

/** Keeps what the reply leaves out: there is nothing more to decide. */
export function keepPart(file: ReviewedFile, { planned }: FoundPart): void {
  const { text, leftOut = [] } = file.planned;
  file.planned = { text, leftOut: leftOut.filter((one) => one !== planned) };
}
