import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import {
  panelFrame,
  runPaletteCommand,
  showPanel,
  type Workbench,
} from '../../launch/vscode/openWorkbench.ts';
import type { VSCode } from '../../launch/vscode/findVSCode.ts';
import { until } from '../../support/until.ts';
import { projectFolder } from '../../launch/projectFolders.ts';
import { writeFiles, writeSampleWorkspace } from '../../launch/vscode/sampleWorkspace.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import { createContactRecorder } from '../../launch/vscode/contactRecorder.ts';
import { createHostRunner, type HostRunner } from '../../launch/vscode/hostRunner.ts';
import { createLogRecorder, type LogLine } from '../../launch/vscode/logRecorder.ts';
import { assertNothingLeaked, canaryKey, canaryPrompt } from './canary.ts';
import { recordPageErrors } from './pageErrors.ts';

/** A colour theme by its name in settings, and the class that the workbench has with it. */
export interface Theme {
  readonly name: string;
  readonly kind: 'vs' | 'vs-dark' | 'hc-black' | 'hc-light';
}

/** One theme of each kind. */
export const themes: Readonly<Record<string, Theme>> = {
  dark: { name: 'Dark Modern', kind: 'vs-dark' },
  light: { name: 'Light Modern', kind: 'vs' },
  'high-contrast': { name: 'Default High Contrast', kind: 'hc-black' },
  'high-contrast-light': { name: 'Default High Contrast Light', kind: 'hc-light' },
};

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

/** A window with the packaged Parley, as a test sees it. */
export interface ParleyWindow
  extends Workbench, ParleyPage, Pick<HostRunner, 'run' | 'runCommand'> {
  /** The folder of the sample. */
  readonly workspaceFolder: string;
  /** Begins a chat in place of one that has messages. */
  newChat(): Promise<void>;
  /** Gives the current connection the canary key; a window that is reloaded has forgotten it. */
  enterCanaryKey(): Promise<void>;
  /** Gives the current connection the canary key, sends the canary prompt, and begins a new chat. */
  useCanary(): Promise<void>;
  setTheme(theme: Theme): Promise<void>;
  screenshot(name: string): Promise<void>;
  /** What Parley's log was given so far; nothing where it is not recorded. */
  log(): Promise<readonly LogLine[]>;
}

const artefactsFolder = join(projectFolder, 'out', 'artefacts');

/** For `afterEach`: keeps a picture of the window in which a test has failed. */
export async function pictureFailure(
  test: Mocha.Test | undefined,
  parley: ParleyWindow | undefined,
): Promise<void> {
  if (test?.state === 'failed') {
    await parley?.screenshot(`failed ${test.fullTitle().replaceAll(/[^\w ]/g, '')}`);
  }
}

/** How a window differs from a calm one that trusts the sample workspace. */
export interface WindowOptions {
  /** The VS Code of all tests where not given. */
  readonly vscode: VSCode;
  /** Files of the workspace besides those of the sample, by path. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Changes the sample in `folder` and gives the path to open. */
  readonly prepare: (folder: string) => Promise<string>;
  readonly workspaceTrust: boolean;
  /** Whether VS Code has its AI features and side bars as it is installed. */
  readonly isStock: boolean;
  /** Whether Parley runs in the page, where its log cannot be recorded. */
  readonly isInPage: boolean;
  /** Folders of further extensions. */
  readonly extensions: readonly string[];
  /** Further JSON files beside the user's settings, by name. */
  readonly userFiles: Readonly<Record<string, unknown>>;
  /**
   * Whether the extension of VS Code's own chat runs. It contacts GitHub and Microsoft from the same process,
   * so that only what is contacted on this computer is checked.
   */
  readonly runsBuiltInChat: boolean;
}

/** What VS Code says of a row under the mouse would cover the next one, sooner or later. */
const noHovers = {
  'workbench.hover.delay': 1_000_000_000,
  'workbench.hover.reducedDelay': 1_000_000_000,
};

