import { join } from 'node:path';
import { artefactsFolder } from '../../launch/projectFolders.ts';
import { canaryKey, canaryPrompt } from './canary.ts';
import { isRestartable, type OpenWindow, openWindow, type WindowKind } from './openWindow.ts';
import { setContent } from './setContent.ts';
import type { WindowContent } from './windowContent.ts';

/** A colour theme by its name in settings, and the class that the workbench has with it. */
export interface Theme {
  readonly name: string;
  readonly kind: 'vs' | 'vs-dark' | 'hc-black' | 'hc-light';
}

/** One theme of each kind. */
export const themes: Readonly<Record<string, Theme>> = {
  dark: { name: 'Dark 2026', kind: 'vs-dark' },
  light: { name: 'Light 2026', kind: 'vs' },
  'high-contrast': { name: 'Default High Contrast', kind: 'hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', kind: 'hc-light' },
};

/** A window with the packaged Parley, as a test sees it. */
export interface ParleyWindow extends OpenWindow {
  /** Begins a chat in place of one that has messages. */
  newChat(): Promise<void>;
  /** Gives the current connection the canary key; a window that is reloaded has forgotten it. */
  enterCanaryKey(): Promise<void>;
  /** Gives the current connection the canary key, sends the canary prompt, and begins a new chat. */
  useCanary(): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
}

/** How a window differs from a calm one that trusts the sample workspace. */
export type WindowOptions = WindowKind & Omit<WindowContent, 'settings'>;

/** The window that the suites of this process share, one after another. */
let shared: OpenWindow | undefined;

/** Whether a test has failed since a suite began: what is in its window is not known. */
let hasFailed = false;

const closeShared = async (): Promise<void> => {
  const window = shared;
  shared = undefined;
  await window?.close();
};

after(closeShared);

/** For `afterEach`: keeps a picture of the window in which a test has failed. The next suite gets another one. */
export async function pictureFailure(
  test: Mocha.Test | undefined,
  parley: ParleyWindow | undefined,
): Promise<void> {
  if (test?.state === 'failed') {
    await parley?.screenshot(`failed ${test.fullTitle().replaceAll(/[^\w ]/g, '')}`);
    hasFailed = true;
  }
}

/**
 * Opens the packaged Parley on the sample workspace, in which it shows itself: in the window of the suite before, made
 * new, or in one of its own where it is to be of another kind.
 */
export async function openParley(
  userSettings: Readonly<Record<string, unknown>> = {},
  { files, prepare, ...kind }: Partial<WindowOptions> = {},
): Promise<ParleyWindow> {
  const content = { settings: userSettings, files, prepare };
  const isShared = isRestartable && Object.values(kind).every((value) => value === undefined);
  hasFailed = false;
  const window = isShared ? await sharedWindow(content) : await openWindow(kind, content);
  const { page, panel, run, runCommand } = window;
  const enterCanaryKey: ParleyWindow['enterCanaryKey'] = async () => {
    const isSet = runCommand('parley.setKey');
    await page.locator('.quick-input-widget input[type=password]').fill(canaryKey);
    await page.keyboard.press('Enter');
    await isSet;
  };
  const newChat: ParleyWindow['newChat'] = async () => {
    await runCommand('parley.newChat');
    await panel.locator('article').first().waitFor({ state: 'detached' });
  };
  return {
    ...window,
    newChat,
    enterCanaryKey,
    async useCanary() {
      await enterCanaryKey();
      await window.say(canaryPrompt);
      await window.replyEnded();
      await newChat();
    },
    async setTheme({ name, kind: expected }) {
      await run(async (vscode, theme) => {
        await vscode.workspace.getConfiguration('workbench').update('colorTheme', theme, true);
      }, name);
      await page.locator(`.monaco-workbench.${expected}`).waitFor();
    },
    async screenshot(name) {
      await page.screenshot({ path: join(artefactsFolder, `${name}.png`) });
    },
    async close() {
      try {
        await window.assertClean();
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        if (window !== shared) {
          await window.close();
        } else if (hasFailed) {
          await closeShared();
        }
      }
    },
  };
}

async function sharedWindow(content: WindowContent): Promise<OpenWindow> {
  if (shared === undefined) {
    shared = await openWindow({}, content);
    return shared;
  }
  try {
    await setContent(shared, content);
    return shared;
  } catch (error) {
    await closeShared();
    throw error;
  }
}
