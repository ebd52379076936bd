import type { Locator, Page } from 'playwright-core';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';

/** VS Code's own chat in the secondary side bar of a stock window, in which nobody has signed in. */
export interface BuiltInChat {
  /** Writes a message and sends it with Enter. */
  say(text: string): Promise<void>;
  /** Stops the reply with a click on the button. Gives when the click reached it, as Unix time in milliseconds. */
  stop(): Promise<number>;
  /** The replies of the chat. */
  readonly replies: Locator;
  /** Begins a new chat. */
  begin(): Promise<void>;
}

/**
 * The user's file of language models, with a group for Parley. With it, the built-in chat takes messages
 * without an account from the first second on; without it, only once its extension is active, and asks to
 * sign in before (VS Code 1.139).
 */
export const signedOut = { 'chatLanguageModels.json': [{ vendor: 'parley', name: 'Parley' }] };

/**
 * Opens VS Code's page of language models, as a user does who wants to use one without an account: this
 * turns the built-in chat on (checked in VS Code 1.139). Then chooses the model `name` in the chat.
 */
export async function openBuiltInChat(page: Page, name: string): Promise<BuiltInChat> {
  await runPaletteCommand(page, 'Chat: Manage Language Models');
  await page.locator('.models-table-viewport').getByText(name).first().waitFor();
  await page.keyboard.press('Escape');
  const input = page.locator('.part.auxiliarybar .chat-input-container');
  const picker = input.getByRole('button', { name: /^Models/ }).first();
  await picker.click();
  await page.locator('.action-widget .monaco-list-row', { hasText: name }).first().click();
  const session = page.locator('.part.auxiliarybar .interactive-session');
  const stopButton = input.getByRole('button', { name: /^Cancel/ });
  return {
    replies: session.locator('.interactive-response'),
    async say(text) {
      await input.locator('.monaco-editor').first().click();
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    },
    async stop() {
      await page.evaluate(noteClick);
      await stopButton.click();
      return page.evaluate(() => Number(document.documentElement.dataset['clickedAt']));
    },
    async begin() {
      await runPaletteCommand(page, 'Chat: New Chat');
      await session.locator('.interactive-response').first().waitFor({ state: 'detached' });
    },
  };
}

/** Runs in the page: notes when the next click reaches it, before anything else hears of it. */
function noteClick(): void {
  const note = (): void => {
    document.documentElement.dataset['clickedAt'] = String(Date.now());
  };
  window.addEventListener('click', note, { capture: true, once: true });
}
