import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isThere } from '../../../src/host/base/files/fileAccess.ts';
import type { Review } from '../../../src/host/review/review.ts';
import { until } from '../../support/until.ts';
import { focused, openReview, type OpenReview, testScheme } from '../apply/openReview.ts';
import { closeEditors } from '../closeEditors.ts';
import { answering } from '../git/withRepository.ts';

const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const text = base.replace('two', 'TWO').replace('six', 'SIX');

describe('a proposal whose file changes meanwhile', () => {
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'meanwhile');
  const uri = vscode.Uri.file(join(root, 'a.txt'));
  let opened: OpenReview;
  let review: Review;
  before(() => {
    opened = openReview();
    ({ review } = opened);
  });
  beforeEach(async () => {
    await mkdir(root, { recursive: true });
    await writeFile(uri.fsPath, base);
  });
  afterEach(async () => {
    await closeEditors();
    await rm(root, { recursive: true, force: true });
  });
  after(() => opened.dispose());

  const change = async (at: vscode.Uri, line: number, words: string): Promise<void> => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(at, new vscode.Position(line, 0), words);
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  const proposalOf = (tab: vscode.Tab | undefined): string | undefined =>
    tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified.toString() : undefined;
  const proposals = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => JSON.stringify(input).includes(testScheme));

  it('does not take a line that the user has changed back with another block', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    await answering({}, async ({ words }) => {
      await review.add([{ kind: 'change', uri, base, text }]);
      await focused();
      await change(uri, 1, 'mine ');
      await until('it is told', () => words.some((one) => one.includes('was changed where')));
      const second = text.replace('four', 'FOUR');
      await review.add([{ kind: 'change', uri, base: text, text: second }]);
      await review.acceptAll();
      assert.equal(document.getText(), base.replace('two', 'mine two'));
      assert.equal(review.proposed(uri), second);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      await until('it is merged', () => review.proposed(uri) === second);
    });
  });

  it('is closed when the file is to be deleted instead, and what was typed into it is offered', async () => {
    await answering({ 'including yours': 'Copy Proposed Text' }, async () => {
      await review.add([{ kind: 'change', uri, base, text }]);
      const { document } = await focused();
      await change(document.uri, 0, 'typed ');
      await review.add([{ kind: 'remove', uri, base, text: '' }]);
      await until('one diff is left', () => proposals().length === 1);
      await until('it is copied', async () =>
        (await vscode.env.clipboard.readText()).startsWith('typed one'),
      );
    });
  });

  it('is not shown any more if the same reply deletes the file', async () => {
    const change = { uri, base } as const;
    await review.add([
      { ...change, kind: 'change', text },
      { ...change, kind: 'remove', text: '' },
    ]);
    assert.equal((await focused()).document.getText(), '');
    assert.equal(proposals().length, 1);
    assert.ok(proposalOf(proposals()[0]), 'the diff of one file');
  });

  it('is a new file that is there by now: it is said, and nothing is written over', async () => {
    await answering({}, async ({ words }) => {
      await review.add([{ kind: 'create', uri, base: '', text: 'new\n' }]);
      await focused();
      await review.acceptAll();
      assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), base);
      assert.deepEqual(words, ['meanwhile/a.txt already exists. Nothing was written.']);
      assert.equal(review.proposed(uri), 'new\n');
    });
  });

  it('is about a file that was deleted: it is said, and nothing is lost', async () => {
    await answering({}, async ({ words }) => {
      await review.add([{ kind: 'change', uri, base, text }]);
      await focused();
      await rm(uri.fsPath);
      await vscode.window.showTextDocument(uri.with({ scheme: 'untitled', path: '/other' }));
      await review.list();
      await focused();
      await review.acceptAll();
      assert.deepEqual(words, ['meanwhile/a.txt no longer exists.']);
      assert.equal(review.proposed(uri), text);
    });
  });

  it('does not delete a file that the user has changed', async () => {
    await answering({}, async ({ words }) => {
      await review.add([{ kind: 'remove', uri, base, text: '' }]);
      await focused();
      await change(uri, 1, 'mine ');
      await review.acceptAll();
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), base.replace('two', 'mine two'));
      assert.match(words.join(), /a\.txt was changed where the proposal changes it/);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      await review.acceptAll(proposalOf(proposals()[0]));
      await until('it is deleted', async () => !(await isThere(uri)));
    });
  });

  it('is nothing that was applied once all of it was taken back', async () => {
    const { setStatusBarMessage } = vscode.window;
    const shown: string[] = [];
    Object.assign(vscode.window, { setStatusBarMessage: (one: string) => void shown.push(one) });
    try {
      await review.add([{ kind: 'change', uri, base, text: base.replace('two', 'TWO') }]);
      const { document } = await focused();
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(1, 0, 1, 3), 'two');
      assert.ok(await vscode.workspace.applyEdit(edit));
      await review.acceptAll();
      assert.deepEqual(shown, []);
      assert.equal(review.proposed(uri), undefined);
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage });
    }
  });

  it('keeps the one change that was accepted when all others are rejected, as one step to undo', async () => {
    await review.add([{ kind: 'change', uri, base, text }]);
    await focused(1);
    await review.acceptChange();
    await review.rejectAll();
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), base.replace('two', 'TWO'));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), base);
    assert.equal(proposals().length, 0);
  });

  it('cannot be changed by a link in its hover while another one arrives', async () => {
    const change = { kind: 'change', uri, base } as const;
    const leftOut = [{ from: 2, to: 3, name: 'three' }];
    const owner = { stop: () => false, ended: () => {} };
    const file = review.begin({ ...change, text: base }, owner);
    await review.show([file]);
    await focused();
    const decide = async (): Promise<void> => {
      const { document } = await focused();
      await review.decide(document.uri.toString(), document.version, 2, 'delete');
    };
    const shows = async (words: string): Promise<boolean> =>
      until('it is shown', () => vscode.window.activeTextEditor?.document.getText() === words);
    await review.settle(file, { base, text, leftOut });
    await shows(text);
    const arriving = base.replace('two', '2');
    review.arrive(file, { base, text: arriving });
    await shows(arriving);
    await decide();
    assert.equal(file.text, text);
    await review.settle(file, { base, text, leftOut });
    await shows(text);
    await decide();
    assert.equal(file.text, text.replace('three\n', ''));
  });
});
