import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LeftOut } from '../../../src/apply/plan/blockPlan.ts';
import type { Review } from '../../../src/host/review/review.ts';
import { until } from '../../support/until.ts';
import { closeEditors } from '../closeEditors.ts';
import { openReview, type OpenReview } from './openReview.ts';

const base = `one {
  1
}

two {
  2
}

three {
  3
}

four {
  4
}
`;
const text = base.replace('  1', '  11');
const two: LeftOut = { from: 4, to: 7, name: 'two' };
const four: LeftOut = { from: 12, to: 15, name: 'four' };
const without = (...names: readonly string[]): RegExp =>
  new RegExp(String.raw`\n(?:${names.join('|')}) \{\n.*\n\}\n`, 'g');

describe('what a reply leaves out, in the review', () => {
  let opened: OpenReview;
  let review: Review;
  let document: vscode.TextDocument;
  before(() => {
    opened = openReview();
    ({ review } = opened);
  });
  afterEach(closeEditors);
  after(() => opened.dispose());

  const reviewed = async (proposed = text, leftOut = [two, four]): Promise<vscode.TextEditor> => {
    const first = proposed === base ? leftOut[0]?.from : 1;
    const shown = await opened.add({ base, text: proposed, leftOut }, first);
    ({ document } = shown);
    return shown.editor;
  };
  const goTo = (editor: vscode.TextEditor, line: number): void => {
    editor.selection = new vscode.Selection(line, 0, line, 0);
  };
  const proposed = (): string | undefined => review.proposed(document.uri);
  const line = (): number | undefined => vscode.window.activeTextEditor?.selection.active.line;
  const decide = async (part: LeftOut, decision: 'delete' | 'keep'): Promise<void> => {
    const { document: shown } = vscode.window.activeTextEditor ?? assert.fail();
    const name = base.split('\n')[part.from] ?? '';
    const from = shown.getText().split('\n').indexOf(name);
    await review.decide(shown.uri.toString(), shown.version, from, decision);
  };

  it('becomes a change by Accept Change, and is kept by Reject Change', async () => {
    const editor = await reviewed();
    goTo(editor, 13);
    await review.acceptChange();
    assert.equal(document.getText(), base);
    assert.equal(proposed(), text.replace(without('four'), ''));
    await review.acceptChange();
    assert.equal(document.getText(), base.replace(without('four'), ''));
    assert.equal(proposed(), text.replace(without('four'), ''));
    assert.equal(line(), 1, 'the cursor is at the change');
    goTo(editor, 5);
    await review.rejectChange();
    await review.rejectChange();
    assert.equal(proposed(), undefined);
    assert.equal(document.getText(), base.replace(without('four'), ''));
  });

  it('keeps the review open until it is decided, with the cursor where it is', async () => {
    const editor = await reviewed();
    await review.acceptChange();
    assert.equal(document.getText(), text);
    assert.equal(line(), two.from);
    await review.rejectChange();
    assert.equal(line(), four.from);
    assert.equal(editor.document.getText(), text);
    await review.rejectChange();
    assert.equal(proposed(), undefined);
    assert.equal(document.getText(), text);
  });

  it('is not deleted by a key that is pressed once too often', async () => {
    await reviewed();
    await Promise.all([review.acceptChange(), review.acceptChange()]);
    assert.equal(document.getText(), text);
    assert.equal(line(), two.from);
  });

  it('is where the cursor is if nothing else is proposed', async () => {
    const editor = await reviewed(base, [four]);
    goTo(editor, 0);
    await review.acceptChange();
    assert.equal(document.getText(), base);
    assert.equal(line(), four.from);
    await review.acceptAll();
    assert.equal(proposed(), undefined);
    assert.equal(document.getText(), base);
  });

  it('becomes a change by Delete, which is one step to undo, and is decided by Keep', async () => {
    const editor = await reviewed();
    await decide(four, 'delete');
    assert.equal(proposed(), text.replace(without('four'), ''));
    assert.equal(document.getText(), base);
    // Its hover is still there, and is no longer about anything.
    await decide(four, 'delete');
    await vscode.commands.executeCommand('undo');
    await until('it is there again', () => editor.document.getText() === text);
    await decide(four, 'delete');
    await decide(two, 'keep');
    goTo(editor, two.from);
    await review.acceptAll();
    assert.equal(document.getText(), text.replace(without('four'), ''));
  });

  it('is accepted where the cursor is, not where another one is deleted', async () => {
    const editor = await reviewed(base);
    await decide(two, 'delete');
    await decide(four, 'delete');
    goTo(editor, 7);
    await review.acceptChange();
    assert.equal(document.getText(), base.replace(without('four'), ''));
    await review.rejectAll();
  });

  it('is counted after Accept All, which leaves it in the file', async () => {
    await reviewed();
    const { setStatusBarMessage } = vscode.window;
    const shown: string[] = [];
    Object.assign(vscode.window, {
      setStatusBarMessage: (words: string) => void shown.push(words),
    });
    try {
      await decide(two, 'keep');
      await review.acceptAll();
    } finally {
      Object.assign(vscode.window, { setStatusBarMessage });
    }
    assert.deepEqual(shown, ['$(check) 1 left-out part kept']);
    assert.equal(document.getText(), text);
  });

  it('is still known after another block was planned for the file', async () => {
    await reviewed(text, [four]);
    const now = text.replace('one {', 'zero {\n}\n\none {');
    const leftOut = [{ from: 7, to: 10, name: 'two' }];
    const { uri } = document;
    await review.add([{ kind: 'change', uri, base, text: now, leftOut }]);
    await until('the cursor is at the change', () => line() === 0);
    await review.acceptChange();
    await review.acceptChange();
    assert.equal(line(), 7);
    await review.rejectChange();
    assert.equal(line(), 15);
    await review.rejectAll();
  });
});