/** Opens a fresh window with the packaged extension, on the sample workspace, in which Parley shows itself. */
export async function openParley(
  userSettings: Readonly<Record<string, unknown>> = {},
  {
    vscode,
    files = {},
    prepare,
    workspaceTrust = false,
    isStock,
    isInPage = false,
    extensions = [],
    userFiles,
    runsBuiltInChat = false,
  }: Partial<WindowOptions> = {},
): Promise<ParleyWindow> {
  const workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-workspace-'));
  await writeSampleWorkspace(workspaceFolder);
  await writeFiles(workspaceFolder, files);
  const recorder = await createContactRecorder();
  const hostRunner = await createHostRunner();
  const logRecorder = await createLogRecorder();
  // Without a package, Parley is not installed: its files are those of the project.
  const isLogRecorded = !isInPage && process.env['PARLEY_VSIX'] !== undefined;
  const workbench = await openTestWorkbench({
    workspaceFolder: (await prepare?.(workspaceFolder)) ?? workspaceFolder,
    ...(vscode && { vscode }),
    workspaceTrust,
    isStock,
    // A user sees what moves: in some windows it does.
    isStill: isStock !== true,
    linkedExtensions: [recorder.extensionFolder, hostRunner.extensionFolder, ...extensions],
    onInstalled: isLogRecorded ? logRecorder.record : undefined,
    userSettings: { ...noHovers, ...userSettings },
    ...(userFiles && { userFiles }),
    viewport: { width: 1600, height: 900 },
  });
  const { page } = workbench;
  const pageErrors = recordPageErrors(page.context());
  // Parley shows itself the first time that it is there.
  const shown = await shownParley(page);
  const { panel } = shown;
  const { run, runCommand } = hostRunner;
  const log = async () => (isLogRecorded ? logRecorder.lines() : []);
  const enterCanaryKey: ParleyWindow['enterCanaryKey'] = async () => {
    await runPaletteCommand(page, 'Parley: Set API Key');
    await page.locator('.quick-input-widget input[type=password]').fill(canaryKey);
    await page.keyboard.press('Enter');
    await page.locator('.statusbar', { hasText: 'The API key was saved and' }).waitFor();
  };
  const newChat: ParleyWindow['newChat'] = async () => {
    await runCommand('parley.newChat');
    await panel.locator('article').first().waitFor({ state: 'detached' });
  };
  return {
    ...workbench,
    ...shown,
    run,
    runCommand,
    workspaceFolder,
    newChat,
    async close() {
      try {
        const { dataFolder } = workbench;
        const contacts = (await recorder.contacts()).filter(
          (contact) => !runsBuiltInChat || contact.includes('127.0.0.1'),
        );
        await assertNothingLeaked({ page, dataFolder, contacts, log: await log() });
        assert.deepEqual(pageErrors, []);
      } finally {
        await workbench.close();
        await recorder.dispose();
        await hostRunner.dispose();
        await logRecorder.dispose();
        await rm(workspaceFolder, { recursive: true, force: true });
      }
    },
    enterCanaryKey,
    async useCanary() {
      await enterCanaryKey();
      await shown.say(canaryPrompt);
      await shown.replyEnded();
      await newChat();
    },
    async setTheme({ name, kind }) {
      await run(async (vscode, theme) => {
        await vscode.workspace.getConfiguration('workbench').update('colorTheme', theme, true);
      }, name);
      await page.locator(`.monaco-workbench.${kind}`).waitFor();
    },
    async screenshot(name) {
      await page.screenshot({ path: join(artefactsFolder, `${name}.png`) });
    },
    log,
  };
}

/** Shows Parley in a window. */
export async function showParley(page: Page): Promise<ParleyPage> {
  await showPanel(page);
  return shownParley(page);
}

/** Parley in a window that shows it. */
async function shownParley(page: Page): Promise<ParleyPage> {
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
