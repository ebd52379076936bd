import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import type { CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { openFile } from '../support/openFile.ts';
import { withParley } from '../support/parleySuite.ts';
import { themes, type ParleyWindow } from '../support/parleyWindow.ts';

/** Of nbformat 4.5. */
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'markdown', id: 'a', metadata: {}, source: ['# Sums'] },
    {
      cell_type: 'code',
      id: 'b',
      metadata: {},
      execution_count: 1,
      source: ['print(1 + 1)'],
      outputs: [{ name: 'stdout', output_type: 'stream', text: ['two: 2\n'] }],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

/** Files besides those of the sample, by path. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  '.gitignore': '*.log\n/lib/generated/\n',
  'lib/one.ts': 'export const one = 1;\n',
  'lib/two.ts': 'export const two = 2;\n',
  'lib/debug.log': 'LOG\n',
  'lib/generated/three.ts': 'GENERATED\n',
  'lib/deep/.gitignore': 'private.ts\n',
  'lib/deep/four.ts': 'export const four = 4;\n',
  'lib/deep/private.ts': 'PRIVATE\n',
  'sums.ipynb': notebook,
  'wide.txt': Buffer.from('\uFEFFbreite Zeichen: 😀', 'utf16le'),
  'western.txt': Buffer.from('Gr\xFC\xDFe', 'latin1'),
  'large.csv': 'a,b,c\n'.repeat(9000),
};

describe('the context of a message', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let workspace = '';
  withParley(
    (opened) => {
      ({ service, parley } = opened);
      workspace = parley.workspaceFolder;
    },
    {
      settings: { 'files.encoding': 'windows1252' },
      files,
      async prepare(folder) {
        await symlink('/etc', join(folder, 'lib', 'outside'));
      },
    },
  );

  const chip = (words: string) => parley.panel.locator('.attachments .chip', { hasText: words });
  const option = (words: string) => parley.panel.getByRole('option', { name: words });
  const picker = () => parley.page.locator('.quick-input-widget');
  const row = (words: string) => picker().locator('.monaco-list-row', { hasText: words }).first();
  const send = async (words: string): Promise<string> => {
    await parley.say(words);
    await parley.replyEnded();
    return lastMessages(service).at(-1) ?? '';
  };

  it('is a folder after #, without what is ignored and what is behind links, file by file', async () => {
    const { page, composer } = parley;
    await composer.click();
    await page.keyboard.type('#lib');
    await option('lib').first().waitFor();
    await parley.screenshot('context-completion');
    await page.keyboard.press('Enter');
    await row('four.ts')
      .filter({ hasText: /about \d+ tokens · deep/ })
      .waitFor();
    await picker().getByText('Files: 4, about').waitFor();
    await picker().getByText('ignored: 3').waitFor();
    await picker().getByText('links, not followed: 1').waitFor();
    await parley.screenshot('context-folder');
    await row('two.ts').click();
    await picker().getByText('Files: 3, about').waitFor();
    await page.keyboard.press('Enter');
    await chip('lib').waitFor();
    await writeFile(join(workspace, 'lib', 'one.ts'), 'export const one = "changed";\n');
    const content = await send('What is in it?');
    assert.match(content, /lib, folder:\n\n/);
    assert.match(content, /lib\/one\.ts, line 1 \(ts\):\n\n```ts\nexport const one = "changed";/);
    assert.match(content, /lib\/deep\/four\.ts/);
    assert.doesNotMatch(content, /two|LOG|GENERATED|PRIVATE|root:/);
    await parley.newChat();
  });

  it('is text in other encodings, as VS Code reads it', async () => {
    const { page, composer } = parley;
    for (const [name, words] of [
      ['wide.txt', 'breite Zeichen: 😀'],
      ['western.txt', 'Grüße'],
    ] as const) {
      await composer.click();
      await page.keyboard.type(`#${name}`);
      await option(name).first().waitFor();
      await page.keyboard.press('Enter');
      await chip(name).waitFor();
      const content = await send('What is it?');
      assert.equal(content.includes(words), true, content);
    }
    await parley.newChat();
  });

  it('is the first part of a large file, after a question that says so', async () => {
    const { page, composer } = parley;
    await composer.click();
    await page.keyboard.type('#large.csv');
    await option('large.csv').first().waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('the first 2,000 of 9,000 lines').waitFor();
    await parley.screenshot('context-large');
    await dialog.getByRole('button', { name: 'Add First Part' }).click();
    await chip('large.csv').waitFor();
    const content = await send('What is it?');
    assert.match(content, /large\.csv, lines 1–2000 \(plaintext\), first 2000 of 9000 lines:/);
    await parley.newChat();
  });

  it('is a symbol by its name, with its own lines', async () => {
    const { page, composer } = parley;
    await openFile(parley, 'src/parseDuration.ts');
    await page.locator('.editor-instance .view-line', { hasText: 'Milliseconds' }).waitFor();
    await composer.click();
    await page.keyboard.type('Explain #sym');
    await option('#symbol').waitFor();
    await page.keyboard.press('Enter');
    // Symbols are there once the language server has read the file.
    await until('the symbol', async () => {
      await picker().getByPlaceholder('Type the name of a symbol').waitFor();
      const isThere = await row('parseDuration')
        .waitFor({ timeout: 2000 })
        .then(
          () => true,
          () => false,
        );
      if (!isThere) {
        await page.keyboard.press('Escape');
        await picker().waitFor({ state: 'hidden' });
        await composer.click();
        await page.keyboard.press('End');
        await page.keyboard.type('#sym');
        await option('#symbol').waitFor();
        await page.keyboard.press('Enter');
      }
      return isThere;
    });
    await parley.screenshot('context-symbol');
    await page.keyboard.press('Enter');
    await chip('parseDuration 2–10').waitFor();
    const content = await send('Explain');
    assert.match(content, /parseDuration in src\/parseDuration\.ts, lines 2–10 \(typescript\)/);
    await parley.newChat();
  });

  it('is a notebook cell with its output, and leads back to it', async () => {
    const { page, panel } = parley;
    await openFile(parley, 'sums.ipynb');
    const cell = page.locator('.notebookOverlay .cell-list-container', { hasText: 'print' });
    await cell.getByText('print').first().click();
    await runPaletteCommand(page, 'Parley: Add to Chat');
    await row('Notebook Cell with Output').click();
    await chip('sums.ipynb cell 2').waitFor();
    const content = await send('Why?');
    assert.match(
      content,
      /sums\.ipynb, cell 2 \(python\):\n\n```python\nprint\(1 \+ 1\)\n\nOutput:\ntwo: 2/,
    );
    await parley.runCommand('workbench.action.closeAllEditors');
    await panel.locator('.turn .chip-link').click();
    await cell.first().waitFor();
    await parley.newChat();
  });

  it('is open files of one’s choice, and what is selected in all visible editors', async () => {
    const { page, composer } = parley;
    await parley.runCommand('workbench.action.closeAllEditors');
    await openFile(parley, 'lib/one.ts');
    await page.locator('.tab.active', { hasText: 'one.ts' }).waitFor();
    await runPaletteCommand(page, 'View: Keep Editor');
    await runPaletteCommand(page, 'View: Split Editor Right');
    await openFile(parley, 'lib/two.ts');
    for (const words of ['one', 'two']) {
      await page.locator('.editor-instance .view-line', { hasText: `const ${words}` }).click();
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
    }
    await composer.click();
    await page.keyboard.type('#selections');
    await option('#selections').waitFor();
    await page.keyboard.press('Enter');
    await chip('one.ts 1').waitFor();
    await chip('two.ts 1').waitFor();
    const selections = await send('Which?');
    assert.match(
      selections,
      /lib\/one\.ts, line 1 \(typescript\):\n\n```typescript\nexport const one/,
    );
    assert.match(
      selections,
      /lib\/two\.ts, line 1 \(typescript\):\n\n```typescript\nexport const two = 2;\n```/,
    );
    await composer.click();
    await page.keyboard.type('#editors');
    await option('#editors').waitFor();
    await page.keyboard.press('Enter');
    await row('one.ts').waitFor();
    await row('two.ts').click();
    await page.keyboard.press('Enter');
    await chip('two.ts').waitFor();
    const editors = await send('And?');
    assert.match(editors, /^And\?\n\nlib\/two\.ts, line 1 \(typescript\):/);
    assert.doesNotMatch(editors, /one\.ts/);
    await parley.runCommand('workbench.action.closeAllEditors');
    await parley.newChat();
  });

  it('is what a search finds', async () => {
    const { page, composer } = parley;
    await composer.click();
    await page.keyboard.type('#search');
    await option('#search').waitFor();
    await page.keyboard.press('Enter');
    await row('Search for Text…').click();
    await picker().locator('input').fill('missing(self');
    await page.keyboard.press('Enter');
    await chip('Search results').waitFor();
    const content = await send('Where?');
    assert.match(
      content,
      /search results:\n\n```plaintext\n[^]*inventory\.py[^]*def missing\(self/,
    );
    await parley.newChat();
  });

  it('leads back to the lines, and shows what they were when they have changed', async () => {
    const { page, panel, composer } = parley;
    await openFile(parley, 'src/inventory.py');
    await page.locator('.editor-instance .view-line', { hasText: 'class Inventory' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await runPaletteCommand(page, 'Parley: Ask About Selection');
    await chip('inventory.py 1–2 src').waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'class Inventory' }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# first\n');
    await composer.click();
    const content = await send('What?');
    assert.match(content, /src\/inventory\.py, lines 2–3 \(python\)/, 'followed');
    await parley.runCommand('workbench.action.files.save');
    await parley.runCommand('workbench.action.closeAllEditors');
    await panel.locator('.turn .chip-link').click();
    await page.locator('.statusbar-item', { hasText: 'Ln 4, Col 1 (' }).waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('gone\n');
    await parley.runCommand('workbench.action.files.save');
    await panel.locator('.turn .chip-link').click();
    await page.locator('.editor-instance .view-line', { hasText: 'class Inventory' }).waitFor();
    await parley.screenshot('context-frozen');
    await rm(join(workspace, 'src', 'inventory.py'));
    await parley.newChat();
  });

  it('is dropped: a folder of the Explorer', async () => {
    const { page, panel } = parley;
    await parley.runCommand('workbench.action.closeAllEditors');
    const data = await panel.locator('#parley').evaluateHandle((_element, uri) => {
      const transfer = new DataTransfer();
      transfer.setData('application/vnd.code.uri-list', uri);
      return transfer;
    }, `file://${workspace}/lib/deep`);
    const target = panel.locator('.composer');
    await target.dispatchEvent('dragenter', { dataTransfer: data });
    await panel.locator('.drop-overlay').waitFor();
    await target.dispatchEvent('drop', { dataTransfer: data });
    await row('four.ts').waitFor();
    await page.keyboard.press('Enter');
    await chip('deep lib').waitFor();
    await panel.getByRole('button', { name: 'Remove lib/deep' }).click();
  });

  it('is not what is behind a symbolic link, unless the user confirms it', async () => {
    const { page, panel, composer } = parley;
    await composer.click();
    await page.keyboard.type('#passwd');
    await option('passwd lib/outside').first().waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('behind a symbolic link').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await panel.locator('.composer-text:focus').waitFor();
    assert.equal(await panel.locator('.attachments .chip').count(), 0);
    await composer.fill('');
  });

  it('is shown in every theme', async () => {
    const { page, composer } = parley;
    await composer.click();
    for (const name of ['one.ts', 'two.ts', 'parseDuration.ts']) {
      await page.keyboard.type(`#${name}`);
      await option(name).first().waitFor();
      await page.keyboard.press('Enter');
      await chip(name).waitFor();
    }
    await page.keyboard.type('#');
    await option('#symbol').waitFor();
    await page.keyboard.press('Escape');
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await composer.fill('Compare ');
      await composer.click();
      await page.keyboard.press('End');
      await page.keyboard.type('#');
      await option('#symbol').waitFor();
      await parley.screenshot(`context-${name}`);
    }
  });
});
