import assert from 'node:assert/strict';
import { runPaletteCommand, searchPalette } from '../../../launch/vscode/openWorkbench.ts';
import { openFile } from '../../../e2e/support/openFile.ts';
import {
  openParley,
  type ParleyWindow,
  pictureFailure,
} from '../../../e2e/support/parleyWindow.ts';
import {
  codeReply,
  openRewriteWindow,
  type RewriteWindow,
} from '../../../e2e/rewrite/rewriteWindow.ts';

/** A file, the lines that are rewritten, and what the service replies. */
interface FileCase {
  readonly name: string;
  readonly what: string;
  readonly text: string;
  /** Selected, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  /** A part of a line that is in sight. */
  readonly seen: string;
  readonly reply: string;
  readonly expected: string;
  readonly encode?: (text: string) => Buffer;
}

const cases: readonly FileCase[] = [
  {
    name: 'class.py',
    what: 'Python, dedented by the model',
    text: 'class A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n',
    lines: [2, 3],
    seen: 'class A',
    reply: 'def f(self):\n    if True:\n        return 10',
    expected:
      'class A:\n    def f(self):\n        if True:\n            return 10\n\n    def g(self):\n        return 2\n',
  },
  {
    name: 'old.ini',
    what: 'another encoding',
    text: 'name = Müller\ncity = Köln\n',
    lines: [2, 2],
    seen: 'name =',
    reply: 'city = Düsseldorf',
    expected: 'name = Müller\ncity = Düsseldorf\n',
    encode: (text) => Buffer.from(text, 'latin1'),
  },
];

describe('a rewrite keeps what it does not change', function () {
  let window: ParleyWindow & RewriteWindow;
  const encoded = ({ encode = (given) => Buffer.from(given) }: FileCase, text: string): Buffer =>
    encode(text);
  before(async () => {
    window = await openRewriteWindow(
      openParley,
      {
        ...Object.fromEntries(cases.map((one) => [one.name, encoded(one, one.text)])),
        'line.ts': 'const a = f(1, 2); // one\n',
        'cells.ipynb': JSON.stringify({
          cells: [
            {
              cell_type: 'code',
              source: ['a = 1\n', 'b = 2'],
              metadata: {},
              outputs: [],
              execution_count: null,
            },
          ],
          metadata: { language_info: { name: 'python' } },
          nbformat: 4,
          nbformat_minor: 5,
        }),
      },
      {
        '[ini]': { 'files.encoding': 'windows1252' },
      },
    );
  });
  after(async () => window?.close());
  afterEach(async function () {
    await pictureFailure(this.currentTest, window);
  });

  for (const one of cases) {
    it(`in ${one.what}; undone at once`, async () => {
      const { page, service } = window;
      service.answer(codeReply(one.reply));
      await window.open(one.name, one.seen);
      await window.selectLines(...one.lines);
      await window.rewrite('Rewrite this');
      await window.ready();
      await window.has(one.name, encoded(one, one.text));
      await window.accept();
      await window.save();
      await window.has(one.name, encoded(one, one.expected));
      await page.keyboard.press('Control+z');
      await window.save();
      await window.has(one.name, encoded(one, one.text));
    });
  }

  it('to the byte where the selection begins and ends within a line', async () => {
    const { page, service } = window;
    service.answer(codeReply('  g(3,\n  4)'));
    await window.open('line.ts', 'const a');
    await page.keyboard.press('Control+Home');
    for (let column = 0; column < 10; column += 1) {
      await page.keyboard.press('ArrowRight');
    }
    for (let column = 0; column < 7; column += 1) {
      await page.keyboard.press('Shift+ArrowRight');
    }
    await window.says('selected');
    await window.rewrite('Another call');
    await window.ready();
    await window.accept();
    await window.save();
    await window.has('line.ts', 'const a = g(3,\n  4); // one\n');
  });

  it('in an untitled document', async () => {
    const { page, service } = window;
    await window.runCommand('workbench.action.files.newUntitledFile');
    await page.locator('.tab.active', { hasText: 'Untitled' }).waitFor();
    await page.keyboard.type('one\ntwo\nthree');
    service.answer(codeReply('TWO'));
    await window.selectLines(2, 2);
    await window.rewrite('Louder');
    await window.ready();
    await window.accept();
    await page.locator('.editor-instance .view-line', { hasText: 'TWO' }).first().waitFor();
    const lines = await page.locator('.editor-instance .view-line').allInnerTexts();
    assert.deepEqual(lines, ['one', 'TWO', 'three']);
    await page.keyboard.press('Control+z');
    await page.locator('.editor-instance .view-line', { hasText: 'two' }).first().waitFor();
  });

  it('in the cell of a notebook', async () => {
    const { page, service } = window;
    await openFile(window, 'cells.ipynb');
    await page.locator('.notebook-editor .view-line', { hasText: 'b' }).first().click();
    await page.locator('.notebook-editor .monaco-editor.focused').first().waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.locator('.notebook-editor .selected-text').first().waitFor({ state: 'attached' });
    service.answer(codeReply('a = 100'));
    await window.rewrite('More');
    await window.ready();
    await page.keyboard.press('Control+Enter');
    await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
    // The notebook is shown again as it was, without the focus in a cell.
    await page.locator('.notebook-editor .view-line', { hasText: '100' }).first().click();
    await window.save();
    assert.match((await window.bytes('cells.ipynb')).toString(), /"a = 100\\n",\s+"b = 2"/);
  });

  it('is not asked for in a document that cannot be edited', async () => {
    const { page, service } = window;
    const { length } = service.requests;
    await window.open('line.ts', 'const a');
    await runPaletteCommand(page, 'File: Set Active Editor Read-only in Session');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('a');
    const first = window.input.locator('.monaco-list-row').first();
    await searchPalette(page, 'Parley: Rewrite Selection', first);
    assert.equal(
      await window.input
        .locator('.monaco-list-row[aria-label^="Parley: Rewrite Selection"]')
        .count(),
      0,
    );
    await page.keyboard.press('Escape');
    assert.equal(service.requests.length, length);
  });
});
