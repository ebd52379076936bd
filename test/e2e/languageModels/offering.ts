import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

/** Marks a model of the current connection as a favourite, as a user does in the picker of models. */
export async function addFavourite({ page }: ParleyWindow, model: string): Promise<void> {
  await runPaletteCommand(page, 'Parley: Choose Model');
  const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: model }).first();
  await row.hover();
  await row.getByRole('button', { name: 'Add to Favourites' }).click();
  await row.getByRole('button', { name: 'Remove from Favourites' }).waitFor();
  await page.keyboard.press('Escape');
}

/** How many replies for other extensions the status bar shows; undefined where it shows none. */
export async function repliesForOthers({ page }: ParleyWindow): Promise<string | undefined> {
  const item = page.locator('.statusbar [id="parley-chat.parley.parley.languageModels"]');
  return (await item.count()) === 0 ? undefined : (await item.innerText()).trim();
}

/** The lines of Parley's log about requests of the extension `initiator`. */
export async function requestsOf(
  parley: ParleyWindow,
  initiator: string,
): Promise<readonly string[]> {
  return (await parley.log())
    .filter(({ level }) => level === 'info')
    .map(({ text }) => text)
    .filter((text) => text.toLowerCase().startsWith(`${initiator.toLowerCase()} asks for a reply`));
}
