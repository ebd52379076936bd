import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import { isThere } from '../base/files/isThere.ts';
import { nameText } from '../base/safeText.ts';
import { encodingProblem, openWritable } from '../editor/writableFile.ts';
import { addText } from './proposals.ts';
import type { ReviewedFile, WrittenText } from './reviewedFile.ts';
import { tellNotWritten } from './reviewWords.ts';

interface Writing extends WrittenText {
  /** Kept here: of many documents, VS Code closes some again. A new file is bytes. */
  readonly target: vscode.TextDocument | Uint8Array;
}

/**
 * Writes all that is proposed for files, or `only` one change, as one step to undo: what is proposed now, whatever is typed
 * or arrives until it is written. Gives the files that were written; none, after a message, if one of them cannot be.
 */
export async function writeChanges(
  files: readonly ReviewedFile[],
  only?: LineHunk,
): Promise<readonly ReviewedFile[]> {
  const texts = files.map((file) => file.toWrite(only));
  const writing: Writing[] = [];
  for (const one of texts) {
    const target = await (one.file.kind === 'create' ? bytesOfNew(one) : documentFor(one));
    if (target === undefined) {
      return [];
    }
    writing.push({ ...one, target });
  }
  for (const { file, target, base } of writing) {
    if (isText(target) && target.getText() !== base) {
      return tellChanged(file, target.getText());
    }
  }
  // From here to the edit nothing waits, so that no document can change in between.
  const edit = new vscode.WorkspaceEdit();
  writing.forEach((one) => addTo(edit, one));
  // VS Code applies no edit that is empty.
  const isChange = writing.some(({ file, hunks }) => file.kind !== 'change' || hunks.length > 0);
  const isDone = !isChange || (await vscode.workspace.applyEdit(edit));
  const written = writing.filter((one) => isWritten(one, isDone));
  written.forEach((one) => one.file.written(one));
  writing.filter((one) => !written.includes(one)).forEach(({ file }) => tellNotWritten(file));
  return written.map(({ file }) => file);
}

function isText(target: Writing['target']): target is vscode.TextDocument {
  return !(target instanceof Uint8Array);
}

function addTo(edit: vscode.WorkspaceEdit, { file: { kind, uri }, target, text }: Writing): void {
  if (!isText(target)) {
    edit.createFile(uri, { contents: target });
  } else if (kind === 'remove') {
    edit.deleteFile(uri);
  } else {
    addText(edit, target, text);
  }
}

/** Whether a file was written. VS Code may have written some of several; an extension may have changed one at once. */
function isWritten({ file, target, base, text }: Writing, isDone: boolean): boolean {
  if (file.kind !== 'change' || !isText(target)) {
    return isDone;
  }
  const now = target.getText();
  return now === text || (isDone && now !== base);
}

/** The document of a file; undefined, after a message, if what is proposed cannot be written to it. */
async function documentFor({ file, text }: WrittenText): Promise<vscode.TextDocument | undefined> {
  const opened = await openWritable(file.uri);
  if (typeof opened === 'string') {
    return tellProblem(opened);
  }
  const problem = await encodingProblem(text, opened.document);
  return problem === undefined ? opened.document : tellProblem(problem);
}

/** Merges what was changed in a file, or says that it cannot be. */
async function tellChanged(file: ReviewedFile, now: string): Promise<readonly []> {
  tellProblem(
    (await file.merge(now))
      ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', nameText(file.name))
      : file.conflict,
  );
  return [];
}

/** A new file in the encoding of the settings; undefined, after a message, if it is there or that lacks characters of it. */
async function bytesOfNew({
  file: { uri, name },
  text,
}: WrittenText): Promise<Uint8Array | undefined> {
  if (await isThere(uri)) {
    const words = vscode.l10n.t('{0} already exists. Nothing was written.', nameText(name));
    return tellProblem(words);
  }
  const encoding = vscode.workspace.getConfiguration('files', uri).get('encoding', 'utf8');
  const problem = await encodingProblem(text, { uri, encoding });
  return problem === undefined ? vscode.workspace.encode(text, { encoding }) : tellProblem(problem);
}

function tellProblem(words: string): undefined {
  void vscode.window.showWarningMessage(words);
}
