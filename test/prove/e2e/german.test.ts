import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { readTranslations } from '../../l10n/translations.ts';
import type { Words } from '../../l10n/sourceWords.ts';
import { findVSCode } from '../../launch/vscode/findVSCode.ts';
import { panelFrame, runPaletteCommand, tabFrame } from '../../launch/vscode/openWorkbench.ts';
import { projectFolder } from '../../launch/projectFolders.ts';
import { writeSampleWorkspace } from '../../launch/vscode/sampleWorkspace.ts';
import { openTestWorkbench } from '../../launch/vscode/testWorkbench.ts';
import type { Workbench } from '../../launch/vscode/openWorkbench.ts';

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
  /** Whether a text is an English one that is another one in German. */
  let isUntranslated: (text: string) => boolean;

  // What is not translated yet is in English.
  const de = (words: string): string => german[words] ?? words;
  const command = async (name: string) =>
    runPaletteCommand(workbench.page, `Parley: ${manifest[name]}`);
  const assertGerman = async (where: string, element: Locator): Promise<void> => {
    const texts = await textsIn(element);
    assert.notEqual(texts.length, 0, where);
    assert.deepEqual(texts.filter(isUntranslated), [], where);
  };

  const picture = async (name: string) =>
    workbench.page.screenshot({ path: join(projectFolder, 'out/artefacts', `german-${name}.png`) });

  before(async function () {
    if ((await findVSCode()).kind === 'desktop') {
      // It takes another language only from a language pack.
      this.skip();
    }
    const translations = await readTranslations();
    const [ofSources, ofManifest] = translations.filter(({ language }) => language === 'de');
    german = ofSources?.words ?? {};
    manifest = { ...ofManifest?.english, ...ofManifest?.words };
    isUntranslated = englishOnly(ofSources?.english ?? {}, german);
    folder = await mkdtemp(join(tmpdir(), 'parley-german-'));
    const workspaceFolder = join(folder, 'workspace');
    await writeSampleWorkspace(workspaceFolder);
    await writeHalfTranslated(join(folder, 'half-translated'));
    workbench = await openTestWorkbench({
      workspaceFolder,
      language: 'de',
      linkedExtensions: [join(folder, 'half-translated')],
    });
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
    await panel.locator('.markdown :is(h1, h2)').first().waitFor();
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

  it('shows what an extension has not translated in English', async () => {
    const text = 'Benennung / Description / Bekannt 1 / Not known 2';
    await workbench.page.locator('.statusbar-item', { hasText: text }).waitFor();
  });

  it('has the page of connections in German', async () => {
    await command('command.manageConnections');
    const page = tabFrame(workbench.page);
    await page.getByRole('heading').first().waitFor();
    await assertGerman('the page of connections', page.locator('body'));
    await picture('connections');
  });
});

/** Tells the texts that are an English one with a translation, whole and with anything in its places. */
function englishOnly(english: Words, german: Words): (text: string) => boolean {
  const keys = Object.keys(english).filter((key) => /[a-z]{4}/.test(english[key] ?? ''));
  const textsOf = (some: readonly string[]): RegExp => {
    const patterns = some.map((key) =>
      (english[key] ?? '')
        .split(/\{\w+\}/)
        .map((part) => RegExp.escape(part))
        .join('.+'),
    );
    return new RegExp(`^(?:${patterns.join('|')})$`);
  };
  const translated = textsOf(
    keys.filter((key) => german[key] !== undefined && german[key] !== english[key]),
  );
  // One that is not translated may look like another that is.
  const others = textsOf(keys.filter((key) => german[key] === undefined));
  return (text) => translated.test(text) && !others.test(text);
}

/** Writes an extension that shows its words in the status bar: of each kind one in German and one only in English. */
async function writeHalfTranslated(extension: string): Promise<void> {
  const program = `const { extensions, l10n, window } = require('vscode');
exports.activate = () => {
  const { displayName, description } = extensions.getExtension('parley-chat.half-translated').packageJSON;
  const item = window.createStatusBarItem();
  item.text = [displayName, description, l10n.t('Known {0}', 1), l10n.t('Not known {0}', 2)].join(' / ');
  item.show();
};
`;
  const manifest = {
    name: 'half-translated',
    publisher: 'parley-chat',
    version: '0.0.0',
    displayName: '%name%',
    description: '%description%',
    engines: { vscode: '^1.104.0' },
    activationEvents: ['onStartupFinished'],
    main: './main.js',
    l10n: './l10n',
  };
  const files = {
    'main.js': program,
    'package.json': JSON.stringify(manifest),
    'package.nls.json': JSON.stringify({ name: 'Name', description: 'Description' }),
    'package.nls.de.json': JSON.stringify({ name: 'Benennung' }),
    'l10n/bundle.l10n.de.json': JSON.stringify({ 'Known {0}': 'Bekannt {0}' }),
  };
  await mkdir(join(extension, 'l10n'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(extension, name), content);
  }
}
