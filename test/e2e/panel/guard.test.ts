import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { until } from '../../support/until.ts';
import { canaryKey, type CanaryService } from '../support/canary.ts';
import { openFile } from '../support/openFile.ts';
import { withParley } from '../support/parleySuite.ts';
import { themes, type ParleyWindow } from '../support/parleyWindow.ts';

const samples = secretSamples(7);
const github = samples.find(({ mask }) => mask === 'GitHub token')?.value ?? '';
const stripe = samples.find(({ mask }) => mask === 'Stripe key')?.value ?? '';
/** The value of a variable in the workspace's `.env` file, which has no form of its own. */
const password = ['Vq3', 'kz!Lp', '82'].join('');

describe('what must not leave by mistake', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  withParley((opened) => ({ service, parley } = opened), {
    demo: createDemoService({ apiKey: canaryKey }),
    files: {
      '.env': `DB_PASSWORD=${password}\n`,
      'settings.ts': 'export const port = 8080;\n',
    },
  });

  const line = () => parley.panel.locator('.guard-line');
  const button = (name: string) => line().getByRole('button', { name, exact: true });
  const lastRequest = (): string => service.requests.at(-1)?.rest ?? '';
  const replied = async (words: string): Promise<void> =>
    parley.panel.locator('article.reply[aria-busy=false]', { hasText: words }).waitFor();

  /** Replaces the text of the attached file in an editor, as a user does before saving it. */
  async function edit(text: string): Promise<void> {
    const { page } = parley;
    await openFile(parley, 'settings.ts');
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(text);
    await page.locator('.editor-instance .view-line', { hasText: text.slice(0, 10) }).waitFor();
  }

  /** Asserts that no request so far has one of the secrets. */
  function assertNothingLeft(...secrets: readonly string[]): void {
    for (const { rest } of service.requests) {
      for (const secret of secrets) {
        assert.equal(rest.includes(secret), false);
      }
    }
  }

  it('is pointed at in the box, held back, and masked', async () => {
    const { page, composer } = parley;
    const count = service.requests.length;
    await composer.fill(`Clone with ${github} and log in with ${password} please`);
    await line().getByText('GitHub token, value of DB_PASSWORD in a .env file').waitFor();
    for (const [name, theme] of Object.entries(themes)) {
      await parley.setTheme(theme);
      await parley.screenshot(`guard-${name}`);
    }
    await composer.press('Enter');
    await line().getByText('Not sent because of').waitFor();
    await parley.screenshot('guard-held-back');
    assert.equal(service.requests.length, count);
    await button('Mask').click();
    assert.equal(
      await composer.inputValue(),
      'Clone with [masked: GitHub token 1] and log in with [masked: DB_PASSWORD 2] please',
    );
    await page.keyboard.press('Enter');
    await replied('[masked: GitHub token 1]');
    assert.match(lastRequest(), /log in with \[masked: DB_PASSWORD 2\]/);
    assertNothingLeft(github, password);
  });

  it('is masked in a file that has changed since it was attached', async () => {
    const { page, panel, composer } = parley;
    await composer.fill('');
    await page.keyboard.type('#settings');
    await panel.locator('.completion-menu', { hasText: 'settings.ts' }).waitFor();
    await page.keyboard.press('Enter');
    const chip = panel.locator('.attachments .chip', { hasText: 'settings.ts' });
    await chip.waitFor();
    await edit(`const key = '${stripe}';\nconst t = '${github}';\n`);
    const count = service.requests.length;
    await composer.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' What is this?');
    await page.keyboard.press('Enter');
    await line().getByText('Not sent because of: Stripe key.').waitFor();
    assert.equal(service.requests.length, count);
    await chip.locator('.chip-warning').waitFor();
    await parley.screenshot('guard-chip');
    await button('Mask').click();
    // It is read once more when it is sent.
    await edit(`let key = "${stripe}"; let t = "${github}"`);
    await composer.click();
    await page.keyboard.press('Enter');
    await replied('What is this?');
    assert.match(lastRequest(), /let key = .{1,3}\[masked: Stripe key 3\]/);
    assert.match(lastRequest(), /let t = .{1,3}\[masked: GitHub token 1\]/);
    assertNothingLeft(github, password, stripe);
  });

  it('is marked in the preview', async () => {
    const { page, composer } = parley;
    await composer.fill(`Log in with ${password}`);
    await line().getByText('DB_PASSWORD').waitFor();
    await runPaletteCommand(page, 'Parley: Preview Request');
    const preview = page.locator('.editor-instance', { hasText: 'Request Preview' });
    await preview.getByText('The message contains: value of DB_PASSWORD').waitFor();
    await page.keyboard.press('Control+End');
    await until('it is marked', async () => (await preview.locator('[class*="ced-"]').count()) > 0);
    await parley.screenshot('guard-preview');
    await composer.fill('');
  });

  it('is asked about before a command on code sends it', async () => {
    const { page } = parley;
    const picker = page.locator('.quick-input-widget');
    await parley.runCommand('parley.newChat');
    const count = service.requests.length;
    await edit(`let key = "${stripe}"; let t = "${github}"`);
    await page.keyboard.press('Control+A');
    // It ends when the question is answered.
    const shown = parley.runCommand('parley.showRequest', 'code');
    await picker.locator('.monaco-list-row', { hasText: 'Explain' }).first().click();
    await shown;
    const preview = page.locator('.editor-instance', { hasText: 'Request Preview' });
    await preview.waitFor();
    // It is opened where the last one was left.
    await page.keyboard.press('Control+Home');
    await preview.getByText('The message contains: Stripe key').waitFor();
    await until('it is marked', async () => (await preview.locator('[class*="ced-"]').count()) > 0);
    await parley.runCommand('workbench.action.closeActiveEditor');
    await page.locator('.editor-instance .view-line', { hasText: 'let key' }).click();
    await page.keyboard.press('Control+A');
    await runPaletteCommand(page, 'Parley: Explain');
    await picker.getByText('Findings Before Sending').waitFor();
    assert.equal(service.requests.length, count);
    await parley.screenshot('guard-question');
    await picker.locator('.monaco-list-row', { hasText: 'Mask and Send' }).click();
    await replied('settings.ts');
    assertNothingLeft(github, password, stripe);
    assert.match(lastRequest(), /\[masked: Stripe key \d\]/);
  });

  it('leaves when the user sends it anyway, and is not asked about again in the chat', async () => {
    const { page, composer } = parley;
    await composer.fill(`Log in with ${password} now`);
    await line().getByText('DB_PASSWORD').waitFor();
    await button('Send Anyway').click();
    await replied(`Log in with ${password} now`);
    await composer.fill(`And with ${password} then`);
    await page.keyboard.press('Enter');
    await replied(`And with ${password} then`);
  });
});
