import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { findVSCode } from '../launch/vscode/findVSCode.ts';
import { panelFrame, runPaletteCommand, tabFrame } from '../launch/vscode/openWorkbench.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { writeSampleWorkspace } from '../launch/vscode/sampleWorkspace.ts';
import { openTestWorkbench } from '../launch/vscode/testWorkbench.ts';
import type { Workbench } from '../launch/vscode/openWorkbench.ts';

type Words = Readonly<Record<string, string>>;

async function readWords(file: string): Promise<Words> {
  return JSON.parse(await readFile(join(projectFolder, file), 'utf8')) as Words;
}

/** What can be read or heard of an element and all that is in it. */
async function textsIn(element: Locator): Promise<readonly string[]> {
  return element.evaluate((root) => {
    const texts: string[] = [];
    for (const one of [root, ...root.querySelectorAll('*')]) {
      for (const name of ['aria-label', 'title', 'placeholder']) {
        texts.push(one.getAttribute(name) ?? '');
      }
      for (const node of one.childNodes) {
        if (node.nodeType === Node.TEXT_NODE && !one.matches('script, style')) {
          texts.push(node.textContent ?? '');
        }
      }
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

describe('VS Code in German', () => {
  let workbench: Workbench;
  let folder: string;
  let german: Words;
  let manifest: Words;
  let panel: FrameLocator;
  /** Matches each English text that is another one in German. */
  let english: RegExp;

  const de = (words: string): string => german[words] ?? assert.fail(`No German for ${words}`);
  const command = async (name: string) =>
    runPaletteCommand(workbench.page, `Parley: ${manifest[name]}`);
  const assertGerman = async (where: string, element: Locator): Promise<void> => {
    const texts = await textsIn(element);
    assert.notEqual(texts.length, 0, where);
    assert.deepEqual(
      texts.filter((text) => english.test(text)),
      [],
      where,
    );
  };

  const picture = async (name: string) =>
    workbench.page.screenshot({ path: join(projectFolder, 'out/artefacts', `german-${name}.png`) });

  before(async function () {
    if ((await findVSCode()).kind === 'desktop') {
      // It takes another language only from a language pack.
      this.skip();
    }
    german = await readWords('l10n/bundle.l10n.de.json');
    manifest = await readWords('package.nls.de.json');
    english = englishOnly(german);
    folder = await mkdtemp(join(tmpdir(), 'parley-german-'));
    await writeSampleWorkspace(folder);
    workbench = await openTestWorkbench({ workspaceFolder: folder, language: 'de' });
    panel = panelFrame(workbench.page);
  });
  after(async () => {
    await workbench?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has the ways in and a chat in German', async () => {
    await panel.getByRole('button', { name: de('Try the Demo') }).waitFor();
    await assertGerman('the ways in', panel.locator('body'));
    await panel.getByRole('button', { name: de('Try the Demo') }).click();
    const box = panel.getByRole('textbox', { name: de('Message') });
    for (const [index, message] of ['Was ist Parley?', 'Und nun?'].entries()) {
      await box.fill(message);
      await box.press('Enter');
      const reply = panel.locator('article.reply').nth(index);
      await reply.and(panel.locator('[aria-busy=false]')).waitFor();
    }
    await panel.locator('h1, h2').first().waitFor();
    await assertGerman('a chat', panel.locator('body'));
    assert.equal(await panel.locator('html').getAttribute('lang'), 'de');
    await picture('chat');
  });

  it('has the status bar, the picker of models and the list of chats in German', async () => {
    const { page } = workbench;
    await assertGerman('the status bar', page.locator('.statusbar-item', { hasText: 'demo' }));
    await command('command.chooseModel');
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'demo-tour' }).waitFor();
    await assertGerman('the picker of models', picker);
    await picture('models');
    await page.keyboard.press('Escape');
    await command('command.showHistory');
    await picker.locator('.monaco-list-row', { hasText: 'Was ist Parley?' }).waitFor();
    await assertGerman('the list of chats', picker);
    await page.keyboard.press('Escape');
  });

  it('has the page of connections in German', async () => {
    await command('command.manageConnections');
    const page = tabFrame(workbench.page);
    await page.getByRole('heading').first().waitFor();
    await assertGerman('the page of connections', page.locator('body'));
    await picture('connections');
  });
});

/** Matches a whole text that is one of the English ones, with anything in its places. */
function englishOnly(german: Words): RegExp {
  const patterns = Object.entries(german)
    .map(([key, words]) => ({ words, english: key.split('/')[0] ?? '' }))
    .filter(({ words, english }) => words !== english && /[a-z]{4}/.test(english))
    .map(({ english }) =>
      english
        .split(/\{\w+\}/)
        .map((part) => RegExp.escape(part))
        .join('.+'),
    );
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
