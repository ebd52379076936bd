import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { save } from '../save.ts';
import { withRewriting } from './rewriting.ts';
import { reply } from './samples.ts';

/** A file, the lines that are rewritten, and what the service replies. */
export interface RewrittenCase {
  readonly name: string;
  readonly text: string;
  /** Selected, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  readonly reply: string;
  readonly expected: string;
  readonly fence?: string;
}

/** Rewrites the lines and accepts: nothing is written before, nothing else of the file changes, and it is undone at once. */
export async function rewritesFile(one: RewrittenCase): Promise<void> {
  await withRewriting([reply(one.reply, 'stop', one.fence)], async (window) => {
    const document = await window.open(one.name, one.text);
    const { fsPath } = document.uri;
    const isSaved = async (text: string): Promise<void> => {
      await save(document);
      assert.equal(await readFile(fsPath, 'utf8'), text);
    };
    await window.rewrite('Rewrite this', one.lines);
    await window.result(one.reply.split('\n', 1)[0]?.trim() ?? '');
    assert.equal(await readFile(fsPath, 'utf8'), one.text, 'nothing is written before');
    // A document has no mark, and one kind of line break.
    await window.accept(document, one.expected.replace('\uFEFF', ''));
    await isSaved(one.expected);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    await isSaved(one.text);
  });
}
