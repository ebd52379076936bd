import { dirname, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';

/**
 * Opens a file of the workspace with Go to File, and waits until its text, or the tab of an image, is in front.
 * @param path - Relative to the workspace, with `/`.
 */
export async function openFile(page: Page, path: string): Promise<void> {
  const group = page.locator('.editor-group-container.active');
  const isGone = group.locator('.monaco-editor-pane-placeholder', { hasText: 'was not found' });
  // A notebook lies above its group, not in it.
  const content = group.locator('.view-line').or(page.locator('.notebook-editor .view-line'));
  await until(`${path} is open`, async () => {
    await pickFile(page, path);
    if (path.endsWith('.png')) {
      return true;
    }
    await content.or(isGone).filter({ visible: true }).first().waitFor();
    if ((await isGone.filter({ visible: true }).count()) === 0) {
      // An editor that takes the focus late would close the palette. A notebook gives it to no editor.
      await (path.endsWith('.ipynb') || group.locator('.monaco-editor.focused').first().waitFor());
      return true;
    }
    await runPaletteCommand(page, 'View: Close Editor');
    return false;
  });
}

/**
 * Picks a file. If the list changes just then, it may be another row: VS Code lists an open side of a diff as a file,
 * which is not there.
 */
async function pickFile(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const picker = page.locator('.quick-input-widget');
  await runPaletteCommand(page, 'Go to File');
  // With another placeholder it is still the palette, in which the text would be lost.
  await picker.getByPlaceholder(/^Search files by name/).fill(path);
  // At first there are only editors that were open; the path of a diff's side begins with a slash.
  await picker.locator(rowOf(name, dirname(path))).click();
  await picker.waitFor({ state: 'hidden' });
  // The diff of a review or a rewrite has more behind the name.
  const tab = page.locator(`.tab.active[aria-label^="${name}"]:not([aria-label*=" ("])`);
  await page.locator('.editor-group-container.active').locator(tab).waitFor();
}

/** Opens a file of the workspace and selects its first `count` lines. */
export async function selectLines(page: Page, path: string, count: number): Promise<void> {
  await openFile(page, path);
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < count; line += 1) {
    await page.keyboard.press('Shift+ArrowDown');
  }
  await page.locator('.statusbar-item', { hasText: `Ln ${count + 1}, Col 1 (` }).waitFor();
}

/** The row of a file: its label is followed by its folder, by its state, and by the heading it begins. */
function rowOf(name: string, folder: string): string {
  const label = folder === '.' ? name : `${name} ${normalize(folder)}`;
  return [label, `${label} unsaved changes`]
    .flatMap((text) => [`[aria-label="${text}"]`, `[aria-label^="${text}, "]`])
    .map((attribute) => `.monaco-list-row${attribute}`)
    .join(', ');
}
