import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import { nameText } from '../base/safeText.ts';
import { encodingProblem, openWritable } from '../editor/writableFile.ts';
import { tellOrigins } from './changeOrigin.ts';
import { addDeletion, addHunks } from './lineEdits.ts';
import type { FoundPart } from './leftOutParts.ts';
import type { ReviewedFile } from './reviewedFile.ts';
import { mayRemove, tellNotWritten } from './reviewWords.ts';

/**
 * Writes all that is proposed for files, or `only` one change, as one step to undo. Gives whether anything was to be written;
 * undefined, after a message, if it was not.
 */
export async function writeChanges(
  files: readonly ReviewedFile[],
  only?: LineHunk,
): Promise<boolean | undefined> {
  if (!(await mayRemove(files.filter(({ kind }) => kind === 'remove')))) {
    return undefined;
  }
  // Kept here: of many, VS Code closes some again.
  const documents = new Map<ReviewedFile, vscode.TextDocument>();
  for (const file of files.filter(({ kind }) => kind === 'change')) {
    const document = await upToDate(file);
    if (document === undefined) {
      return undefined;
    }
    documents.set(file, document);
  }
  const changed = files.find((file) => (documents.get(file)?.getText() ?? file.base) !== file.base);
  if (changed !== undefined) {
    // Somebody has typed while the others were opened: it is told and merged.
    await upToDate(changed);
    return undefined;
  }
  // From here to the edit nothing waits, so that no document can change in between.
  const edit = new vscode.WorkspaceEdit();
  const writing = files.map((file) => {
    const { kind, uri, text } = file;
    const document = documents.get(file);
    const hunks = file.hunks.filter((one) => only === undefined || isSameHunk(one, only));
    if (kind === 'remove') {
      edit.deleteFile(uri);
    } else if (kind === 'create') {
      edit.createFile(uri, { contents: new TextEncoder().encode(text) });
    } else if (document !== undefined) {
      addHunks(edit, document, hunks);
    }
    return { file, document, text, hunks };
  });
  // The size of an edit does not count files that are created or removed.
  const isFilled = edit.size > 0 || files.some(({ kind }) => kind !== 'change');
  if (isFilled ? !(await vscode.workspace.applyEdit(edit)) : only !== undefined) {
    files.forEach(tellNotWritten);
    return undefined;
  }
  for (const { file, document, text, hunks } of writing) {
    const now = document?.getText();
    if (only === undefined && now !== undefined && now !== text) {
      tellNotWritten(file);
    } else {
      tellOrigins(file, text, hunks, only === undefined);
    }
    if (now !== undefined) {
      file.rebase(now);
    }
  }
  return isFilled;
}

/** Deletes what is left out, in the file as well. Gives whether it was deleted. */
export async function deleteInFile(file: ReviewedFile, { planned }: FoundPart): Promise<boolean> {
  const document = await upToDate(file);
  const part = file.parts.find((one) => one.planned === planned);
  if (document === undefined || part === undefined) {
    return false;
  }
  const lines = file.linesInFile(part);
  if (lines !== undefined) {
    const edit = new vscode.WorkspaceEdit();
    addDeletion(edit, document, lines);
    if (!(await vscode.workspace.applyEdit(edit))) {
      tellNotWritten(file);
      return false;
    }
    file.rebase(document.getText());
  }
  return file.delete(part);
}

/**
 * The document of a file whose proposal is about its text of now; undefined, after a message, if it is not or if what is
 * proposed cannot be written.
 */
async function upToDate(file: ReviewedFile): Promise<vscode.TextDocument | undefined> {
  const opened = await openWritable(file.uri);
  const problem = typeof opened === 'string' ? opened : await whyNotUpToDate(file, opened.document);
  if (problem !== undefined) {
    void vscode.window.showWarningMessage(problem);
  }
  return typeof opened === 'string' || problem !== undefined ? undefined : opened.document;
}

async function whyNotUpToDate(
  file: ReviewedFile,
  document: vscode.TextDocument,
): Promise<string | undefined> {
  const now = document.getText();
  if (now === file.base) {
    return encodingProblem(file.text, document);
  }
  return file.merge(now)
    ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', nameText(file.name))
    : file.conflict;
}

/** Whether two hunks change the same text at the same place. */
function isSameHunk({ splice: one }: LineHunk, { splice: other }: LineHunk): boolean {
  return one.start === other.start && one.end === other.end && one.text === other.text;
}
