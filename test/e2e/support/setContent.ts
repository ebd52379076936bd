import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../launch/vscode/openWorkbench.ts';
import { startParley, stopParley } from '../../launch/vscode/restartableParley.ts';
import { closeEditors } from './closeEditors.ts';
import type { OpenWindow } from './openWindow.ts';
import { viewport, type WindowContent, writeWorkspace } from './windowContent.ts';

/**
 * Makes what is in a window new, in a second instead of the ten of another window: Parley with all that it stores, the
 * settings, the workspace, and what VS Code shows.
 */
export async function setContent(window: OpenWindow, content: WindowContent): Promise<void> {
  const { page, workspaceFolder } = window;
  await page.setViewportSize(viewport);
  await closeAll(window);
  await stopParley(window);
  await forgetPage(window);
  await setSettings(window, window.settingsWith(content.settings));
  for (const name of await readdir(workspaceFolder)) {
    await rm(join(workspaceFolder, name), { recursive: true });
  }
  await writeWorkspace(workspaceFolder, content);
  await startParley(window);
  await window.panel.locator('#parley > *').first().waitFor();
}

/** Changes what differs: VS Code does not see that its file was written. */
async function setSettings({ dataFolder, run }: OpenWindow, wanted: Settings): Promise<void> {
  const file = join(dataFolder, 'data', 'User', 'settings.json');
  const set = JSON.parse(await readFile(file, 'utf8')) as Settings;
  const changes = Object.keys({ ...set, ...wanted })
    .filter((key) => !isDeepStrictEqual(set[key], wanted[key]))
    .map((key) => ({ key, value: wanted[key] }));
  await run(async (vscode, all) => {
    const settings = vscode.workspace.getConfiguration();
    for (const { key, value } of all) {
      await settings.update(key, value, vscode.ConfigurationTarget.Global);
    }
  }, changes);
}

/** Removes the view with Parley's page, after another page in it has dropped what VS Code keeps for the view. */
async function forgetPage({ run }: OpenWindow): Promise<void> {
  await run(async (vscode) => {
    const view = 'parley.chat';
    const { executeCommand } = vscode.commands;
    await executeCommand(`${view}.removeView`);
    await new Promise<void>((resolve) => {
      const provider = vscode.window.registerWebviewViewProvider(view, {
        resolveWebviewView({ webview }) {
          webview.options = { enableScripts: true };
          webview.onDidReceiveMessage(() => {
            provider.dispose();
            resolve();
          });
          webview.html =
            '<script>const api = acquireVsCodeApi(); api.setState({}); api.postMessage({});</script>';
        },
      });
      void executeCommand(`${view}.focus`);
    });
    await executeCommand(`${view}.removeView`);
  });
}

/** Closes all that a suite may have opened, and puts back what it may have moved. */
async function closeAll(window: OpenWindow): Promise<void> {
  const { page, runCommand } = window;
  for (const other of page.context().pages()) {
    if (other !== page) {
      await other.close();
    }
  }
  await closeEditors(window);
  for (const command of [
    'workbench.action.closeQuickOpen',
    'notifications.clearAll',
    'workbench.action.terminal.killAll',
    'workbench.action.closePanel',
    'workbench.action.closeAuxiliaryBar',
    'workbench.action.editorLayoutSingle',
    // File dialogs begin in the folder of the last file.
    'workbench.action.clearEditorHistoryWithoutConfirm',
    'workbench.view.extension.parley.resetViewContainerLocation',
    'parley.chat.resetViewLocation',
  ]) {
    await runCommand(command);
  }
  // VS Code has no command that folds a view.
  await runCommand('parley.chat.focus');
  const chats = page.locator('.part.sidebar .pane-header', { hasText: 'Chats' });
  if ((await chats.getAttribute('aria-expanded')) === 'true') {
    await chats.click();
  }
}
