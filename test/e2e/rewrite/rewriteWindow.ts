import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Settings } from '../../launch/vscode/openWorkbench.ts';
import { chunk, replyStream } from '../../support/service/scripts.ts';
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { allowContact } from '../support/canary.ts';
import { openFile } from '../support/openFile.ts';
import type { OpenWindow } from '../support/openWindow.ts';
import type { WindowContent } from '../support/windowContent.ts';

/** A window in which code is rewritten, and the service that does so. */
export interface RewriteWindow {
  readonly service: ScriptedService;
  /** The part of the window that asks what to change. */
  readonly input: Locator;
  /** A line on the right side of the diff of a rewrite. */
  diffLine(text: string): Locator;
  /** Moves the focus to the diff of the rewrite. */
  focusDiff(): Promise<void>;
  /** Opens a file by its name, and waits until a line of it is shown. */
  open(name: string, line: string): Promise<void>;
  /** Types at the end of a line of a file, counted from 1. */
  typeAtEnd(name: string, line: number, text: string): Promise<void>;
  /** Selects whole lines of the open file, counted from 1. */
  selectLines(first: number, last: number): Promise<void>;
  /** Asks with the key of the command. */
  rewrite(instruction: string): Promise<void>;
  /** Accepts the rewrite with its key, and waits until its file is there to be edited. */
  accept(): Promise<void>;
  /** Waits until there is a result, and the diff has the focus: its keys do nothing before. */
  ready(): Promise<void>;
  /** Waits until the status bar says so. */
  says(words: string | RegExp): Promise<void>;
  /** Waits until a file on disk has these bytes. */
  has(name: string, bytes: Uint8Array | string): Promise<void>;
  /** Saves the open file and waits until no editor has unsaved changes. */
  save(): Promise<void>;
  bytes(name: string): Promise<Buffer>;
}

/**
 * A window on these files.
 * @param open - Opens Parley with settings of the user.
 */
export async function openRewriteWindow<T extends OpenWindow>(
  open: (settings: Settings, content: Pick<WindowContent, 'files'>) => Promise<T>,
  files: Readonly<Record<string, Uint8Array | string>>,
  userSettings: Settings = {},
): Promise<T & RewriteWindow> {
  const service = await startScriptedService();
  allowContact(service.origin);
  const window = await open(
    {
      'parley.connections': [{ id: 's', name: 'Scripted', baseUrl: service.origin, model: 'm1' }],
      // In a browser, VS Code saves by itself.
      'files.autoSave': 'off',
      'editor.autoIndent': 'none',
      // Enter would take a word that is suggested.
      'editor.acceptSuggestionOnEnter': 'off',
      'editor.autoClosingBrackets': 'never',
      ...userSettings,
    },
    { files },
  );
  const { page, workspaceFolder } = window;
  const input = page.locator('.quick-input-widget');
  const bytes: RewriteWindow['bytes'] = async (name) => readFile(join(workspaceFolder, name));
  const goTo = async (wanted: number): Promise<void> => {
    await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
    await page.keyboard.press('Control+Home');
    for (let line = 1; line < wanted; line += 1) {
      await page.keyboard.press('ArrowDown');
    }
  };
  const show = async (name: string): Promise<void> => openFile(window, name);
  const says: RewriteWindow['says'] = async (words) =>
    page.locator('.statusbar-item', { hasText: words }).first().waitFor();
  return {
    ...window,
    service,
    input,
    diffLine: (text) =>
      page
        .locator('.monaco-diff-editor .editor.modified .view-line', { hasText: shown(text) })
        .first(),
    async focusDiff() {
      await page.locator('.tab', { hasText: 'Proposed Changes' }).click();
      await page.locator('.monaco-diff-editor .editor.modified .view-line').first().click();
    },
    says,
    async ready() {
      await page.locator('.editor-actions [aria-label^="Accept"]').waitFor();
      await page.locator('.monaco-diff-editor .monaco-editor.focused').first().waitFor();
    },
    bytes,
    async open(name, line) {
      await show(name);
      await page
        .locator('.editor-instance .view-line', { hasText: shown(line) })
        .first()
        .click();
    },
    async typeAtEnd(name, line, text) {
      await show(name);
      await goTo(line);
      await page.keyboard.press('End');
      await page.keyboard.type(text);
    },
    async selectLines(first, last) {
      await goTo(first);
      for (let line = first; line <= last; line += 1) {
        await page.keyboard.press('Shift+ArrowDown');
      }
      await says('selected');
    },
    async rewrite(instruction) {
      await page.keyboard.press('Control+k');
      await page.keyboard.press('a');
      await input.locator('.quick-input-title', { hasText: /Rewrite/ }).waitFor();
      await page.keyboard.type(instruction);
      await input.locator('.monaco-list-row', { hasText: instruction }).first().waitFor();
      await page.keyboard.press('Enter');
    },
    async accept() {
      await page.keyboard.press('Control+Enter');
      await page.locator('.tab', { hasText: 'Proposed Changes' }).waitFor({ state: 'detached' });
      await page.locator('.editor-instance .monaco-editor.focused').first().waitFor();
    },
    async has(name, expected) {
      const wanted = Buffer.from(expected);
      try {
        await until(`${name} is as expected`, async () => wanted.equals(await bytes(name)), 20_000);
      } catch {
        const found = JSON.stringify((await bytes(name)).toString().slice(0, 500));
        throw new Error(
          `${name} is ${found}, not ${JSON.stringify(wanted.toString().slice(0, 500))}`,
        );
      }
    },
    async save() {
      await page.keyboard.press('Control+s');
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
    },
    async close() {
      await window.close();
      await service.close();
    },
  };
}

/** A reply with this code in a fence. */
export function codeReply(code: string, finishReason = 'stop'): Script {
  return async (answer) => {
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(replyStream([`\`\`\`\n${code}\n\`\`\`\n`], finishReason));
  };
}

/** The same, but the part after `held` comes only when the test lets it go on. */
export function heldReply(code: string, held: string): Script {
  return async (answer) => {
    const at = code.indexOf(held) + held.length;
    const [start, rest] = [code.slice(0, at), code.slice(at)];
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(`data: ${chunk({ content: `\`\`\`\n${start}` })}\n\n`);
    await answer.request.goOn;
    await answer.send(replyStream([`${rest}\n\`\`\`\n`]));
  };
}

/** A text as an editor shows it, whose spaces do not break. */
function shown(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
