import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { closeEditors } from '../closeEditors.ts';
import { save } from '../save.ts';
import { focused, openReview } from './openReview.ts';
import { plannedAlone } from './plannedAlone.ts';

/** A block that replaces lines of a file, as models that were asked for edits write it. */
export function replacing(search: string, replace: string): string {
  return `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
}

/** A file, a block with an edit of it, and what the file is then. */
export interface ReviewedCase {
  readonly path: string;
  readonly before: string;
  /** The code of the block. */
  readonly edit: string;
  readonly after: string;
  readonly encoding?: (text: string) => Uint8Array;
}

/** Applies the block, and accepts what is proposed: nothing else of the file changes, and it is undone at once. */
export async function acceptsChanges({
  path,
  before,
  edit,
  after,
  encoding = (text: string) => Buffer.from(text),
}: ReviewedCase): Promise<void> {
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'reviewed');
  const opened = openReview();
  const { review } = opened;
  try {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, encoding(before));
    const plan = await plannedAlone({ text: edit, paths: [`reviewed/${path}`] });
    assert.equal(plan.kind, 'changes');
    await review.add(plan.changes);
    await focused();
    assert.ok((await readFile(file)).equals(encoding(before)), 'nothing is written before');
    await review.acceptAll();
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    await save(document);
    assert.ok((await readFile(file)).equals(encoding(after)));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await save(document);
    assert.ok((await readFile(file)).equals(encoding(before)));
  } finally {
    await closeEditors();
    await rm(root, { recursive: true, force: true });
    opened.dispose();
  }
}
