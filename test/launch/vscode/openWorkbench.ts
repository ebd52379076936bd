import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import { _electron, chromium, type FrameLocator, type Locator, type Page } from 'playwright-core';
import { calmSettings, onlyParley } from './calmSettings.ts';
import { chromiumFlags } from '../chromium/chromium.ts';
import { runCommand } from '../command.ts';
import type { VSCode } from './findVSCode.ts';
import { extensionHosts } from './extensionHosts.ts';
import { stillSettings, stopAnimations } from './stillWindow.ts';
import { until } from '../../support/until.ts';
import { projectFolder } from '../projectFolders.ts';
import { removeFolder, startVSCodeServer, writeUserFiles } from './vscodeServer.ts';

/** Settings by their keys. */
export type Settings = Readonly<Record<string, unknown>>;

/** How a window of VS Code is opened. */
export interface WorkbenchOptions {
  readonly vscode: VSCode;
  readonly chromiumPath: string;
  /** The packaged extension; the built one of this project where not given. */
  readonly vsix?: string | undefined;
  /** Called with the folder of all extensions when the packaged one has been installed there. */
  readonly onInstalled?: ((extensionsFolder: string) => Promise<void>) | undefined;
  /** Folders of further extensions. */
  readonly linkedExtensions?: readonly string[];
  /** A folder, or a `.code-workspace` file. */
  readonly workspaceFolder: string;
  /** Whether VS Code trusts a folder only once the user does. */
  readonly workspaceTrust?: boolean;
  readonly userSettings?: Settings;
  /** Whether VS Code has its AI features and side bars as it is installed. */
  readonly isStock?: boolean | undefined;
  /** Whether nothing moves in VS Code itself, as far as that can be had. */
  readonly isStill?: boolean | undefined;
  /** The display language, such as `de`; English where not given. Only the browser-based VS Code takes it. */
  readonly language?: string | undefined;
  /** Further JSON files beside the user's settings, by name. */
  readonly userFiles?: Readonly<Record<string, unknown>>;
  /** In CSS pixels; 1280 by 800 where not given. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A window of VS Code with the packaged extension and nothing that was there before. */
export interface Workbench {
  readonly page: Page;
  /** Where user settings, extensions and stored data are. */
  readonly dataFolder: string;
  /** The settings of the user with which it would have been opened. */
  settingsWith(userSettings: Settings): Settings;
  /** Opens one more window on the same data and workspace, where the kind of VS Code has such windows. */
  readonly openAnother?: () => Promise<Page>;
  /** The ids of the processes that run extensions, where they can be known. */
  readonly extensionHosts?: () => Promise<readonly number[]>;
  /** Reloads the window as a restart of VS Code would; what is stored stays. */
  reload(): Promise<void>;
  /** Closes the window and deletes its data. */
  close(): Promise<void>;
}

/** Whatever is waited for comes long before, on a busy machine, too: this ends a test that hangs. */
const patienceMs = 100_000;

/** Opens a window of VS Code, fresh, and waits until it can be used. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { vscode } = options;
  const workbench =
    vscode.kind === 'server'
      ? await openInBrowser(vscode.serverMain, options)
      : await openOnDesktop(vscode.executable, options);
  await isReady(workbench.page);
  return workbench;
}

async function openInBrowser(serverMain: string, options: WorkbenchOptions): Promise<Workbench> {
  const { chromiumPath, vsix, workspaceFolder } = options;
  const server = await startVSCodeServer({
    serverMain,
    userSettings: userSettingsOf(options),
    userFiles: options.userFiles,
    workspaceTrust: options.workspaceTrust,
    vsix,
    onInstalled: options.onInstalled,
    linkedExtensions: developed(options),
  });
  const context = await chromium.launchPersistentContext(join(server.dataFolder, 'browser'), {
    executablePath: chromiumPath,
    args: [...chromiumFlags],
    viewport: options.viewport ?? { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patienceMs);
  if (options.isStill === true) {
    await stopAnimations(context);
  }
  if (options.language !== undefined) {
    await context.addInitScript((tag) => {
      Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: tag });
    }, options.language);
  }
  const [page = await context.newPage()] = context.pages();
  await page.goto(server.windowUrl(workspaceFolder));
  return {
    page,
    dataFolder: server.dataFolder,
    settingsWith: (userSettings) => userSettingsOf({ ...options, userSettings }),
    async openAnother() {
      const other = await context.newPage();
      await other.goto(server.windowUrl(workspaceFolder));
      await isReady(other);
      return other;
    },
    ...(process.platform === 'linux' && {
      extensionHosts: async () => extensionHosts(server.pid),
    }),
    async reload() {
      await page.reload();
      await isReady(page);
    },
    async close() {
      await context.close();
      await server.stop();
    },
  };
}

function userSettingsOf({
  userSettings,
  workspaceTrust = false,
  isStock = false,
  isStill = false,
}: WorkbenchOptions): Settings {
  const trust = {
    'security.workspace.trust.enabled': workspaceTrust,
    // Not trusted, and without being asked at the start.
    'security.workspace.trust.startupPrompt': 'never',
  };
  return {
    ...calmSettings,
    ...(isStock ? {} : onlyParley),
    ...(isStill ? stillSettings : {}),
    ...trust,
    ...userSettings,
  };
}

/** Folders of the extensions that are there as they are. */
function developed({ vsix, linkedExtensions = [] }: WorkbenchOptions): readonly string[] {
  return vsix === undefined ? [projectFolder, ...linkedExtensions] : linkedExtensions;
}

async function openOnDesktop(executable: string, options: WorkbenchOptions): Promise<Workbench> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parley-vscode-'));
  const folders = [
    `--user-data-dir=${join(dataFolder, 'data')}`,
    `--extensions-dir=${join(dataFolder, 'extensions')}`,
  ];
  await writeUserFiles(join(dataFolder, 'data'), {
    'settings.json': userSettingsOf(options),
    ...options.userFiles,
  });
  if (options.vsix !== undefined) {
    const [cli = executable, ...parameters] = resolveCliArgsFromVSCodeExecutablePath(executable, {
      reuseMachineInstall: true,
    });
    await runCommand(cli, [...parameters, ...folders, `--install-extension=${options.vsix}`]);
    await options.onInstalled?.(join(dataFolder, 'extensions'));
  }
  const electron = await _electron.launch({
    executablePath: executable,
    args: [
      options.workspaceFolder,
      ...folders,
      ...developed(options).map((folder) => `--extensionDevelopmentPath=${folder}`),
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      '--skip-welcome',
      '--skip-release-notes',
      '--disable-updates',
      ...(process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : []),
    ],
  });
  electron.context().setDefaultTimeout(patienceMs);
  const page = await electron.firstWindow();
  const { width, height } = options.viewport ?? { width: 1280, height: 800 };
  const window = await electron.browserWindow(page);
  await window.evaluate(
    (shown: { setContentSize(width: number, height: number): void }, size) =>
      shown.setContentSize(size.width, size.height),
    { width, height },
  );
  return {
    page,
    dataFolder,
    settingsWith: (userSettings) => userSettingsOf({ ...options, userSettings }),
    async reload() {
      const loaded = page.waitForEvent('load');
      await runPaletteCommand(page, 'Developer: Reload Window');
      await loaded;
      await isReady(page);
    },
    async close() {
      await electron.close();
      await removeFolder(dataFolder);
    },
  };
}

