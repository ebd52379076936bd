import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Review } from '../../../src/host/review/review.ts';
import { until } from '../../support/until.ts';
import { focused, type OpenReview } from '../apply/openReview.ts';
import { closeEditors } from '../closeEditors.ts';
import { answering } from '../git/withRepository.ts';
import { withReviewedFile } from './withReviewedFile.ts';

const base = Array.from({ length: 30 }, (_, at) => `line ${at}\n`).join('');
const text = base.replace('line 5\n', 'new 5\n').replace('line 20\n', 'new 20\n');
const typed = `typed\n`;

/** Lets what was asked for begin, but nothing of VS Code come back. */
async function begun(): Promise<void> {
  for (let at = 0; at < 20; at += 1) {
    await Promise.resolve();
  }
}

describe('a proposal into which is typed at the same moment', () => {
  let uri: vscode.Uri;
  let opened: OpenReview;
  let review: Review;
  withReviewedFile('typed', base, (file) => ({ uri, opened, review } = file));

  const add = async (change = text): Promise<vscode.TextDocument> => {
    await review.add([{ kind: 'change', uri, base, text: change }]);
    return (await focused()).document;
  };
  /** Types a line, again if VS Code has changed the text meanwhile. */
  const type = async (at: vscode.Uri, line = 0): Promise<void> => {
    await until('it is typed', async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(at, new vscode.Position(line, 0), typed);
      return vscode.workspace.applyEdit(edit);
    });
  };
  const file = async (): Promise<string> =>
    (await vscode.workspace.openTextDocument(uri)).getText();

  it('keeps a change of the file, however quickly is typed', async () => {
    for (const pauseMs of [0, 10]) {
      const { document, editor } = await opened.add({ base, text });
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, document.lineAt(25).range, 'mine');
      assert.ok(await vscode.workspace.applyEdit(edit));
      for (let at = 0; at < 20; at += 1) {
        await vscode.commands.executeCommand('type', { text: 'x' });
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      const wanted = `${'x'.repeat(20)}${text.replace('line 25', 'mine')}`;
      await until('both are proposed', () => review.proposed(document.uri) === wanted);
      await until('it is saved', () => !editor.document.isDirty);
      await review.acceptAll();
      assert.equal(document.getText(), wanted);
      await closeEditors();
    }
  });

  it('is written as it was accepted, and what is typed is still proposed', async () => {
    const proposal = await add();
    const accepted = review.acceptAll();
    await begun();
    await type(proposal.uri);
    await accepted;
    assert.equal(await file(), text);
    assert.equal(review.proposed(uri), typed + text);
    await review.acceptAll();
    assert.equal(await file(), typed + text);
    assert.equal(review.proposed(uri), undefined);
  });

  it('is a new file that is written as it was accepted', async () => {
    const created = vscode.Uri.file(`${uri.fsPath}-new.txt`);
    await review.add([{ kind: 'create', uri: created, base: '', text }]);
    const proposal = (await focused()).document;
    const accepted = review.acceptAll();
    await begun();
    await type(proposal.uri);
    await accepted;
    assert.equal(await readFile(created.fsPath, 'utf8'), text);
    assert.equal(review.proposed(created), typed + text);
    await review.acceptAll();
    assert.equal((await vscode.workspace.openTextDocument(created)).getText(), typed + text);
  });

  it('is written as it was accepted, not as it arrives', async () => {
    let ends = 0;
    const owner = { stop: () => false, ended: () => void (ends += 1) };
    const own = review.begin({ kind: 'change', uri, base, text: base }, owner);
    await review.show([own]);
    await focused();
    await review.settle(own, { base, text, leftOut: [] });
    const accepted = review.acceptAll();
    await begun();
    review.arrive(own, { base, text: base.replace('line 5\n', 'half\n') });
    await accepted;
    assert.equal(await file(), text);
    assert.equal(ends, 1);
  });

  it('is merged with what is typed in the file, though another one begins to arrive', async () => {
    const own = review.begin(
      { kind: 'change', uri, base, text: base },
      { stop: () => true, ended() {} },
    );
    await review.show([own]);
    await focused();
    await review.settle(own, { base, text, leftOut: [] });
    await type(uri, 25);
    review.arrive(own, { base, text: base.replace('line 5\n', 'half\n') });
    await until('what arrives is shown', async () =>
      (await focused()).document.getText().includes(`line 24\n${typed}`),
    );
    await review.settle(own);
    const wanted = text.replace('line 25\n', `${typed}line 25\n`);
    await until(
      'what was before is shown',
      async () => (await focused()).document.getText() === wanted,
    );
    await review.acceptAll();
    assert.equal(await file(), wanted);
  });

  it('loses the change that is rejected, and no other line', async () => {
    await answering({ 'including yours': 'Copy Proposed Text' }, async () => {
      const proposal = await add();
      const rejected = review.rejectChange();
      await begun();
      await type(proposal.uri);
      await rejected;
      const wanted = typed + text.replace('new 5', 'line 5');
      assert.equal(review.proposed(uri), wanted);
      // What was typed counts as typed.
      await review.rejectAll();
      await until('it is offered', async () => (await vscode.env.clipboard.readText()) === wanted);
    });
  });

  it('loses what is left out and deleted, and no other line', async () => {
    const leftOut = [{ from: 10, to: 12, name: 'line 10' }];
    await review.add([{ kind: 'change', uri, base, text, leftOut }]);
    const { document: proposal } = await focused();
    const decide = async (version: number): Promise<void> =>
      review.decide(proposal.uri.toString(), version, 10, 'delete');
    const { version } = proposal;
    const deleted = decide(version);
    await begun();
    await type(proposal.uri);
    await deleted;
    const wanted = typed + text.replace('line 10\nline 11\n', '');
    assert.equal(review.proposed(uri), wanted);
    // A link of before is about another text.
    await decide(version);
    assert.equal(review.proposed(uri), wanted);
  });

  it('keeps it when another block comes that was planned before, and what was rejected stays so', async () => {
    const more = {
      kind: 'change',
      uri,
      base: text,
      text: text.replace('line 12', 'new 12'),
    } as const;
    const proposal = await add();
    await type(proposal.uri);
    await review.rejectChange();
    await review.add([more]);
    const wanted = typed + text.replace('new 5', 'line 5').replace('line 12', 'new 12');
    assert.equal(review.proposed(uri), wanted);
    await answering({}, async ({ words }) => {
      await review.add([{ ...more, text: text.replace('line 12', 'other 12') }]);
      assert.match(words.join(), /was changed where the proposal changes it/);
    });
    assert.equal(review.proposed(uri), wanted);
  });

  it('is written though an extension changes the file at once', async () => {
    await answering({}, async ({ words }) => {
      await add();
      const reacting = vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
        if (document.uri.toString() === uri.toString()) {
          reacting.dispose();
          await type(uri, 30);
        }
      });
      await review.acceptAll();
      await until('it has reacted', async () => (await file()) === text + typed);
      assert.equal(review.proposed(uri), undefined);
      assert.deepEqual(words, []);
    });
  });

  it('tells of the one file that was not written, and keeps what is proposed for it', async () => {
    await answering({}, async ({ words }) => {
      const below = vscode.Uri.joinPath(uri, 'below.txt');
      await review.add([
        { kind: 'change', uri, base, text },
        { kind: 'create', uri: below, base: '', text },
      ]);
      await until('the review is shown', () => review.shown().length === 2);
      await review.acceptAll();
      assert.equal(await file(), text);
      assert.equal(review.proposed(uri), undefined);
      assert.equal(review.proposed(below), text);
      assert.match(words.join(), /^VS Code did not write the changes to .*below\.txt\.$/);
    });
  });

  it('is saved once it comes to the front again, so that nothing asks when it is closed', async () => {
    const proposal = await add();
    await vscode.window.showTextDocument(uri, { preview: false });
    await type(proposal.uri);
    assert.ok(proposal.isDirty);
    await review.list();
    await until('it is saved', () => !proposal.isDirty);
    assert.equal(review.proposed(uri), typed + text);
  });
});
