import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { withApplying } from '../../e2e/apply/applying.ts';
import { itWorksOnFiles, partFiles } from './partsOnFiles.ts';
import { openAsVirtual, writeVirtualFolder } from './virtualFolder.ts';

/** Of a folder that is on no disk as far as VS Code knows, and in which it cannot search. */
describe('a virtual workspace', () => {
  const extension = mkdtempSync(join(tmpdir(), 'parley-virtual-'));
  after(async () => rm(extension, { recursive: true, force: true }));
  const window = withApplying(
    {},
    {
      extensions: [extension],
      files: partFiles,
      async opens(folder) {
        await writeVirtualFolder(extension);
        return openAsVirtual(extension, folder);
      },
    },
  );

  itWorksOnFiles(window);

  it('adds a file from the explorer without a question', async () => {
    const { page, panel } = window.parley();
    await window.parley().newChat();
    await runPaletteCommand(page, 'File: Focus on Files Explorer');
    const row = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'README.md' });
    await row.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to Parley' }).hover();
    await page.keyboard.press('Enter');
    await panel.locator('.attachments .chip', { hasText: 'README.md' }).waitFor();
  });
});
