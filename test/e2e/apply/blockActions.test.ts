import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { withApplying } from './applying.ts';

/** The ways to an action of a block: with the mouse in its menu, and by keyboard in the Command Palette. */
type Way = 'mouse' | 'keyboard';

const ways: readonly Way[] = ['mouse', 'keyboard'];

const path = 'src/report.sql';
const source = 'first line\nsecond line\nthird line\n';

const cell = { cell_type: 'code', metadata: {}, execution_count: null, outputs: [] };
const book = {
  cells: [
    { ...cell, source: ['first = 1\n', 'second = 2\n', 'third = 3'] },
    { ...cell, source: ['other = 1'] },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

describe('actions on a block of code', () => {
  const window = withApplying(
    {
      'terminal.integrated.defaultProfile.linux': 'bash',
      // Its text is on the page.
      'terminal.integrated.gpuAcceleration': 'off',
    },
    { files: { 'cells.ipynb': JSON.stringify(book) } },
  );
  afterEach(async () => window.closeEditors());
  const page = () => window.parley().page;
  const panel = () => window.parley().panel;
  const picker = () => page().locator('.quick-input-widget');
  const line = (words: string): Locator =>
    page()
      .locator('.editor-instance .view-line', { hasText: words.replaceAll(' ', '\u00A0') })
      .last();
  const tab = (name: string): Locator => page().locator('.tabs-container .tab', { hasText: name });

  const focusBlock = async (): Promise<void> => {
    await until('the block has the focus', async () => {
      // VS Code takes a moment to know that the panel has the focus.
      await page().keyboard.press('Control+Alt+PageUp');
      const block = panel().locator('.code-block:focus');
      return block.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      );
    });
  };
  const act = async (way: Way, title: string): Promise<void> => {
    if (way === 'mouse') {
      await window.block().locator('pre').click({ button: 'right' });
      const item = page().getByRole('menuitem', { name: title, exact: true });
      await item.waitFor();
      // VS Code ignores clicks right after a menu has opened.
      await until('the menu is closed', async () => {
        await item.click({ timeout: 2000 }).catch(() => undefined);
        return (await item.count()) === 0;
      });
      return;
    }
    const timeout = 5000;
    await until('the command is chosen', async () => {
      await window.parley().composer.click();
      await focusBlock();
      await page().keyboard.press('F1');
      try {
        // What takes the focus late, such as an editor that opened before, closes the palette again.
        await picker().locator('input').fill(`>Parley: ${title}`, { timeout });
        const row = `.monaco-list-row.focused[aria-label^="Parley: ${title}"]`;
        await picker().locator(row).waitFor({ timeout });
        return true;
      } catch {
        return false;
      }
    });
    await page().keyboard.press('Enter');
  };

  const openSource = async (): Promise<void> => {
    await window.write(path, source);
    await window.open(path);
    await line('second line').click();
  };
  const selectSecondLine = async (): Promise<void> => {
    await openSource();
    await page().keyboard.press('Home');
    await page().keyboard.press('Shift+End');
    await page().locator('.statusbar-item', { hasText: '11 selected' }).waitFor();
  };
  const side = (name: 'original' | 'modified', words: string): Locator =>
    page().locator(`.monaco-diff-editor .editor.${name} .view-line`, {
      hasText: words.replaceAll(' ', '\u00A0'),
    });

  it('compares without a row in Go to File', async () => {
    await page().evaluate(async () => navigator.clipboard.writeText('what was copied\n'));
    await window.write('src/code_notes.py', '');
    await window.ask('```\nanother line\n```\n');
    await selectSecondLine();
    await act('mouse', 'Compare Code with Selection or Clipboard');
    await tab('Selection ↔ Code Block').waitFor();
    await window.closeEditors();
    await act('mouse', 'Compare Code with Selection or Clipboard');
    await side('original', 'what was copied').waitFor();
    await runPaletteCommand(page(), 'Go to File');
    await picker()
      .getByPlaceholder(/^Search files by name/)
      .fill('code');
    const rows = picker().locator('.monaco-list-row');
    // It was never open: once it is listed, all that was found is.
    await rows.filter({ hasText: 'code_notes.py' }).waitFor();
    const others = await rows.filter({ hasNotText: 'code_notes.py' }).allTextContents();
    assert.deepEqual(others, []);
    await page().keyboard.press('Escape');
    await picker().waitFor({ state: 'hidden' });
  });

  for (const way of ways) {
    it(`replaces the selection, by ${way}`, async () => {
      await window.ask('```\nanother line\n```\n');
      await selectSecondLine();
      await act(way, 'Insert Code at Cursor');
      await line('another line').waitFor();
      await window.savedAs(path, source.replace('second', 'another'));
      await picker().waitFor({ state: 'hidden' });
      await page().keyboard.press('Control+z');
      await line('second line').waitFor();
      await window.savedAs(path, source);
    });

    it(`compares with the selection, by ${way}`, async () => {
      await window.ask('```\nanother line\n```\n');
      await selectSecondLine();
      await act(way, 'Compare Code with Selection or Clipboard');
      await tab('Selection ↔ Code Block').waitFor();
      await side('original', 'second line').waitFor();
      await side('modified', 'another line').waitFor();
      assert.equal(await side('original', 'first line').count(), 0, 'the selection only');
      assert.equal(String(await window.bytes(path)), source);
    });

    it(`compares with the clipboard, by ${way}`, async () => {
      await page().evaluate(async () => navigator.clipboard.writeText('what was copied\n'));
      await window.ask('```\nanother line\n```\n');
      await act(way, 'Compare Code with Selection or Clipboard');
      await tab('Clipboard ↔ Code Block').waitFor();
      await side('original', 'what was copied').waitFor();
      await side('modified', 'another line').waitFor();
    });

    it(`opens a new file, by ${way}`, async () => {
      await window.ask('```py\ndef made():\n    return "👋🏽"\n```\n');
      await act(way, 'Open Code as New File');
      await tab('Untitled-1').waitFor();
      await line('return "👋🏽"').waitFor();
      await page().locator('.statusbar-item', { hasText: 'Python' }).waitFor();
    });

    it(`inserts at the cursor, by ${way}`, async () => {
      await window.ask('```\nanother line\n```\n');
      await openSource();
      await page().keyboard.press('Home');
      await act(way, 'Insert Code at Cursor');
      await line('another line').waitFor();
      await window.savedAs(path, source.replace('second', 'another linesecond'));
    });
  }

  describe('to the terminal', () => {
    const terminal = () => page().locator('.terminal.xterm').first();
    const bytesOf = async (path: string): Promise<string | undefined> =>
      window.bytes(path).then(String, () => undefined);
    /** Waits until the shell has taken what is typed and then the command. */
    const runsAs = async (path: string, expected: string): Promise<void> => {
      await page().keyboard.type('-end');
      await page().keyboard.press('Enter');
      await until(`${path} is written`, async () => (await bytesOf(path)) === expected);
    };
    before(async () => {
      await runPaletteCommand(page(), 'Terminal: Create New Terminal');
      await terminal().waitFor();
    });
    after(async () => runPaletteCommand(page(), 'Terminal: Kill All Terminals'));

    it('inserts a command without control characters, and runs nothing, by mouse', async () => {
      // The end of a bracketed paste, a line separator that some terminals take as Enter, a bell and a hidden character.
      const code = "$ printf %s 'a\u001B[201~b\u0007c\u200Bd' > one.txt";
      await window.ask(`\`\`\`sh\n${code}\n\`\`\`\n`);
      await act('mouse', 'Insert Code into Terminal');
      await page().locator('.terminal.xterm.focus, .terminal.xterm:focus-within').waitFor();
      await until('it is in the terminal', async () =>
        (await terminal().locator('.xterm-rows').innerText()).includes('> one.txt'),
      );
      assert.equal(await bytesOf('one.txt'), undefined, 'it was not run');
      await runsAs('one.txt-end', 'a[201~bcd');
    });

    it('asks which of several commands, and inserts only that one, by keyboard', async () => {
      await window.ask(
        '```sh\n# Not this one\nprintf two > two.txt\nprintf %s \\\n  three > three.txt\n```\n',
      );
      await act('keyboard', 'Insert Code into Terminal');
      const rows = picker().locator('.monaco-list-row');
      await rows.filter({ hasText: 'printf %s three > three.txt' }).waitFor();
      assert.equal(await rows.count(), 2);
      await page().keyboard.press('ArrowDown');
      await page().keyboard.press('Enter');
      await picker().waitFor({ state: 'hidden' });
      await until('it is in the terminal', async () =>
        (await terminal().locator('.xterm-rows').innerText()).includes('> three.txt'),
      );
      assert.equal(await bytesOf('three.txt'), undefined, 'it was not run');
      await runsAs('three.txt-end', 'three');
      assert.equal(await bytesOf('two.txt'), undefined, 'the other one was not inserted');
    });
  });

  it('applies to the cell of a notebook that is attached', async () => {
    await window.open('cells.ipynb');
    await page().locator('.notebookOverlay .view-line', { hasText: 'second' }).click();
    await window.parley().newChat();
    await runPaletteCommand(page(), 'Parley: Add to Chat');
    await picker().locator('.monaco-list-row', { hasText: 'Notebook Cell' }).click();
    await panel().locator('.attachments .chip', { hasText: 'cells.ipynb cell 1' }).waitFor();
    await window.askHere('```python\nfirst = 1\nsecond = 20\nthird = 3\n```\n');
    await window.apply();
    await page().locator('.editor-actions [aria-label^="Accept"]').waitFor();
    await window.press('Accept');
    await tab('Proposed Changes').waitFor({ state: 'detached' });
    await tab('cells.ipynb').click();
    await window.parley().runCommand('workbench.action.files.save');
    await page().locator('.tabs-container .tab.dirty').waitFor({ state: 'detached' });
    const { cells } = JSON.parse(String(await window.bytes('cells.ipynb'))) as typeof book;
    assert.deepEqual(
      cells.map(({ source: code }) => code.join('')),
      ['first = 1\nsecond = 20\nthird = 3', 'other = 1'],
    );
  });
});
