import type { Page } from 'playwright-core';
import type { HostRunner } from '../../launch/vscode/hostRunner.ts';

/** A window in which files are opened. */
interface FileWindow extends Pick<HostRunner, 'run'> {
  readonly page: Page;
}

/**
 * Opens a file of the workspace, and waits until its text, or the tab of an image, is in front.
 * @param path - Relative to the first folder of the workspace, with `/`.
 */
export async function openFile({ page, run }: FileWindow, path: string): Promise<void> {
  await run(async (vscode, file) => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    await (folder &&
      vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder.uri, file)));
  }, path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const group = page.locator('.editor-group-container.active');
  // The diff of a review or a rewrite has more behind the name.
  await group.locator(`.tab.active[aria-label^="${name}"]:not([aria-label*=" ("])`).waitFor();
  // A notebook lies above its group, not in it, and gives the focus to no editor.
  if (path.endsWith('.ipynb')) {
    await page.locator('.notebook-editor .view-line').first().waitFor();
  } else if (!path.endsWith('.png')) {
    // An editor that takes the focus late would take what is typed next.
    await group.locator('.monaco-editor.focused .view-line').first().waitFor();
  }
}

/** Opens a file of the workspace and selects its first `count` lines. */
export async function selectLines(window: FileWindow, path: string, count: number): Promise<void> {
  const { page } = window;
  await openFile(window, path);
  await page.locator('.editor-instance .view-line').first().click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < count; line += 1) {
    await page.keyboard.press('Shift+ArrowDown');
  }
  await page.locator('.statusbar-item', { hasText: `Ln ${count + 1}, Col 1 (` }).waitFor();
}
