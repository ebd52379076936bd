import type { FrameLocator, Page } from 'playwright-core';
import { panelFrame, showPanel } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';

/** Parley in the side bar of a window. */
export interface ParleyPage {
  readonly page: Page;
  readonly panel: FrameLocator;
  /** The box of the panel in which messages are written. */
  readonly composer: ReturnType<FrameLocator['getByRole']>;
  /** Writes a message and sends it with Enter. */
  say(text: string): Promise<void>;
  /** Waits until the last reply has ended. */
  replyEnded(): Promise<void>;
}

/** Shows Parley in a window. */
export async function showParley(page: Page): Promise<ParleyPage> {
  await showPanel(page);
  return shownParley(page);
}

/** Parley in a window that shows it. */
export async function shownParley(page: Page): Promise<ParleyPage> {
  const panel = panelFrame(page);
  // Before its page is there, the panel takes the focus from whatever is opened by keyboard.
  await panel.locator('#parley > *').first().waitFor();
  const composer = panel.getByRole('textbox', { name: 'Message' });
  /** The turn before a message whose reply is still to be waited for. */
  let before: string | undefined;
  const say: ParleyPage['say'] = async (text) => {
    await composer.click();
    before = await lastTurn(panel);
    await composer.fill(text);
    await composer.press('Enter');
  };
  const replyEnded: ParleyPage['replyEnded'] = async () => {
    // Until the message is there, the last reply is the one before.
    await until('the message is shown', async () => (await lastTurn(panel)) !== before);
    before = undefined;
    await panel.locator('article.reply').last().and(panel.locator('[aria-busy=false]')).waitFor();
    await panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
  };
  return { page, panel, composer, say, replyEnded };
}

/** The id of the last turn in the chat that is shown; an empty text where it has none. */
export async function lastTurn(panel: FrameLocator): Promise<string> {
  const ids = await panel
    .locator('section.turn')
    .evaluateAll((turns) => turns.map((turn) => turn.getAttribute('data-turn-id') ?? ''));
  return ids.at(-1) ?? '';
}
