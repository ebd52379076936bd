import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findVSCode } from '../../../launch/vscode/findVSCode.ts';
import { runPaletteCommand, type Workbench } from '../../../launch/vscode/openWorkbench.ts';
import { projectFolder } from '../../../launch/projectFolders.ts';
import { openTestWorkbench } from '../../../launch/vscode/testWorkbench.ts';
import { until } from '../../../support/until.ts';

/** A keybinding as VS Code lists it. */
interface Keybinding {
  readonly key: string;
  readonly command: string;
  readonly when?: string;
}

/** What a browser says of itself where VS Code's keybindings differ; `npm test` tries the first. */
const agents = {
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
};

/**
 * Contexts of Parley's own, in which nothing else of VS Code has the focus, or Parley is writing into the box that has
 * it.
 */
const ownContext =
  /parley\.hasFocus|parley\.writesCommitMessage|focusedView == 'parley\.history'|isInDiffEditor && [^|]*parley\.re(?:view|writ)ing\b|parley\.re(?:view|writ)ing\b[^|]* && isInDiffEditor/;

/** Neither the terminal nor the debug console has the focus, where `Cmd+K` alone is a command on a Mac. */
const elsewhere =
  /(?:!terminalFocus|editorTextFocus) && (?:[^|]+ && )?focusedView != 'workbench\.panel\.repl\.view'|focusedView == '/;

/** When these commands apply. */
const clearing = /^terminalFocus|^focusedView == 'workbench\.panel\.repl\.view'$/;

describe('the keys of Parley', function () {
  let workbench: Workbench;
  let workspaceFolder: string;
  before(async function () {
    if ((await findVSCode()).kind !== 'server') {
      // Only a browser can say that it is on another system.
      this.skip();
    }
    workspaceFolder = await mkdtemp(join(tmpdir(), 'parley-workspace-'));
    workbench = await openTestWorkbench({ workspaceFolder });
  });
  after(async () => {
    await workbench?.close();
    await rm(workspaceFolder ?? '', { recursive: true, force: true });
  });

  for (const [system, agent] of Object.entries(agents)) {
    it(`shadow none of VS Code's own, ${system}`, async () => {
      const listed = await defaultKeybindings(workbench, agent);
      const isOwn = ({ command }: Keybinding) => command.startsWith('parley.');
      const own = listed.filter(isOwn);
      const { contributes } = JSON.parse(
        await readFile(join(projectFolder, 'package.json'), 'utf8'),
      ) as { readonly contributes: { readonly keybindings: readonly unknown[] } };
      assert.equal(own.length, contributes.keybindings.length);
      const others = listed.filter((one) => !isOwn(one));
      assert.ok(others.length > 500, `${others.length} keybindings of VS Code`);
      assert.deepEqual(
        own.flatMap((mine) =>
          others
            .filter((other) => shadows(mine, other))
            .map((other) => `${mine.key} of ${mine.command}: ${other.command}, ${other.when}`),
        ),
        [],
      );
    });
  }
});

/** Whether `mine` takes the key, or the first key of a chord, where `other` may apply. */
function shadows(mine: Keybinding, other: Keybinding): boolean {
  const isSame = mine.key === other.key;
  const isFirst = mine.key.startsWith(`${other.key} `);
  const [mineWhen = '', otherWhen = ''] = [mine.when, other.when];
  if (otherWhen === 'false' || !(isSame || isFirst)) {
    return false;
  }
  return ownContext.test(mineWhen)
    ? otherWhen === ''
    : isSame || !(elsewhere.test(mineWhen) && clearing.test(otherWhen));
}

/** All keybindings of VS Code and its extensions, in a window whose browser says that it is `agent`. */
async function defaultKeybindings(
  workbench: Workbench,
  agent: string,
): Promise<readonly Keybinding[]> {
  const { page } = workbench;
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  }, agent);
  await workbench.reload();
  await runPaletteCommand(page, 'View: Close All Editors');
  await runPaletteCommand(page, 'Preferences: Open Default Keyboard Shortcuts (JSON)');
  const editor = page.locator('.editor-instance .monaco-editor');
  await editor.locator('.view-line', { hasText: 'Override key bindings' }).waitFor();
  await editor.click();
  let text = '';
  await until('the keybindings are in the clipboard', async () => {
    await page.keyboard.press(agent === agents.mac ? 'Meta+a' : 'Control+a');
    await page.evaluate(() => document.execCommand('copy'));
    text = await page.evaluate(async () => navigator.clipboard.readText());
    return text.includes('parley.open') && /\n\]/.test(text);
  });
  // Lines of comments, and a list of commands without keys at the end.
  const json = text.slice(0, text.indexOf('\n]') + 2).replaceAll(/^\s*\/\/.*$/gm, '');
  return JSON.parse(json) as readonly Keybinding[];
}
