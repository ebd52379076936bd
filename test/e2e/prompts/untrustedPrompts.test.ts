import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoService } from '../../../src/demo/service.ts';
import { runCommand } from '../../launch/command.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { canaryKey, type CanaryService, serveCanary } from '../support/canary.ts';
import { openParley, type ParleyWindow, pictureFailure } from '../support/parleyWindow.ts';

/** A text that would have a billion words, if its aliases were followed. */
const bomb = [
  'a: &a [x, x]',
  ...'b c d e f g h i'
    .split(' ')
    .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index] ?? ''}, `.repeat(9)}]`),
  'description: *i',
].join('\n');

describe('prompts and instructions of somebody else’s workspace', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let outside = '';
  before(async () => {
    service = await serveCanary(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
    outside = await mkdtemp(join(tmpdir(), 'parley-outside-'));
    await writeFile(join(outside, 'secret.prompt.md'), 'Outside ${file}');
    await writeFile(join(outside, 'secret.md'), 'outside secret');
    // If it were read, the folder would have no files.
    await writeFile(join(outside, 'ignored'), '*\n');
    const connection = { id: 'own', name: 'Own', baseUrl: service.baseUrl, model: 'demo-echo' };
    parley = await openParley(
      { 'parley.connections': [connection] },
      {
        workspaceTrust: true,
        async prepare(path) {
          const prompts = join(path, '.github/prompts');
          await mkdir(join(path, '.vscode'), { recursive: true });
          await mkdir(prompts, { recursive: true });
          await writeFile(join(prompts, 'evil.prompt.md'), 'Evil');
          await writeFile(
            join(prompts, 'fl\u202eip\u0007.prompt.md'),
            '---\ndescription: "a\\u202eb $(alert) [x](command:y)"\n---\nFlip',
          );
          await writeFile(join(prompts, 'huge.prompt.md'), 'x'.repeat(10_000_000));
          await writeFile(join(prompts, 'bomb.prompt.md'), `---\n${bomb}\n---\nBomb`);
          await writeFile(
            join(prompts, 'deep.prompt.md'),
            `---\na: ${'['.repeat(7000)}\n---\nDeep`,
          );
          await writeFile(join(prompts, `${'n'.repeat(255 - 10)}.prompt.md`), 'Long');
          await runCommand('mkfifo', [join(prompts, 'pipe.prompt.md')]);
          await symlink('/dev/zero', join(prompts, 'zero.prompt.md'));
          await runCommand('mkfifo', [join(path, '.github/copilot-instructions.md')]);
          await mkdir(join(path, 'lib'));
          await writeFile(join(path, 'lib/plain.ts'), 'export const plain = 1;\n');
          await runCommand('mkfifo', [join(path, 'lib/.ignore')]);
          await runCommand('mkfifo', [join(path, 'lib/pipe.ts')]);
          await symlink(join(outside, 'ignored'), join(path, '.gitignore'));
          await symlink(join(outside, 'secret.md'), join(path, 'lib/secret.ts'));
          await symlink(join(outside, 'secret.prompt.md'), join(prompts, 'linked.prompt.md'));
          await symlink(outside, join(prompts, 'folder'));
          await symlink(outside, join(path, 'chosen'));
          await symlink(join(outside, 'secret.md'), join(path, 'AGENTS.md'));
          await writeFile(join(path, 'CLAUDE.md'), 'Evil instructions');
          const settings = {
            'parley.promptFolders': [outside, 'chosen', '../..'],
            'parley.instructionFiles': [join(outside, 'secret.md')],
          };
          await writeFile(join(path, '.vscode/settings.json'), JSON.stringify(settings));
          return path;
        },
      },
    );
    await parley.useCanary();
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
    await rm(outside, { recursive: true, force: true });
  });

  /** The names of all prompts that can be run. */
  const offered = async (): Promise<readonly (string | undefined)[]> => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Run Prompt…');
    const picker = page.locator('.quick-input-widget');
    await picker.getByPlaceholder('The prompt is put into the input box.').waitFor();
    await picker.locator('.monaco-list-row', { hasText: 'New Prompt…' }).waitFor();
    const rows = await picker.locator('.monaco-list-row').all();
    const labels = await Promise.all(rows.map(async (row) => row.getAttribute('aria-label')));
    await page.keyboard.press('Escape');
    return labels
      .map((label) => label?.split(',')[0])
      .filter((name) => name?.includes('New Prompt…') === false);
  };

  it('are not there while it is not trusted', async () => {
    await parley.page.getByText('Restricted Mode').first().waitFor();
    assert.deepEqual(await offered(), []);
    assert.equal(await parley.panel.getByText('CLAUDE.md').count(), 0);
    assert.equal(await parley.panel.locator('.attachments .chip').count(), 0);
  });

  it('are there once it is trusted, without those of links and settings, and as text', async () => {
    const { page, panel, composer } = parley;
    await runPaletteCommand(page, 'Workspaces: Manage Workspace Trust');
    await page.getByRole('button', { name: 'Trust', exact: true }).click();
    const trusted = page.getByText(/^You trust this/).first();
    await trusted.waitFor();
    await page
      .getByRole('button', { name: /^Close/ })
      .last()
      .click();
    await trusted.waitFor({ state: 'hidden' });
    await panel.getByText('Attach CLAUDE.md to new chats in this workspace?').waitFor();
    assert.deepEqual(await offered(), ['bomb', 'deep', 'evil', 'fl-ip', 'n'.repeat(100)]);
    await composer.fill('/fl');
    const row = panel.getByRole('option', { name: '/fl-ip' });
    assert.match(await row.innerText(), /a\\u\{202e\}b \$\(alert\) \[x\]\(command:y\)/);
    await composer.fill('');
    await row.waitFor({ state: 'detached' });
    await composer.pressSequentially('#lib');
    await panel.getByRole('option', { name: 'lib' }).first().waitFor();
    await page.keyboard.press('Enter');
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'plain.ts' }).waitFor();
    await picker.getByText('links, not followed: 1').waitFor();
    assert.equal(await picker.locator('.monaco-list-row').count(), 1);
    await page.keyboard.press('Enter');
    await panel.locator('.attachments .chip', { hasText: 'lib' }).waitFor();
    const sent = service.requests.filter(({ rest }) => /outside|evil/i.test(rest));
    assert.deepEqual(sent, []);
  });
});
