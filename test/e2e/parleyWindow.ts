import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { panelFrame, showPanel, type Workbench } from '../launch/openWorkbench.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { writeSampleWorkspace } from '../launch/sampleWorkspace.ts';
import { openTestWorkbench } from '../launch/testWorkbench.ts';

/** A window with the packaged Parley, as a test sees it. */
export interface ParleyWindow extends Workbench {
  readonly panel: FrameLocator;
  /** The box of the panel in which messages are written. */
  readonly composer: ReturnType<FrameLocator['getByRole']>;
  /** Writes a message and sends it with Enter. */
  say(text: string): Promise<void>;
  /** Waits until the last reply has ended. */
  replyEnded(): Promise<void>;
  setTheme(name: string): Promise<void>;
  screenshot(name: string): Promise<void>;
}

const artefactsFolder = join(projectFolder, 'out', 'artefacts');

/** Opens a fresh window with the packaged extension, on the sample workspace, and shows Parley. */
export async function openParley(
  userSettings: Readonly<Record<string, unknown>> = {},
): Promise<ParleyWindow> {
  const workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-workspace-'));
  await writeSampleWorkspace(workspaceFolder);
  const workbench = await openTestWorkbench({ workspaceFolder, userSettings });
  const { page } = workbench;
  await showPanel(page);
  const panel = panelFrame(page);
  const composer = panel.getByRole('textbox', { name: 'Message' });
  return {
    ...workbench,
    panel,
    composer,
    async say(text) {
      await composer.click();
      await composer.fill(text);
      await composer.press('Enter');
    },
    async replyEnded() {
      await panel.locator('article.reply[aria-busy=false]').last().waitFor();
      await panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
    },
    setTheme: async (name) => setTheme(page, workbench.dataFolder, name),
    async screenshot(name) {
      await page.screenshot({ path: join(artefactsFolder, `${name}.png`) });
    },
  };
}

/** Changes the colour theme by the settings file and waits until the workbench shows it. */
async function setTheme(page: Page, dataFolder: string, name: string): Promise<void> {
  const file = join(dataFolder, 'data', 'User', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...settings, 'workbench.colorTheme': name }, null, 2));
  const kind = name.includes('High Contrast')
    ? name.includes('Light')
      ? 'hc-light'
      : 'hc-black'
    : name.includes('Light')
      ? 'vs'
      : 'vs-dark';
  await page.locator(`.monaco-workbench.${kind}`).waitFor();
}
