import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Review } from '../../../src/host/review/review.ts';
import { until } from '../../support/until.ts';
import { closeEditors } from '../closeEditors.ts';
import { answering } from '../git/withRepository.ts';
import { openReview, type OpenReview, testScheme } from './openReview.ts';

const lines = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const base = `${lines.join('\n')}\n`;
const proposed = base.replace('two', 'TWO').replace('five', 'FIVE').replace('eight', 'EIGHT');

describe('the review of proposed changes', () => {
  let opened: OpenReview;
  let review: Review;
  before(() => {
    opened = openReview();
    ({ review } = opened);
  });
  afterEach(closeEditors);
  after(() => opened.dispose());

  const reviewed = async (): Promise<vscode.TextDocument> =>
    (await opened.add({ base, text: proposed })).document;
  const proposalTabs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => JSON.stringify(input).includes(testScheme));

  it('rejects a change for each press of the key, however quick', async () => {
    const document = await reviewed();
    await Promise.all([review.rejectChange(), review.rejectChange()]);
    assert.equal(review.proposed(document.uri), base.replace('eight', 'EIGHT'));
    await review.rejectAll();
  });

  it('accepts a change for each press of the key, however quick', async () => {
    const document = await reviewed();
    await Promise.all([review.acceptChange(), review.acceptChange(), review.rejectChange()]);
    assert.equal(document.getText(), base.replace('two', 'TWO').replace('five', 'FIVE'));
    assert.equal(review.proposed(document.uri), undefined);
  });

  it('is no answer for the review that comes to the front', async () => {
    const first = await reviewed();
    const second = await reviewed();
    await Promise.all([review.acceptAll(), review.acceptAll()]);
    assert.equal(second.getText(), proposed);
    assert.equal(first.getText(), base);
    assert.equal(review.proposed(first.uri), proposed);
  });

  it('offers what was typed into a proposal that is rejected, and nothing else', async () => {
    await answering({ 'including yours': 'Copy Proposed Text' }, async ({ words }) => {
      await reviewed();
      await review.rejectChange();
      await review.rejectAll();
      assert.deepEqual(words, []);
      await reviewed();
      const proposal = vscode.window.activeTextEditor?.document;
      assert.ok(proposal);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(proposal.uri, new vscode.Position(0, 0), 'typed\n');
      assert.ok(await vscode.workspace.applyEdit(edit));
      await review.rejectChange();
      await review.rejectAll();
      const typed = `typed\n${proposed}`.replace('TWO', 'two');
      await until('it is copied', async () => (await vscode.env.clipboard.readText()) === typed);
    });
  });

  it('stays open in its tab while a file is looked at, also that of several files', async () => {
    const first = await vscode.workspace.openTextDocument({ content: base });
    const second = await vscode.workspace.openTextDocument({ content: base });
    await review.add(
      [first, second].map(({ uri }) => ({
        kind: 'change',
        uri,
        base,
        text: proposed,
      })),
    );
    await vscode.window.showTextDocument(first, { preview: true });
    assert.equal(review.proposed(first.uri), proposed);
    assert.equal(review.proposed(second.uri), proposed);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until('it is closed', () => review.proposed(second.uri) === undefined);
  });

  it('stays as long as one of its editors is open, and closes all of them at its end', async () => {
    const document = await reviewed();
    const uri = vscode.window.activeTextEditor?.document.uri;
    assert.ok(uri);
    await vscode.window.showTextDocument(uri, { preview: false });
    assert.equal(proposalTabs().length, 2);
    const [diff] = proposalTabs();
    assert.ok(diff);
    await vscode.window.tabGroups.close(diff);
    await review.list();
    await until('the diff is shown', () => proposalTabs().length === 2);
    await review.acceptAll();
    assert.equal(document.getText(), proposed);
    await until('both are closed', () => proposalTabs().length === 0);
  });
});
