import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parleyIcon } from '../../launch/vscode/openWorkbench.ts';
import { type CanaryService, serveCanary } from '../../e2e/support/canary.ts';
import { openFile } from '../../e2e/support/openFile.ts';
import { isRestartable, type OpenWindow, openWindow } from '../../e2e/support/openWindow.ts';
import { openParley, type ParleyWindow } from '../../e2e/support/parleyWindow.ts';

const highContrast = { name: 'Default High Contrast', kind: 'hc-black' } as const;

/** What a suite may find in its window. */
async function found({ page, panel, composer, run, workspaceFolder, dataFolder }: OpenWindow) {
  const user = join(dataFolder, 'data', 'User');
  const stored = await readdir(user, { recursive: true });
  await fontsLoaded(panel);
  return {
    panel: await panel.locator('body').innerText(),
    draft: await composer.inputValue(),
    settings: JSON.parse(await readFile(join(user, 'settings.json'), 'utf8')) as unknown,
    stored: stored.filter((path) => /parley-chat\.parley\b.*\.\w+$/.test(path)),
    files: await textsIn(workspaceFolder),
    inVSCode: await run((vscode) => ({
      tabs: vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      terminals: vscode.window.terminals.length,
      theme: vscode.window.activeColorTheme.kind,
    })),
    parts: await page.locator('.part:visible').evaluateAll((parts) => parts.map(({ id }) => id)),
    views: await page
      .locator('.part.sidebar .pane-header')
      .evaluateAll((views) => views.map((view) => view.getAttribute('aria-expanded'))),
    notifications: await page.locator('.notification-list-item').count(),
    size: page.viewportSize(),
  };
}

/** Until its icons have their widths, the bar of the input box shows more than it has room for. */
async function fontsLoaded(panel: OpenWindow['panel']): Promise<void> {
  await panel.locator('body').evaluate(async () => {
    await document.fonts.load('16px codicon');
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  });
}

async function textsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')]),
    ),
  ) as Readonly<Record<string, string>>;
}

describe('a suite in the window of the suite before', () => {
  let service: CanaryService;
  before(async function () {
    if (!isRestartable) {
      this.skip();
    }
    service = await serveCanary();
  });
  after(async () => service?.close());

  const connections = () => [
    { id: 'loopback', name: 'Loopback', baseUrl: service.baseUrl, model: 'demo-echo' },
  ];
  const files = { 'own.txt': 'own\n' };
  const open = async (): Promise<ParleyWindow> =>
    openParley({ 'parley.connections': connections() }, { files });

  /** Changes what a suite can change. */
  const leaveTraces = async (window: ParleyWindow): Promise<void> => {
    const { page, panel, run, runCommand, workspaceFolder } = window;
    await window.useCanary();
    await window.say('A chat that stays');
    await window.replyEnded();
    await window.composer.fill('A draft');
    await window.setTheme(highContrast);
    await writeFile(join(workspaceFolder, 'own.txt'), 'changed');
    await writeFile(join(workspaceFolder, 'more.txt'), 'more');
    await openFile(window, 'README.md');
    await page.keyboard.type('not saved');
    await run(async (vscode) => {
      const settings = vscode.workspace.getConfiguration();
      await settings.update('parley.costLimit.perDay', 3, true);
      await settings.update('files.eol', '\r\n', false);
      vscode.window.createTerminal('left').show();
      void vscode.window.showWarningMessage('Left behind');
    });
    await runCommand('workbench.action.splitEditor');
    await runCommand('parley.history.focus');
    await parleyIcon(page).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move To' }).hover();
    await page.getByRole('menuitem', { name: 'Secondary Side Bar' }).hover();
    await page.keyboard.press('Enter');
    await page.locator('.part.auxiliarybar [role=tab]', { hasText: 'Parley' }).waitFor();
    await runCommand('workbench.action.closeAuxiliaryBar');
    await runCommand('workbench.view.explorer');
    await page.setViewportSize({ width: 900, height: 700 });
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget').waitFor();
    await panel.locator('body').waitFor({ state: 'detached' });
  };

  it('finds what it would find in a new one', async () => {
    const expected = { 'parley.connections': connections() };
    const fresh = await openWindow({}, { settings: expected, files });
    const wanted = await found(fresh);
    await fresh.close();
    const first = await open();
    await leaveTraces(first);
    await first.close();
    const second = await open();
    assert.equal(second.page, first.page);
    assert.deepEqual(await found(second), wanted);
    const { length } = service.requests;
    await second.say('Is there still a key?');
    await second.replyEnded();
    assert.deepEqual(
      service.requests.slice(length).map(({ authorization }) => authorization),
      [null],
    );
    await second.close();
  });
});
