import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Review } from '../../../src/host/review/review.ts';
import { isRecord, isString } from '../../../src/shared/guards.ts';
import { until } from '../../support/until.ts';
import { focused, type OpenReview, testScheme } from '../apply/openReview.ts';
import { answering } from '../git/withRepository.ts';
import { save } from '../save.ts';
import { withReviewedFile } from './withReviewedFile.ts';

const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const text = base.replace('two', 'TWO').replace('six', 'SIX');

describe('a review that is disturbed', () => {
  let root: string;
  let uri: vscode.Uri;
  let opened: OpenReview;
  let review: Review;
  withReviewedFile('moved', base, (file) => ({ root, uri, opened, review } = file));

  const diffs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => JSON.stringify(input).includes(testScheme));

  it('keeps what is proposed for a document without a file that is discarded, and says so', async () => {
    await answering({}, async ({ words }) => {
      const { document } = await opened.add({ base, text });
      const { uri: first } = document;
      await writeFile(uri.fsPath, 'something else\n');
      const other = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(other, { preview: false });
      await save(other);
      await vscode.window.showTextDocument(document, { preview: false });
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await until('it is discarded', () => document.isClosed);
      assert.equal(review.proposed(first), text);
      await review.list();
      await focused();
      await review.acceptAll();
      assert.match(words.join(), /is no longer open/);
      assert.equal(review.proposed(first), text);
      assert.equal(other.getText(), 'something else\n');
      await review.rejectAll();
    });
  });

  it('writes a file that was renamed', async () => {
    const renamed = vscode.Uri.file(join(root, 'renamed.txt'));
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(uri, renamed);
    assert.ok(await vscode.workspace.applyEdit(edit));
    await review.acceptAll();
    assert.equal((await vscode.workspace.openTextDocument(renamed)).getText(), text);
  });

  it('stays while its tab is moved to another group', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Two });
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await focused();
    for (const command of ['moveEditorToNextGroup', 'moveEditorToPreviousGroup']) {
      await vscode.commands.executeCommand(`workbench.action.${command}`);
      await focused();
      assert.equal(diffs().length, 1);
      assert.equal(review.proposed(uri), text);
    }
    await review.acceptAll();
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), text);
  });

  it('is written as it was accepted, if its diff is closed at that moment', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    await Promise.all([review.acceptAll(), vscode.window.tabGroups.close(diffs())]);
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), text);
    assert.equal(review.proposed(uri), undefined);
  });

  it('stays if it is shown again in the turn in which its diff was closed', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    const more = text.replace('four', 'FOUR');
    const closing = vscode.window.tabGroups.close(diffs());
    await Promise.all([closing, review.add([{ kind: 'change', uri, base: text, text: more }])]);
    // After whatever was asked for because the diff was closed.
    await review.add([]);
    // VS Code says of a tab that it is gone after it has closed it.
    await until('the other diff alone', () => diffs().length === 1);
    assert.equal(review.proposed(uri), more);
    await review.rejectAll();
  });

  it('is not accepted together with what is proposed a moment later', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    const more = text.replace('four', 'FOUR');
    await Promise.all([
      review.acceptAll(),
      review.add([{ kind: 'change', uri, base, text: more }]),
    ]);
    const file = await vscode.workspace.openTextDocument(uri);
    assert.equal(file.getText(), text);
    await until('it is about the file as it is', () => review.proposed(uri) === more);
    await focused();
    await review.acceptAll();
    assert.equal(file.getText(), more);
  });

  it('keeps the line ends of a file through decisions about each of its changes', async () => {
    const crlf = (one: string): string => one.replaceAll('\n', '\r\n');
    await writeFile(uri.fsPath, `\uFEFF${crlf(base)}`);
    const leftOut = [{ from: 3, to: 4, name: 'four' }];
    await review.add([{ kind: 'change', uri, base: crlf(base), text: crlf(text), leftOut }]);
    const editor = await focused(1);
    await review.rejectChange();
    await until('the next one', () => editor.selection.active.line === 5);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await review.acceptChange();
    await review.acceptChange();
    await review.acceptChange();
    const file = await vscode.workspace.openTextDocument(uri);
    await save(file);
    const wanted = base.replace('four\n', '').replace('six', 'SIX');
    assert.equal(await readFile(uri.fsPath, 'utf8'), `\uFEFF${crlf(wanted)}`);
    assert.equal(review.proposed(uri), undefined);
  });

  it('has links above its first change in the file, as long as it is proposed', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused();
    await vscode.window.showTextDocument(uri, { preview: false });
    const links = async (): Promise<readonly vscode.CodeLens[]> => {
      const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
        10,
      );
      return all.filter(({ command }) => command?.command.startsWith('parley.review.') === true);
    };
    const shown = await links();
    assert.deepEqual(
      shown.map(({ range, command }) => [range.start.line, command?.command]),
      [
        [1, 'parley.review.list'],
        [1, 'parley.review.acceptAll'],
        [1, 'parley.review.rejectAll'],
      ],
    );
    const [place] = shown[1]?.command?.arguments ?? [];
    assert.ok(isRecord(place) && isString(place['proposal']));
    await review.acceptAll(place['proposal']);
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), text);
    assert.deepEqual(await links(), []);
  });

  it('merges what was undone and done again in the file', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused(1);
    await review.acceptChange();
    const file = await vscode.workspace.openTextDocument(uri);
    const first = base.replace('two', 'TWO');
    assert.equal(file.getText(), first);
    await vscode.window.showTextDocument(file, { preview: false });
    await vscode.commands.executeCommand('undo');
    await until('it is undone', () => review.proposed(uri) === base.replace('six', 'SIX'));
    await vscode.commands.executeCommand('redo');
    await until('it is done again', () => review.proposed(uri) === text);
    await review.list();
    await focused();
    await review.acceptAll();
    assert.equal(file.getText(), text);
  });
});
