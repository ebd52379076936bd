import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { insertAtCursor } from '../../../src/host/apply/codeInEditor.ts';
import { bytesOf, type KindOfFile, withKindOfFile } from '../kindsOfFiles.ts';
import { save } from '../save.ts';

/** Puts code in the place of what is selected of such a file, then at a cursor: nothing else changes, and each is undone at once. */
export async function keepsOtherBytes(kind: KindOfFile): Promise<void> {
  const told: string[] = [];
  const tell = (text: string): void => void told.push(text);
  await withKindOfFile(kind, async ({ document, selection }, path) => {
    const before = document.getText();
    const end = before.includes('\r\n') ? '\r\n' : '\n';
    const [from, to] = [selection.start, selection.end].map((at) => document.offsetAt(at));
    const isSaved = async (text: string): Promise<void> => {
      assert.equal(document.getText(), text);
      if (path !== undefined && kind.isCell !== true) {
        await save(document);
        assert.ok((await readFile(path)).equals(bytesOf(kind, text)));
      }
    };
    for (const start of [from, to]) {
      const editing = vscode.window.activeTextEditor ?? assert.fail('There is no editor.');
      editing.selection = new vscode.Selection(document.positionAt(start ?? 0), selection.end);
      await insertAtCursor('a();\n\tb("é");\n', tell);
      if (kind.isReadOnly === true) {
        assert.deepEqual(told.splice(0), ['The file cannot be edited.']);
        assert.equal(document.getText(), before);
        continue;
      }
      assert.deepEqual(told, []);
      const code = `a();${end}\tb("é");${end}`;
      await isSaved(before.slice(0, start) + code + before.slice(to));
      await vscode.commands.executeCommand('undo');
      await isSaved(before);
      assert.equal(vscode.window.activeTextEditor?.document, document);
    }
  });
}
