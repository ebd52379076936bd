import type { FrameLocator, Page } from 'playwright-core';
import { panelFrame, runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import { notePaints, type BenchChat } from './benchChat.ts';
import { mainThreadClock } from '../benchPage.ts';
import type { PacedService } from './pacedService.ts';

/** Parley's chat in a window of its own. */
interface ParleyChat extends BenchChat {
  readonly page: Page;
  /** The panel, also after its page was replaced. */
  readonly panel: FrameLocator;
}

/** Opens a window with Parley's panel, ready to send to `service`. */
export async function openParleyChat(
  workspaceFolder: string,
  { baseUrl }: PacedService,
): Promise<ParleyChat> {
  const window = await openTestWorkbench({
    workspaceFolder,
    userSettings: { 'parley.connections': [{ id: 'bench', name: 'Bench', baseUrl, model: 'm1' }] },
  });
  const { page } = window;
  const panel = panelFrame(page);
  const box = panel.getByRole('textbox', { name: 'Message' });
  await box.waitFor();
  return {
    page,
    panel,
    close: async () => window.close(),
    mainThreadMs: await mainThreadClock(page),
    lastPaintAt: await notePaints(panel.locator('.transcript')),
    async newChat() {
      await runPaletteCommand(page, 'Parley: New Chat');
      await panel.locator('article').first().waitFor({ state: 'detached' });
    },
    async send(text) {
      await box.fill(text);
      await box.press('Enter');
    },
    async ended() {
      const end = panel.locator('article.reply[aria-busy=false] .usage');
      await end.waitFor({ timeout: 120_000 });
    },
    shownLength: async () =>
      panel.locator('.markdown').evaluate(({ textContent }) => textContent.length),
  };
}
