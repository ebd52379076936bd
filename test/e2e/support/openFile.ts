import type { Page } from 'playwright-core';
import type { HostRunner } from '../../launch/vscode/hostRunner.ts';
import { until } from '../../support/until.ts';

/** A window in which files are opened. */
interface FileWindow extends Pick<HostRunner, 'run'> {
  readonly page: Page;
}

/**
 * Opens a file of the workspace, and waits until its text, or the tab of an image, is in front.
 * @param path - Relative to the first folder of the workspace, with `/`.
 */
export async function openFile({ page, run }: FileWindow, path: string): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const group = page.locator('.editor-group-container.active');
  // The diff of a review or a rewrite has more behind the name.
  const tab = group.locator(`.tab.active[aria-label^="${name}"]:not([aria-label*=" ("])`);
  // A notebook lies above its group, not in it, and gives the focus to no editor; an image has none.
  const text = path.endsWith('.ipynb')
    ? page.locator('.notebook-editor .view-line')
    : path.endsWith('.png')
      ? tab
      : group.locator('.monaco-editor.focused .view-line');
  // A chat that has just begun takes the focus once its page is there: then the file is opened again.
  await until(`${name} is in front`, async () => {
    await run(async (vscode, file) => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      await (folder &&
        vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder.uri, file)));
    }, path);
    await tab.waitFor();
    // An editor that takes the focus late would take what is typed next.
    return text
      .first()
      .waitFor({ timeout: 5000 })
      .then(
        () => true,
        () => false,
      );
  });
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
