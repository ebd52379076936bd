import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDemoService } from '../../../src/demo/service.ts';
import { ensureGit } from '../../launch/git.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { createTestRepository, type TestRepository } from '../../support/git/testRepository.ts';
import { until } from '../../support/until.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { createPacedReplies } from '../support/pacedReplies.ts';
import { shownNotification } from '../support/shownNotification.ts';
import { withParley } from '../support/parleySuite.ts';
import { type ParleyWindow, themes } from '../support/parleyWindow.ts';

describe('commit messages in Source Control', () => {
  const replies = createPacedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
  const repositories: Record<string, TestRepository> = {};
  let service: CanaryService;
  let parley: ParleyWindow;

  withParley((opened) => ({ service, parley } = opened), {
    demo: replies,
    // A window of its own: VS Code keeps which repositories it shows, and a suite before may have had others.
    extensions: [],
    async prepare(folder) {
      await ensureGit();
      for (const name of ['one', 'two']) {
        await mkdir(join(folder, name));
        const sub = await createTestRepository(join(folder, name));
        await sub.write('timer.ts', 'export const seconds = 1;\n');
        await sub.commit('feat: timer');
        // The word makes the service wait for the test.
        await sub.write('timer.ts', `export const seconds = 2; // slowly, ${name}\n`);
        await sub.git('add', '-A');
        repositories[name] = sub;
      }
    },
  });
  before(async () =>
    parley.page
      .locator('.part.activitybar')
      .getByRole('tab', { name: /^Source Control/ })
      .click(),
  );

  /** The rows of the view that belong to a repository: its title with the buttons, and the box. */
  const row = (name: string) =>
    parley.page.locator('.part.sidebar .monaco-list-row', {
      has: parley.page.locator('.scm-provider', { hasText: name }),
    });
  const button = (name: string, label: string) => row(name).getByRole('button', { name: label });
  const box = (index: number) => parley.page.locator('.part.sidebar .scm-editor').nth(index);
  const textOf = async (index: number): Promise<string> => {
    const lines = await box(index).locator('.view-line').allInnerTexts();
    return lines.join('\n').replaceAll('\u00A0', ' ').trim();
  };
  const shows = async (index: number, text: string) =>
    until(`the box shows ${text}`, async () => (await textOf(index)) === text);
  const lastBody = () => service.requests.at(-1)?.body ?? '';

  it('are asked for once, and stream into the box of the repository that was clicked', async () => {
    const { page } = parley;
    const before = service.requests.length;
    await button('two', 'Generate Commit Message with Parley').click();
    const question = page.locator('.monaco-dialog-box');
    await question.getByText('Generate commit messages with demo-echo?').waitFor();
    await parley.screenshot('commit-message-asked');
    assert.equal(service.requests.length, before, 'nothing is sent before');
    await question.getByRole('button', { name: 'Generate', exact: true }).click();
    await replies.send('feat: longer');
    await shows(1, 'feat: longer');
    await button('two', 'Stop Generating').waitFor();
    await button('one', 'Generate Commit Message with Parley').waitFor();
    assert.equal(await button('two', 'Generate Commit Message with Parley').count(), 0);
    await parley.screenshot('commit-message-streams');
    await replies.send(' timer');
    await replies.end();
    await shows(1, 'feat: longer timer');
    await button('two', 'Generate Commit Message with Parley').waitFor();
    assert.match(await textOf(0), /^(?:Message .*)?$/);
    assert.equal(service.requests.length, before + 1);
    assert.match(lastBody(), /slowly, two/);
    assert.doesNotMatch(lastBody(), /slowly, one/);
    assert.match(lastBody(), /feat: timer/);
  });

  it('stop with Escape in the box, and stay as far as they came', async () => {
    const { page } = parley;
    await button('two', 'Generate Commit Message with Parley').click();
    await replies.send('fix: half');
    await shows(1, 'fix: half');
    await box(1).click();
    await page.keyboard.press('Escape');
    await button('two', 'Generate Commit Message with Parley').waitFor();
    await shows(1, 'fix: half');
  });

  it('stop with the button, too', async () => {
    await button('one', 'Generate Commit Message with Parley').click();
    await replies.send('fix: other half');
    await shows(0, 'fix: other half');
    await button('one', 'Stop Generating').click();
    await button('one', 'Generate Commit Message with Parley').waitFor();
    await shows(0, 'fix: other half');
  });

  it('leave what is typed meanwhile, and are offered then', async () => {
    const { page } = parley;
    await button('one', 'Generate Commit Message with Parley').click();
    await replies.send('fix: begun');
    await shows(0, 'fix: begun');
    await box(0).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('mine');
    await shows(0, 'mine');
    await replies.send(' and ended');
    await replies.end();
    await button('one', 'Generate Commit Message with Parley').waitFor();
    await shows(0, 'mine');
    const offer = await shownNotification(parley, 'The generated message was not inserted.');
    await offer.hover();
    await parley.screenshot('commit-message-offered');
    await offer.getByRole('button', { name: 'Insert' }).click();
    await shows(0, 'fix: begun and ended');
    await runPaletteCommand(page, 'Parley: Restore Previous Commit Message');
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'one' }).first().click();
    await shows(0, 'mine');
  });

  it('replace what was typed only after a question', async () => {
    const { page } = parley;
    const before = service.requests.length;
    await button('one', 'Generate Commit Message with Parley').click();
    const question = page.locator('.monaco-dialog-box');
    await question.getByText('The commit message box already has text.').waitFor();
    await parley.screenshot('commit-message-replaces');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await textOf(0), 'mine');
    assert.equal(service.requests.length, before);
  });

  it('have a button that is seen in every theme', async () => {
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await button('one', 'Generate Commit Message with Parley').waitFor();
      await parley.screenshot(`commit-message-${name}`);
    }
    await parley.setTheme({ name: 'Dark Modern', kind: 'vs-dark' });
  });

  it('have their changes as context in a chat, too', async () => {
    const { page, panel } = parley;
    await page.locator('.part.activitybar').getByRole('tab', { name: 'Parley' }).click();
    await parley.composer.click();
    await page.keyboard.type('What is #changes');
    await panel.getByRole('option', { name: /Changes…/ }).waitFor();
    await parley.screenshot('changes-offered');
    await page.keyboard.press('Enter');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows.filter({ hasText: 'two' }).first().click();
    await rows.filter({ hasText: 'Staged Changes' }).waitFor();
    await parley.screenshot('changes-chosen');
    await page.keyboard.press('Enter');
    const chip = panel.locator('.attachments .chip', { hasText: 'staged changes in two' });
    await chip.waitFor();
    // The reply need not wait for the test.
    await repositories['two']?.write('timer.ts', 'export const seconds = 3;\n');
    await repositories['two']?.git('add', '-A');
    await parley.screenshot('changes-attached');
    await parley.composer.focus();
    await page.keyboard.type('this?');
    await page.keyboard.press('Enter');
    await panel.locator('article.reply[aria-busy=false]', { hasText: 'What is this?' }).waitFor();
    assert.match(lastBody(), /staged changes in two:/);
    assert.match(lastBody(), /\+export const seconds = 3;/);
    await parley.screenshot('changes-sent');
  });
});
