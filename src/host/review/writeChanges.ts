import * as vscode from 'vscode';
import type { LineHunk } from '../../apply/lines/lineHunks.ts';
import { spliced } from '../../apply/lines/splices.ts';
import { isThere } from '../base/isThere.ts';
import { nameText } from '../base/safeText.ts';
import { encodingProblem, openWritable } from '../editor/writableFile.ts';
import { addText, type ReviewedFile } from './reviewedFile.ts';
import { tellNotWritten } from './reviewWords.ts';

/** Writes all that is proposed for files, or `only` one change, as one step to undo. Gives false, after a message, if it was not. */
export async function writeChanges(
  files: readonly ReviewedFile[],
  only?: LineHunk,
): Promise<boolean> {
  // Kept here: of many documents, VS Code closes some again. New files are bytes.
  const targets = new Map<ReviewedFile, vscode.TextDocument | Uint8Array>();
  for (const file of files) {
    const target = await (file.kind === 'create' ? bytesOfNew(file) : upToDate(file));
    if (target === undefined) {
      return false;
    }
    targets.set(file, target);
  }
  for (const [file, target] of targets) {
    if (!(target instanceof Uint8Array) && target.getText() !== file.base) {
      // Somebody has typed meanwhile: it is told and merged.
      await upToDate(file);
      return false;
    }
  }
  // From here to the edit nothing waits, so that no document can change in between.
  const edit = new vscode.WorkspaceEdit();
  const writing = Array.from(targets, ([file, target]) => {
    const { kind, uri, base, text } = file;
    const wanted = only === undefined ? text : spliced(base, [only.splice]);
    if (target instanceof Uint8Array) {
      edit.createFile(uri, { contents: target });
    } else if (kind === 'remove') {
      edit.deleteFile(uri);
    } else {
      addText(edit, target, wanted);
    }
    return { file, target, wanted, hunks: only === undefined ? file.hunks : [only] };
  });
  if (files.some(hasChange) && !(await vscode.workspace.applyEdit(edit))) {
    files.forEach(tellNotWritten);
    return false;
  }
  for (const { file, target, wanted, hunks } of writing) {
    const isText = file.kind === 'change' && !(target instanceof Uint8Array);
    const now = isText ? target.getText() : wanted;
    if (now === wanted) {
      file.written(hunks, only === undefined);
    } else {
      tellNotWritten(file);
    }
    file.rebase(now);
  }
  return true;
}

/** Whether something is proposed for a file. VS Code applies no edit that is empty. */
export function hasChange({ kind, hunks }: ReviewedFile): boolean {
  return kind !== 'change' || hunks.length > 0;
}

/**
 * The document of a file whose proposal is about its text of now; undefined, after a message, if it is not or if what is
 * proposed cannot be written.
 */
async function upToDate(file: ReviewedFile): Promise<vscode.TextDocument | undefined> {
  const opened = await openWritable(file.uri);
  if (typeof opened === 'string') {
    return tellProblem(opened);
  }
  const { document } = opened;
  const now = document.getText();
  if (now === file.base) {
    const problem = await encodingProblem(file.text, document);
    return problem === undefined ? document : tellProblem(problem);
  }
  return tellProblem(
    file.merge(now)
      ? vscode.l10n.t('{0} was changed meanwhile. Look at the changes again.', nameText(file.name))
      : file.conflict,
  );
}

/** A new file in the encoding of the settings; undefined, after a message, if it is there or that lacks characters of it. */
async function bytesOfNew({ uri, text, name }: ReviewedFile): Promise<Uint8Array | undefined> {
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
