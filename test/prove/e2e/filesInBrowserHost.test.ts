import assert from 'node:assert/strict';
import { withApplying } from '../../e2e/apply/applying.ts';
import { itWorksOnFiles, partFiles } from './partsOnFiles.ts';
import { findVSCode } from '../../launch/vscode/findVSCode.ts';
import { searchPalette } from '../../launch/vscode/openWorkbench.ts';

describe('files in the browser host', () => {
  before(async function () {
    if ((await findVSCode()).kind !== 'server') {
      this.skip();
    }
  });
  const window = withApplying(
    { 'remote.extensionKind': { 'parley-chat.parley': ['web'] } },
    { isInPage: true, files: partFiles },
  );

  itWorksOnFiles(window);

  it('does not show what needs the extension for Git, which has no part here', async () => {
    const { page, panel } = window.parley();
    const picker = page.locator('.quick-input-widget');
    await panel.getByRole('button', { name: 'Add to Chat…' }).click();
    await picker.locator('.monaco-list-row', { hasText: 'Clipboard' }).waitFor();
    assert.equal(await picker.locator('.monaco-list-row', { hasText: 'Changes' }).count(), 0);
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'hidden' });
    const similar = picker.locator('.monaco-list-row', { hasText: 'similar commands' }).first();
    await searchPalette(page, 'Parley: Generate Commit Message', similar);
    const commands = picker.locator('.monaco-list-row', { hasText: 'Commit Message' });
    assert.equal(await commands.count(), 0);
    await page.keyboard.press('Escape');
  });
});
