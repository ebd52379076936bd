import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { createDemoService } from '../../../src/demo/service.ts';
import {
  canaryKey,
  canaryPrompt,
  serveCanary,
  type CanaryService,
} from '../../e2e/support/canary.ts';
import { openParley, pictureFailure, type ParleyWindow } from '../../e2e/support/parleyWindow.ts';
import { createScriptedReplies } from '../../e2e/support/scriptedReplies.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { oldestVersion } from '../../launch/vscode/oldestVersion.ts';
import { oldestVSCode } from '../../launch/vscode/oldestVSCode.ts';
import { writeExtension } from '../../launch/vscode/writeExtension.ts';
import { until } from '../../support/until.ts';

/** A reply to a message with the canary prompt, with a change of a file of the sample. */
const reply = `One change of \`src/inventory.py\`:

\`\`\`python
<<<<<<< SEARCH
    def __init__(self, items={}):
        self.items = items
=======
    def __init__(self, items=None):
        self.items = dict(items or {})
>>>>>>> REPLACE
\`\`\`
`;

describe('in the oldest VS Code that Parley runs in', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let versionExtension: string;
  before(async () => {
    const scripted = createScriptedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
    scripted.set(canaryPrompt, reply);
    service = await serveCanary(scripted);
    versionExtension = await writeVersionExtension();
    parley = await openParley(
      // In a browser, VS Code saves by itself.
      { 'files.autoSave': 'off' },
      { vscode: await oldestVSCode(), isStock: true, extensions: [versionExtension] },
    );
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
    await rm(versionExtension, { recursive: true, force: true });
  });

  it('there is that version, unless another one was asked for', async () => {
    const wanted = process.env['PARLEY_VSCODE'] || oldestVersion;
    const version = await until('VS Code has said its version', async () =>
      readFile(join(versionExtension, 'version'), 'utf8').catch(() => undefined),
    );
    process.stdout.write(`VS Code ${version}\n`);
    assert.equal(version, /^\d/.test(wanted) ? wanted : version);
  });

  it('the first run leads to a service with a key, and to a streamed reply', async () => {
    const { page, panel } = parley;
    const { keyboard } = page;
    await panel.getByRole('button', { name: 'Connect to a Service…' }).click();
    const box = page.locator('.quick-input-widget');
    await box.locator('.quick-input-title', { hasText: '1/2' }).waitFor();
    await keyboard.type(service.baseUrl);
    await keyboard.press('Enter');
    await box.locator('.quick-input-title', { hasText: '2/2' }).waitFor();
    await keyboard.type(canaryKey);
    await keyboard.press('Enter');
    await box.locator('.monaco-list-row', { hasText: 'demo-tour' }).waitFor();
    await keyboard.type('echo');
    await box.locator('.monaco-list-row.focused', { hasText: 'demo-echo' }).waitFor();
    await keyboard.press('Enter');
    await panel.locator('.composer-text:focus').waitFor();

    await parley.say(canaryPrompt);
    await parley.replyEnded();
    await panel.locator('article.reply .code-block', { hasText: 'dict(items or {})' }).waitFor();
    const last = service.requests.at(-1);
    assert.equal(last?.authorization, `Bearer ${canaryKey}`);
    assert.equal((JSON.parse(last.body) as { stream?: boolean }).stream, true);
    await page.locator('.statusbar-item', { hasText: 'demo-echo' }).waitFor();
  });

  it('a block of code changes a file once its review has been accepted', async () => {
    const { page, panel, workspaceFolder } = parley;
    const file = async (): Promise<string> =>
      readFile(join(workspaceFolder, 'src', 'inventory.py'), 'utf8');
    const before = await file();
    const block = panel.locator('article.reply .code-block');
    await block.hover();
    await block.getByRole('button', { name: 'Apply to File…' }).click();
    const review = page.locator('.tabs-container .tab', {
      hasText: 'inventory.py ↔ Proposed Changes',
    });
    await review.waitFor();
    const button = (title: string): Locator =>
      page.locator(`.editor-actions [aria-label^="${title}"]`);
    // It comes once the diff is computed, and moves the buttons beside it.
    await button('Previous Change').waitFor();
    assert.equal(await file(), before, 'nothing is written before');
    await button('Accept').click();
    await review.waitFor({ state: 'detached' });
    await page.locator('.editor-group-container.active .monaco-editor.focused').first().waitFor();
    await runPaletteCommand(page, 'File: Save');
    const after = before
      .replace('items={}', 'items=None')
      .replace('= items\n', '= dict(items or {})\n');
    await until('the file is saved', async () => (await file()) === after);
  });

  it('the chat and the choice are there after a reload', async () => {
    const { page, panel } = parley;
    await parley.reload();
    await panel.locator('article.reply .code-block', { hasText: 'dict(items or {})' }).waitFor();
    await panel.locator('.user-message', { hasText: canaryPrompt }).waitFor();
    await page.locator('.statusbar-item', { hasText: 'demo-echo' }).waitFor();
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
  });
});

/** Writes an extension that writes the version of its VS Code into the file `version` beside it. */
async function writeVersionExtension(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-version-'));
  await writeExtension(folder, {
    name: 'version',
    description: 'Says which VS Code it runs in',
    activationEvents: ['*'],
    program: `const { writeFileSync } = require('node:fs');
const { version } = require('vscode');
exports.activate = () => writeFileSync(${JSON.stringify(join(folder, 'version'))}, version);
`,
  });
  return folder;
}
