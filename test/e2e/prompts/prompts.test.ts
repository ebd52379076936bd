import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureGit } from '../../launch/git.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { createTestRepository, type TestRepository } from '../../support/git/testRepository.ts';
import { until } from '../../support/until.ts';
import type { CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { openCodeActions } from '../support/openCodeActions.ts';
import { openFile, selectLines } from '../support/openFile.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

const reviewPrompt = `---
description: Reviews the selected code
model: demo-tour
parameters:
  temperature: 0.2
tools: [search]
---

Review \${selection} of \${fileBasename} (\${language}).
Look at \${input:aspect:what to look at}. Not a variable: \${nothing}.
`;

/** Everything that is attached, and asked for. */
const causePrompt =
  'Are ${problems} of ${file} from ${diff}? Log: ${clipboard}. Known: ${input:known}. ${what}';

describe('prompt files', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let folder = '';
  let repository: TestRepository;
  before(ensureGit);
  withParley(
    (opened) => {
      ({ service, parley } = opened);
      folder = parley.workspaceFolder;
    },
    {
      settings: { 'parley.promptFolders': ['more'] },
      files: {
        '.github/prompts/review.prompt.md': reviewPrompt,
        'more/summary.prompt.md': 'Sum up ${file}.',
        'more/cause.prompt.md': causePrompt,
      },
      async prepare(path) {
        repository = await createTestRepository(path);
        await repository.write('src/count.ts', 'export const count: number = 3;\n');
        await repository.commit('feat: count');
        await repository.write('src/count.ts', "export const count: number = 'three';\n");
      },
      userFiles: {
        'keybindings.json': [
          { key: 'ctrl+k r', command: 'parley.runPrompt', args: { name: 'cause' } },
        ],
      },
    },
  );

  const chip = (words: string) => parley.panel.locator('.attachments .chip', { hasText: words });
  const sent = () => service.requests.filter(({ path }) => path === '/v1/chat/completions').length;
  const input = () => parley.page.locator('.quick-input-widget input');

  const filled =
    'Review src/parseDuration.ts, lines 1–3 of parseDuration.ts (typescript).\n' +
    'Look at ${selection} $& errors. Not a variable: ${nothing}.';

  it('are offered after /, and put into the box with what they ask for, before anything is sent', async () => {
    const { page, panel, composer } = parley;
    const before = sent();
    await selectLines(parley, 'src/parseDuration.ts', 3);
    await composer.click();
    await page.keyboard.type('/rev');
    const row = panel.getByRole('option', { name: '/review' });
    await row.waitFor();
    assert.match(await row.innerText(), /Reviews the selected code\s+\.github\/prompts/);
    await parley.screenshot('prompts-offered');
    await page.keyboard.press('Enter');
    await page.getByText('Enter “aspect”. Nothing is sent yet.').waitFor();
    assert.equal(await input().getAttribute('placeholder'), 'what to look at');
    await parley.screenshot('prompt-input');
    await page.keyboard.type('${selection} $& errors');
    await page.keyboard.press('Enter');
    await chip('parseDuration.ts 1–3 src').waitFor();
    await panel.locator('.composer-text:focus').waitFor();
    await until('the box is filled', async () => (await composer.inputValue()) === filled);
    await panel.getByText('“review” suggests: demo-tour, temperature 0.2.').waitFor();
    await parley.screenshot('prompt-filled');
    assert.equal(sent(), before, 'nothing is sent before Enter');
  });

  it('only suggest a model and parameters, which the user can take', async () => {
    const { panel } = parley;
    await panel.getByRole('button', { name: 'Model: demo-echo' }).waitFor();
    await panel.getByRole('button', { name: 'Use in This Chat' }).click();
    await panel.getByRole('button', { name: 'Model: demo-tour' }).waitFor();
    await panel.getByRole('button', { name: 'Parameters: temperature 0.2' }).waitFor();
  });

  it('are sent with Enter, as they are seen', async () => {
    const { page } = parley;
    const before = sent();
    await parley.composer.click();
    await page.keyboard.press('Enter');
    await until('the message is sent', () => sent() === before + 1);
    const body = JSON.parse(service.requests.at(-1)?.body ?? '{}') as {
      readonly model: string;
      readonly temperature: number;
    };
    assert.equal(body.model, 'demo-tour');
    assert.equal(body.temperature, 0.2);
    const message = lastMessages(service).at(-1);
    assert.ok(message?.startsWith(`${filled}\n\nsrc/parseDuration.ts, lines 1–3`), message);
  });

  it('change nothing if a question is cancelled', async () => {
    const { page, panel, composer } = parley;
    await parley.newChat();
    await composer.fill('kept');
    await runPaletteCommand(page, 'Parley: Run Prompt with Parley…');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'review' }).waitFor();
    await rows.filter({ hasText: 'New Prompt…' }).waitFor();
    await parley.screenshot('prompts-listed');
    await page.keyboard.type('review');
    await page.keyboard.press('Enter');
    await page.getByText('Enter “aspect”').waitFor();
    await page.keyboard.press('Escape');
    await panel.locator('.composer-text:focus').waitFor();
    assert.equal(await composer.inputValue(), 'kept');
    assert.equal(await panel.locator('.attachments .chip').count(), 0);
  });

  it('come from the folders of the setting, and can attach the open file', async () => {
    const { page, composer, panel } = parley;
    await composer.fill('');
    await page.keyboard.type('/sum');
    const row = panel.getByRole('option', { name: '/summary' });
    await row.waitFor();
    assert.match(await row.innerText(), /more/);
    await page.keyboard.press('Tab');
    await chip('parseDuration.ts').waitFor();
    await until(
      'the box is filled',
      async () => (await composer.inputValue()) === 'Sum up src/parseDuration.ts.',
    );
    await panel.getByRole('button', { name: /^Remove src\/parseDuration\.ts/ }).click();
    await composer.fill('');
  });

  it('run by a key of the user’s choice, with problems, changes and the clipboard as they are', async () => {
    const { page, composer } = parley;
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await page.evaluate(async () => navigator.clipboard.writeText('count is not a number'));
    await openFile(parley, 'src/count.ts');
    await page.locator('.squiggly-error').first().waitFor();
    await page.locator('.editor-instance .view-line', { hasText: 'three' }).click();
    const before = sent();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('r');
    await page.getByText('Enter “known”. Nothing is sent yet.').waitFor();
    await page.keyboard.type('${diff}');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'All Files' }).waitFor();
    await parley.screenshot('prompt-problems');
    await rows.filter({ hasText: 'count.ts' }).click();
    await rows
      .filter({ hasText: 'Changes That Are Not Staged' })
      .filter({ hasText: '1 file' })
      .click();
    const filledText =
      'Are problems in src/count.ts of src/count.ts from changes that are not staged? Log: clipboard. ' +
      'Known: ${diff}. ${what}';
    await until('the box is filled', async () => (await composer.inputValue()) === filledText);
    assert.equal(sent(), before, 'nothing is sent before Enter');
    await parley.screenshot('prompt-sources');
    await composer.click();
    await page.keyboard.press('Enter');
    await until('the message is sent', () => sent() === before + 1);
    await parley.replyEnded();
    const content = lastMessages(service).at(-1) ?? '';
    for (const part of [
      /^Are problems in src\/count\.ts of /,
      /\n\nproblems in src\/count\.ts:\n\n```plaintext\nsrc\/count\.ts:1:14: error 2322 \(ts\): Type 'string' is not/,
      /\n\nsrc\/count\.ts, line 1 \(typescript\):\n\n```typescript\nexport const count: number = 'three';\n/,
      /\n-export const count: number = 3;\n\+export const count: number = 'three';\n/,
      /\n\nclipboard:\n\n```plaintext\ncount is not a number\n```/,
    ]) {
      assert.match(content, part);
    }
    await parley.newChat();
  });

  it('attach what is staged, a commit, and what has changed since a branch', async () => {
    const { page, composer, panel } = parley;
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await repository.git('branch', 'base');
    await repository.commit('feat: three');
    await repository.write('src/count.ts', 'export const count: number = 5;\n');
    await repository.git('add', '-A');
    for (const [choice, answer, attached] of [
      ['Staged Changes', undefined, 'staged changes'],
      ['A Commit…', 'feat: three', 'feat: three'],
      ['Changes Since a Branch…', 'base', 'changes since base'],
    ] as const) {
      await until('VS Code knows what is staged', async () => {
        await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
        await composer.click();
        await composer.fill('');
        await composer.pressSequentially('#changes');
        await panel.getByRole('option', { name: '#changes' }).waitFor();
        await composer.press('Enter');
        const staged = rows.filter({ hasText: 'Staged Changes' }).filter({ hasText: '1 file' });
        await rows.filter({ hasText: 'A Commit…' }).waitFor();
        const isKnown = (await staged.count()) === 1;
        await (isKnown
          ? rows.filter({ hasText: choice }).first().click()
          : page.keyboard.press('Escape'));
        return isKnown;
      });
      await (answer === undefined ? undefined : rows.filter({ hasText: answer }).first().click());
      await chip(attached).waitFor();
    }
    await composer.fill('What has changed?');
    const before = sent();
    await page.keyboard.press('Enter');
    await until('the message is sent', () => sent() === before + 1);
    await parley.replyEnded();
    const content = lastMessages(service).at(-1) ?? '';
    for (const part of [
      /\n\nstaged changes:\n\n```diff\n[^`]*-export const count: number = 'three';\n\+export const count: number = 5;\n/,
      /\n\ncommit [\da-f]{7} feat: three:\n\n```diff\n[^`]*-export const count: number = 3;\n\+export const count: number = 'three';\n/,
      /\n\nchanges since base:\n\n```diff\n[^`]*-export const count: number = 3;\n\+export const count: number = 5;\n/,
    ]) {
      assert.match(content, part);
    }
    await parley.newChat();
  });

  it('are in the lightbulb of a selection', async () => {
    const { page, composer, panel } = parley;
    await selectLines(parley, 'src/parseDuration.ts', 3);
    const actions = page.locator('.action-widget .monaco-list-row');
    await openCodeActions(page, 'Parley: Run Prompt…');
    await parley.screenshot('prompt-lightbulb');
    assert.deepEqual(
      (await actions.allTextContents()).filter((text) => text.includes('Prompt')),
      ['Parley: Prompt “review”', 'Parley: Run Prompt…'],
    );
    await actions.filter({ hasText: 'Parley: Prompt “review”' }).click();
    await page.getByText('Enter “aspect”. Nothing is sent yet.').waitFor();
    await page.keyboard.type('names');
    await page.keyboard.press('Enter');
    await chip('parseDuration.ts 1–3 src').waitFor();
    await until('the box is filled', async () =>
      /Look at names\./.test(await composer.inputValue()),
    );
    await panel.getByRole('button', { name: /^Remove src\/parseDuration\.ts/ }).click();
    await composer.fill('');
  });

  it('are in the context menu of the editor', async () => {
    const { page, composer, panel } = parley;
    const item = (words: string) => page.locator('.monaco-menu .action-label', { hasText: words });
    const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'summary' });
    await selectLines(parley, 'src/parseDuration.ts', 3);
    await page.locator('.editor-instance .view-line').first().click({ button: 'right' });
    await item('Parley').hover();
    await item('Run Prompt with Parley…').waitFor();
    await until('the prompts are listed', async () => {
      // VS Code ignores clicks right after a menu has opened.
      await item('Run Prompt with Parley…')
        .click({ timeout: 2000 })
        .catch(() => undefined);
      return (await item('Run Prompt with Parley…').count()) === 0;
    });
    await row.first().click();
    await until(
      'the box is filled',
      async () => (await composer.inputValue()) === 'Sum up src/parseDuration.ts.',
    );
    await panel.getByRole('button', { name: /^Remove src\/parseDuration\.ts/ }).click();
    await composer.fill('');
  });

  it('are noticed when they are written, and gone when they are deleted', async () => {
    const { page, composer, panel } = parley;
    await writeFile(join(folder, '.github/prompts/fresh.prompt.md'), 'Fresh');
    await until('the prompt is offered', async () => {
      await composer.fill('');
      await composer.fill('/fre');
      return (await panel.getByRole('option', { name: '/fresh' }).count()) === 1;
    });
    await page.keyboard.press('Enter');
    await until('the box is filled', async () => (await composer.inputValue()) === 'Fresh');
    await composer.fill('');
  });

  it('are made of a message, and are then there', async () => {
    const { page, panel, composer } = parley;
    await parley.say('Explain ${file} to a "beginner".');
    await parley.replyEnded();
    await runPaletteCommand(page, 'Parley: Save Message as Prompt…');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: '.github/prompts' }).first().waitFor();
    await page.keyboard.type('.github');
    await page.keyboard.press('Enter');
    await page.getByText('Name of the prompt.').waitFor();
    await page.keyboard.type('review');
    await page.keyboard.press('Enter');
    await page.getByText('There is a prompt with this name already.').waitFor();
    await input().fill('for beginners');
    await page.keyboard.press('Enter');
    await page.locator('.tab', { hasText: 'for-beginners.prompt.md' }).waitFor();
    assert.equal(
      await readFile(join(folder, '.github/prompts/for-beginners.prompt.md'), 'utf8'),
      '---\ndescription: "Explain ${file} to a \\"beginner\\"."\n---\n\nExplain ${file} to a "beginner".\n',
    );
    await composer.fill('/for');
    await panel.getByRole('option', { name: '/for-beginners' }).waitFor();
    await composer.fill('');
  });

  it('are completed in their editor, and have problems for unknown variables', async () => {
    const { page } = parley;
    const tab = page.locator('.tab', { hasText: 'for-beginners.prompt.md' });
    await tab.click();
    await page.locator('.editor-instance .view-line', { hasText: 'beginner".' }).last().click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Also ${sel');
    const widget = page.locator('.suggest-widget .monaco-list-row', { hasText: '${selection}' });
    await widget.waitFor();
    await parley.screenshot('prompt-completion');
    await page.keyboard.press('Enter');
    await page
      .locator('.editor-instance .view-line', { hasText: 'Also ${selection}' })
      .first()
      .waitFor();
    await page.keyboard.type(' ${fiel}');
    await page.locator('.squiggly-warning').first().waitFor();
    await parley.screenshot('prompt-problem');
  });

  it('run from their editor, with what is not saved', async () => {
    const { page, composer } = parley;
    await page
      .locator('.editor-actions')
      .getByRole('button', { name: 'Run Prompt with Parley…' })
      .click();
    await until('the box is filled', async () => (await composer.inputValue()).includes('${fiel}'));
    await composer.fill('');
  });
});
