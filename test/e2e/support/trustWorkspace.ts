import type { Page } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';

/** Trusts the workspace as a user does, and closes the page on which that is done. */
export async function trustWorkspace(page: Page): Promise<void> {
  await runPaletteCommand(page, 'Workspaces: Manage Workspace Trust');
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  const trusted = page.getByText(/^You trust this/).first();
  await trusted.waitFor();
  await page
    .getByRole('button', { name: /^Close/ })
    .last()
    .click();
  await trusted.waitFor({ state: 'hidden' });
}
