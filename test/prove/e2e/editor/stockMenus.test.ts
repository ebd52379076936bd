import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { ensureGit } from '../../../launch/git.ts';
import { runPaletteCommand } from '../../../launch/vscode/openWorkbench.ts';
import { createTestRepository } from '../../../support/git/testRepository.ts';
import { until } from '../../../support/until.ts';
import { signedOut } from '../../../e2e/languageModels/builtInChat.ts';
import { openFile } from '../../../e2e/support/openFile.ts';
import {
  openParley,
  pictureFailure,
  type ParleyWindow,
} from '../../../e2e/support/parleyWindow.ts';

const notebook = {
  cells: [
    {
      cell_type: 'code',
      metadata: {},
      execution_count: 1,
      source: ['1'],
      outputs: [{ output_type: 'stream', name: 'stdout', text: ['1'] }],
    },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

describe('the menus of a stock window, with VS Code’s own chat', () => {
  let parley: ParleyWindow;
  before(async () => {
    await ensureGit();
    parley = await openParley(
      {
        'terminal.integrated.defaultProfile.linux': 'bash',
        // Its text is on the page.
        'terminal.integrated.gpuAcceleration': 'off',
      },
      {
        isStock: true,
        runsBuiltInChat: true,
        userFiles: signedOut,
        files: {
          'cells.ipynb': JSON.stringify(notebook),
          'own.prompt.md': '---\ndescription: Reviews\n---\nReview this.\n',
        },
        async prepare(folder) {
          const repository = await createTestRepository(folder);
          await repository.commit('feat: all');
          await repository.write(join('src', 'new.ts'), 'export const seconds = 2;\n');
        },
      },
    );
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => parley.close());

  const page = () => parley.page;
  const menuRows = () => page().locator('.monaco-menu .action-menu-item .action-label');
  /** Asserts that the rows differ, and that Parley has one. */
  const assertDistinct = (rows: readonly string[], where: string, own = 'Parley'): void => {
    const shown = rows.map((row) => row.trim()).filter((row) => row !== '');
    const twice = shown.filter((row, index) => shown.indexOf(row) !== index);
    assert.deepEqual(twice, [], where);
    assert.ok(
      shown.some((row) => row.includes(own)),
      `${where}: ${shown.join(', ')}`,
    );
  };
  /** Opens a menu, and what Parley has below it, and asserts that no two rows of any of them are alike. */
  const assertMenu = async (where: string, open: () => Promise<unknown>): Promise<void> => {
    await open();
    await menuRows().first().waitFor();
    assertDistinct(await menuRows().allTextContents(), where);
    const below = page().getByRole('menuitem', { name: 'Parley', exact: true });
    if ((await below.count()) > 0) {
      // A menu at the edge of an editor is cut off there.
      await below.hover({ position: { x: 20, y: 8 } });
      const inIt = page().locator('.monaco-submenu .action-label');
      await inIt.first().waitFor();
      assertDistinct(await inIt.allTextContents(), `${where}, Parley`, '');
    }
    await parley.screenshot(`stock-menu-${where}`);
    await page().keyboard.press('Escape');
    await page().keyboard.press('Escape');
    await menuRows().first().waitFor({ state: 'detached' });
  };
  const rightClick = async (target: Locator): Promise<void> => target.click({ button: 'right' });
  const labels = async (toolbar: Locator): Promise<readonly string[]> =>
    toolbar
      .locator('.action-label')
      .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));

  it('have no two rows alike in the editor and on its tab', async () => {
    await openFile(parley, 'src/parseDuration.ts');
    const line = page().locator('.editor-instance .view-line').first();
    await assertMenu('editor', async () => rightClick(line));
    await assertMenu('tab', async () => rightClick(page().locator('.tab.active')));
  });

  it('have no two rows alike on a file of the Explorer', async () => {
    await page()
      .locator('.part.activitybar')
      .getByRole('tab', { name: /^Explorer/ })
      .click();
    const file = page().locator('.explorer-folders-view .monaco-list-row', {
      hasText: 'README.md',
    });
    await assertMenu('explorer', async () => rightClick(file));
  });

  it('have no two buttons alike above a prompt file', async () => {
    await openFile(parley, 'own.prompt.md');
    const buttons = page().locator('.editor-actions');
    assertDistinct(await labels(buttons), 'prompt file');
  });

  it('have no two rows alike in Source Control, in its title and at its box', async () => {
    await page()
      .locator('.part.activitybar')
      .getByRole('tab', { name: /^Source Control/ })
      .click();
    const view = page().locator('.part.sidebar');
    const generate = view.getByRole('button', { name: 'Generate Commit Message with Parley' });
    await generate.first().waitFor();
    const pane = view.locator('.pane').filter({ has: page().locator('.scm-editor') });
    assertDistinct(await labels(pane), 'source control');
    await parley.screenshot('stock-source-control');
    const more = pane.getByRole('button', { name: 'More Actions...' }).first();
    await assertMenu('source-control', async () => more.click());
  });

  it('have no two rows alike in the terminal', async () => {
    await runPaletteCommand(page(), 'Terminal: Create New Terminal');
    const terminal = page().locator('.terminal.xterm').first();
    await page().locator('.terminal-command-decoration').first().waitFor();
    await terminal.click();
    // VS Code may lose a command that ends in its first moments (microsoft/vscode#237208).
    await page().keyboard.type('sleep 1; (exit 3)\n');
    const parleyRow = page().getByRole('menuitem', { name: 'Parley', exact: true });
    await assertMenu('terminal', async () =>
      until('Parley knows that the command has failed', async () => {
        await terminal.click({ button: 'right', position: { x: 300, y: 40 } });
        await page().getByRole('menuitem', { name: 'Kill Terminal' }).waitFor();
        const isKnown = (await parleyRow.count()) > 0;
        await (isKnown ? undefined : page().keyboard.press('Escape'));
        return isKnown;
      }),
    );
  });

  it('have no two rows alike at the cell of a notebook', async () => {
    await openFile(parley, 'cells.ipynb');
    const cell = page().locator('.notebookOverlay .cell-list-container .monaco-list-row').first();
    await cell.click();
    const more = page().locator('.cell-title-toolbar').getByRole('button', { name: /^More/ });
    await assertMenu('cell', async () => more.first().click());
  });
});