/** The palette is tried again after so long at most. */
const longestTryMs = 40_000;

/** Types into the Command Palette, and waits until `row` is listed. */
export async function searchPalette(page: Page, text: string, row: Locator): Promise<void> {
  await inPalette(page, text, async (options) => row.waitFor(options));
}

/** Opens the Command Palette, types into it and does `act`, all again if something closes the palette meanwhile. */
async function inPalette(
  page: Page,
  typed: string,
  act: (options: { timeout: number }) => Promise<void>,
): Promise<void> {
  const palette = page.locator('.quick-input-widget');
  for (let timeout = 5000; ; timeout *= 2) {
    await page.keyboard.press('F1');
    try {
      // Another text makes the palette look for commands again. One that is closed again does not come by itself.
      await palette.locator('input').fill('>', { timeout: timeout / 3 });
      await palette.locator('input').fill(`>${typed}`, { timeout });
      await act({ timeout });
      return;
    } catch (error) {
      // What takes the focus while the palette opens closes it again, and after a reload the
      // commands of extensions come a moment after the window. A slow machine gets more time.
      if (timeout > longestTryMs) {
        throw error;
      }
    }
  }
}

/** Opens the context menu of something and chooses what has this name. */
export async function chooseInMenu(page: Page, target: Locator, name: string): Promise<void> {
  await target.click({ button: 'right' });
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  // A menu takes no click for a moment after it has opened.
  await until('the menu has closed', async () => {
    await item.click({ timeout: 500 }).catch(() => {});
    return !(await item.isVisible());
  });
}

/** Runs a command by its title as it stands in the Command Palette. */
export async function runPaletteCommand(page: Page, title: string): Promise<void> {
  const palette = page.locator('.quick-input-widget');
  const row = palette.locator(`.monaco-list-row[aria-label^="${title}"]`).first();
  await inPalette(page, title, async (options) => row.click(options));
  // As long as it is open, what a test types next would be typed into it.
  const typed = palette.locator('.quick-input-filter input').first();
  await until('the palette is closed, or asks for what the command needs', async () => {
    // After a command that reloads the window, there is no palette.
    const isOpen = await palette.isVisible().catch(() => false);
    const text = isOpen ? await typed.inputValue({ timeout: 1000 }).catch(() => '') : '';
    return !text.startsWith('>');
  });
}

/** Shows Parley with a click on its icon in the activity bar, unless it is shown. */
export async function showPanel(page: Page): Promise<FrameLocator> {
  const icon = parleyIcon(page);
  if (!(await icon.and(page.locator('.checked')).isVisible())) {
    await icon.click();
  }
  return panelFrame(page);
}

/** Parley's icon in the activity bar. */
export function parleyIcon(page: Page): Locator {
  return page.locator('.part.activitybar').getByRole('tab', { name: 'Parley' });
}

/** The document in the webview of a view: VS Code puts it into a frame within a frame. */
export function panelFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').first().frameLocator('iframe#active-frame');
}

/**
 * The document in the webview of the editor tab that was opened after the view was shown. The second of
 * two, not the last one: as long as the tab is not there, that would be the view.
 */
export function tabFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview.ready').nth(1).frameLocator('iframe#active-frame');
}

/** Waits until Parley's item is in the status bar: it is there as soon as Parley is. */
async function isReady(page: Page): Promise<void> {
  const item = page.locator('.part.statusbar [id^="parley-chat.parley"]');
  await item.waitFor({ timeout: 2 * patienceMs });
}
