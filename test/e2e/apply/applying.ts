import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { createDemoService } from '../../../src/demo/service.ts';
import { until } from '../../support/until.ts';
import { writeFiles } from '../../launch/vscode/sampleWorkspace.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { closeEditors } from '../support/closeEditors.ts';
import { openFile } from '../support/openFile.ts';
import { openToWebPages } from '../support/openToWebPages.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow, WindowOptions } from '../support/parleyWindow.ts';
import { createScriptedReplies } from '../support/scriptedReplies.ts';

/** A window in which blocks of code are applied to files of its workspace. */
export interface ApplyWindow {
  readonly parley: () => ParleyWindow;
  /** Where the workspace is on disk. */
  readonly folder: () => string;
  readonly service: () => CanaryService;
  /** Writes a file of the workspace. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** The bytes of a file of the workspace. */
  bytes(path: string): Promise<Buffer>;
  /** Begins a chat with a message that gets `reply`, and waits for its end. `file` is attached to it. */
  ask(reply: string, options?: AskOptions): Promise<void>;
  /** Sets the reply to messages with `word`. */
  reply(word: string, text: string): void;
  /** Sends a message in the chat that is shown, with what is attached already. */
  askHere(reply: string, options?: AskOptions): Promise<void>;
  /** A block of code of the last reply. */
  block(nth?: number): Locator;
  /** Presses Apply on a block with the mouse. */
  apply(nth?: number): Promise<void>;
  /** Waits for the review of one file. */
  reviewed(name: string): Promise<void>;
  /** Presses a button of the review. */
  press(title: string): Promise<void>;
  /** Waits until the tab of the review is closed and the file, new perhaps, is in front. */
  written(name: string): Promise<void>;
  /** Opens a file of the workspace in an editor, by its path. */
  open(path: string): Promise<void>;
  /** Saves the file in front, and waits until its bytes are `expected`. */
  savedAs(path: string, expected: string | Uint8Array): Promise<void>;
  /** A notification with these words, and its buttons. */
  notification(words: string | RegExp): Promise<Locator>;
  /** Closes all editors without saving. */
  closeEditors(): Promise<void>;
}

interface AskOptions {
  readonly file?: string;
  readonly finishReason?: 'stop' | 'length';
}

/** Opens the window before the tests of a suite, and closes it after them. */
export function withApplying(
  settings: Readonly<Record<string, unknown>> = {},
  options: Partial<WindowOptions> = {},
): ApplyWindow {
  const scripted = createScriptedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
  let service: CanaryService;
  let parley: ParleyWindow;
  let asked = 0;
  withParley((opened) => ({ service, parley } = opened), {
    ...options,
    demo: openToWebPages(scripted),
    settings: {
      'files.eol': '\n',
      // In a browser, VS Code saves by itself.
      'files.autoSave': 'off',
      ...settings,
    },
  });
  const tab = (name: string): Locator =>
    parley.page.locator('.tabs-container .tab', { hasText: name });
  const inFront = (name: string): Locator =>
    parley.page.locator(
      `.tabs-container .tab.active[aria-label^="${name}"]:not([aria-label*="Proposed"])`,
    );
  const bytes = async (path: string): Promise<Buffer> =>
    readFile(join(parley.workspaceFolder, path));
  const askHere: ApplyWindow['askHere'] = async (reply, { file, finishReason } = {}) => {
    asked += 1;
    const word = `request-${asked}.`;
    scripted.set(word, reply, finishReason);
    if (file !== undefined) {
      await parley.composer.click();
      await parley.page.keyboard.type(`#${file}`);
      await parley.panel.getByRole('option', { name: file }).first().waitFor();
      await parley.page.keyboard.press('Enter');
      await parley.panel.locator('.attachments .chip', { hasText: file }).waitFor();
    }
    await parley.say(word);
    await parley.replyEnded();
  };
  const block: ApplyWindow['block'] = (nth = 0) =>
    parley.panel.locator('article.reply').last().locator('.code-block').nth(nth);
  return {
    parley: () => parley,
    folder: () => parley.workspaceFolder,
    service: () => service,
    write: async (path, content) => writeFiles(parley.workspaceFolder, { [path]: content }),
    bytes,
    async ask(reply, options) {
      await parley.newChat();
      await askHere(reply, options);
    },
    reply: (word, text) => scripted.set(word, text),
    askHere,
    block,
    async apply(nth) {
      await block(nth).hover();
      await block(nth).getByRole('button', { name: 'Apply to File…' }).click();
    },
    async reviewed(name) {
      await tab(`${name} ↔ Proposed Changes`).waitFor();
      const button = (title: string): Locator =>
        parley.page.locator(`.editor-actions [aria-label^="${title}"]`);
      await button('Accept').waitFor();
      // It comes once the diff is computed, and moves the buttons beside it.
      await button('Previous Change').waitFor();
    },
    async press(title) {
      await parley.page.locator(`.editor-actions [aria-label^="${title}"]`).click();
    },
    async written(name) {
      await tab('Proposed Changes').waitFor({ state: 'detached' });
      await tab(`${name} (New File)`).waitFor({ state: 'detached' });
      await inFront(name).waitFor();
      // Last of all, it gets the focus.
      await parley.page
        .locator('.editor-group-container.active .monaco-editor.focused')
        .first()
        .waitFor();
    },
    open: async (path) => openFile(parley, path),
    async savedAs(path, expected) {
      await parley.runCommand('workbench.action.files.save');
      await until(`${path} is saved`, async () =>
        (await bytes(path)).equals(Buffer.from(expected)),
      );
    },
    async notification(words) {
      return shownNotification(parley, words);
    },
    async closeEditors() {
      await parley.runCommand('notifications.clearAll');
      await closeEditors(parley);
    },
  };
}
