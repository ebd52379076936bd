import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { problemItem, problemsOf } from '../../../src/host/editorQuestions/problems/problems.ts';
import { problemSource } from '../../../src/host/editorQuestions/problems/problemSource.ts';
import { readableDocument } from '../../../src/host/editor/outsideFiles.ts';
import { activated } from '../activated.ts';
import { closeEditors } from '../closeEditors.ts';

describe('problems as context', () => {
  const problems = vscode.languages.createDiagnosticCollection('test');
  afterEach(() => problems.clear());
  after(() => problems.dispose());

  it('are read from files of the workspace only, and not through symbolic links', async function () {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const { context } = await activated();
    if (folder?.scheme !== 'file') {
      return this.skip();
    }
    const outside = join(context.globalStorageUri.fsPath, 'outsideProblems');
    const inside = join(folder.fsPath, 'problems');
    await Promise.all([outside, inside].map(async (path) => mkdir(path, { recursive: true })));
    await writeFile(join(outside, 'secret.txt'), 'secret\n');
    await writeFile(join(inside, 'plain.txt'), 'plain\n');
    await symlink(join(outside, 'secret.txt'), join(inside, 'link.txt')).catch(ifExists);
    await symlink(outside, join(inside, 'folder')).catch(ifExists);
    const read = async (...path: readonly string[]) =>
      (await readableDocument(vscode.Uri.file(join(...path))))?.getText();
    assert.equal(await read(inside, 'plain.txt'), 'plain\n');
    assert.equal(await read(inside, 'link.txt'), undefined);
    assert.equal(await read(inside, 'folder', 'secret.txt'), undefined);
    assert.equal(await read(outside, 'secret.txt'), undefined);
    assert.equal(await read(dirname(inside), 'none.txt'), undefined);
    const uri = vscode.Uri.file(join(inside, 'link.txt'));
    const range = new vscode.Range(0, 0, 0, 1);
    problems.set(uri, [new vscode.Diagnostic(range, 'Something is wrong.')]);
    const { text } = await problemItem(problemsOf(uri), 'problems/link.txt');
    assert.match(text, /problems\/link\.txt:1:1: error: Something is wrong\.$/);
    assert.doesNotMatch(text, /secret/);
  });

  it('are those of the selected lines, which are followed', async () => {
    const content = 'one\ntwo\nthree\nfour\n';
    const document = await vscode.workspace.openTextDocument({ content });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 2, 0);
    const on = (line: number): vscode.Diagnostic =>
      new vscode.Diagnostic(
        new vscode.Range(line, 0, line, 2),
        `About ${document.lineAt(line).text}.`,
      );
    problems.set(document.uri, [on(0), on(1), on(2), on(3)]);
    const { showQuickPick } = vscode.window;
    const labels: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        labels.push(...items.map(({ label, description }) => `${label} ${description}`));
        return items[0];
      },
    });
    const { token } = new vscode.CancellationTokenSource();
    try {
      const [picked] = (await problemSource.pick(token))?.items ?? [];
      assert.equal(labels[0], 'Selection 1 problem');
      assert.match(picked?.item.text ?? '', /:2:1: error: About two\./);
      assert.doesNotMatch(picked?.item.text ?? '', /About (?:one|three|four)/);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'more\nmore\n'));
      problems.set(document.uri, [on(0), on(1), on(2), on(3), on(4), on(5)]);
      const now = (await picked?.renew?.())?.text ?? '';
      assert.match(now, /:4:1: error: About two\./);
      assert.doesNotMatch(now, /About (?:more|one|three|four)/);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    await closeEditors();
  });

  it('are those of the file, without hints, and are read again', async () => {
    const document = await vscode.workspace.openTextDocument({ content: 'one\ntwo\n' });
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    const problem = (message: string, severity: vscode.DiagnosticSeverity) =>
      new vscode.Diagnostic(new vscode.Range(0, 0, 0, 3), message, severity);
    problems.set(document.uri, [
      problem('A hint.', vscode.DiagnosticSeverity.Hint),
      problem('A warning.', vscode.DiagnosticSeverity.Warning),
      problem('An error.', vscode.DiagnosticSeverity.Error),
    ]);
    assert.equal(problemSource.isOffered(), true);
    const { showQuickPick } = vscode.window;
    const labels: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => {
        labels.push(...items.map(({ label, description }) => `${label} ${description}`));
        return items[0];
      },
    });
    const { token } = new vscode.CancellationTokenSource();
    try {
      const [picked] = (await problemSource.pick(token))?.items ?? [];
      assert.match(picked?.item.text ?? '', /error: An error\.[^]*warning: A warning\./);
      assert.doesNotMatch(picked?.item.text ?? '', /hint/);
      problems.set(document.uri, [problem('Another.', vscode.DiagnosticSeverity.Error)]);
      assert.match((await picked?.renew?.())?.text ?? '', /error: Another\./);
      problems.clear();
      assert.equal(await picked?.renew?.(), undefined);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
    assert.match(labels.join('\n'), /^Untitled-\d+ 2 problems\nAll Files \d+ problems$/);
    await closeEditors();
  });
});

function ifExists(error: NodeJS.ErrnoException): void {
  assert.equal(error.code, 'EEXIST');
}
