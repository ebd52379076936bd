import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/splices.ts';
import { isThere } from '../base/files/fileAccess.ts';
import { nameText } from '../base/safeText.ts';
import { encodingProblem, openWritable } from '../editor/writableFile.ts';
import { addText } from './proposals.ts';
import type { ReviewedFile, WrittenText } from './reviewedFile.ts';

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
    const target = await targetOf(one);
    if (typeof target === 'string') {
      return tellProblem(target);
    }
    writing.push({ ...one, target });
  }
  for (const { file, target, base } of writing) {
    if (!(target instanceof Uint8Array) && target.getText() !== base) {
      return tellProblem(await changedWords(file, target.getText()));
    }
  }
  // From here to the edit nothing waits, so that no document can change in between.
  const edit = new vscode.WorkspaceEdit();
  writing.forEach((one) => addTo(edit, one));
  // VS Code applies no edit that is empty.
  const isChange = writing.some(({ file, base, text }) => file.kind !== 'change' || text !== base);
  const isDone = !isChange || (await vscode.workspace.applyEdit(edit));
  const written = writing.filter((one) => isWritten(one, isDone));
  written.forEach((one) => one.file.written(one));
  for (const { file } of writing.filter((one) => !written.includes(one))) {
    tellProblem(vscode.l10n.t('VS Code did not write the changes to {0}.', nameText(file.name)));
  }
  return written.map(({ file }) => file);
}

/** The document of a file, or a new file in the encoding of the settings; or why what is proposed cannot be written to it. */
async function targetOf({
  file: { kind, uri, name },
  text,
}: WrittenText): Promise<Writing['target'] | string> {
  const isNew = kind === 'create';
  if (isNew && (await isThere(uri))) {
    return vscode.l10n.t('{0} already exists. Nothing was written.', nameText(name));
  }
  const opened = isNew ? undefined : await openWritable(uri);
  if (typeof opened === 'string') {
    return opened;
  }
  const encoding = vscode.workspace.getConfiguration('files', uri).get('encoding', 'utf8');
  const problem = await encodingProblem(text, opened?.document ?? { uri, encoding });
  return problem ?? opened?.document ?? vscode.workspace.encode(text, { encoding });
}

function addTo(edit: vscode.WorkspaceEdit, { file: { kind, uri }, target, text }: Writing): void {
  if (target instanceof Uint8Array) {
    edit.createFile(uri, { contents: target });
  } else if (kind === 'remove') {
    edit.deleteFile(uri);
  } else {
    addText(edit, target, text);
  }
}

/** Whether a file was written. VS Code may have written some of several; an extension may have changed one at once. */
function isWritten({ file, target, base, text }: Writing, isDone: boolean): boolean {
  if (file.kind !== 'change' || target instanceof Uint8Array) {
    return isDone;
  }
  const now = target.getText();
  return now === text || (isDone && now !== base);
}

/** Merges what was changed in a file, or says that it cannot be. */
async function changedWords(file: ReviewedFile, now: string): Promise<string> {
  return (await file.merge(now))
    ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', nameText(file.name))
    : file.conflict;
}

function tellProblem(words: string): readonly [] {
  void vscode.window.showWarningMessage(words);
  return [];
}
