import { dirname, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';

/**
 * Opens a file of the workspace with Go to File, and waits until its text, or the tab of an image, is in front.
 * @param path - Relative to the workspace, with `/`.
 */
export async function openFile(page: Page, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const picker = page.locator('.quick-input-widget');
  await runPaletteCommand(page, 'Go to File');
  // With another placeholder it is still the palette, in which the text would be lost.
  await picker.getByPlaceholder(/^Search files by name/).fill(path);
  // Between a look and a click of the mouse, the list may have another row in the same element.
  await picker.locator(rowOf(name, dirname(path))).dispatchEvent('click');
  await picker.waitFor({ state: 'hidden' });
  const group = page.locator('.editor-group-container.active');
  // The diff of a review or a rewrite has more behind the name.
  await group.locator(`.tab.active[aria-label^="${name}"]:not([aria-label*=" ("])`).waitFor();
  // A notebook lies above its group, not in it, and gives the focus to no editor.
  if (path.endsWith('.ipynb')) {
    await page.locator('.notebook-editor .view-line').first().waitFor();
  } else if (!path.endsWith('.png')) {
    // An editor that takes the focus late would close the palette.
    await group.locator('.monaco-editor.focused .view-line').first().waitFor();
  }
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
