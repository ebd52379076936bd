import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../launch/command.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import type { CanaryService } from '../support/canary.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';
import { trustWorkspace } from '../support/trustWorkspace.ts';

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
  withParley((opened) => ({ service, parley } = opened), {
    workspaceTrust: true,
    files: {
      '.github/prompts/evil.prompt.md': 'Evil',
      '.github/prompts/fl\u202eip\u0007.prompt.md':
        '---\ndescription: "a\\u202eb $(alert) [x](command:y)"\n---\nFlip',
      '.github/prompts/huge.prompt.md': 'x'.repeat(10_000_000),
      '.github/prompts/bomb.prompt.md': `---\n${bomb}\n---\nBomb`,
      '.github/prompts/deep.prompt.md': `---\na: ${'['.repeat(7000)}\n---\nDeep`,
      [`.github/prompts/${'n'.repeat(255 - 10)}.prompt.md`]: 'Long',
      'CLAUDE.md': 'Evil instructions',
      'lib/plain.ts': 'export const plain = 1;\n',
    },
    async prepare(path) {
      outside = await mkdtemp(join(tmpdir(), 'parley-outside-'));
      await writeFile(join(outside, 'secret.prompt.md'), 'Outside ${file}');
      await writeFile(join(outside, 'secret.md'), 'outside secret');
      // If it were read, the folder would have no files.
      await writeFile(join(outside, 'ignored'), '*\n');
      const prompts = join(path, '.github/prompts');
      await runCommand('mkfifo', [join(prompts, 'pipe.prompt.md')]);
      await symlink('/dev/zero', join(prompts, 'zero.prompt.md'));
      await runCommand('mkfifo', [join(path, '.github/copilot-instructions.md')]);
      await runCommand('mkfifo', [join(path, 'lib/.ignore')]);
      await runCommand('mkfifo', [join(path, 'lib/pipe.ts')]);
      await symlink(join(outside, 'ignored'), join(path, '.gitignore'));
      await symlink(join(outside, 'secret.md'), join(path, 'lib/secret.ts'));
      await symlink(join(outside, 'secret.prompt.md'), join(prompts, 'linked.prompt.md'));
      await symlink(outside, join(prompts, 'folder'));
      await symlink(outside, join(path, 'chosen'));
      await symlink(join(outside, 'secret.md'), join(path, 'AGENTS.md'));
      const settings = {
        'parley.promptFolders': [outside, 'chosen', '../..'],
        'parley.instructionFiles': [join(outside, 'secret.md')],
      };
      await mkdir(join(path, '.vscode'));
      await writeFile(join(path, '.vscode/settings.json'), JSON.stringify(settings));
    },
  });
  after(async () => rm(outside, { recursive: true, force: true }));

  /** The names of all prompts that can be run. */
  const offered = async (): Promise<readonly (string | undefined)[]> => {
    const { page } = parley;
    await runPaletteCommand(page, 'Parley: Run Prompt with Parley…');
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
    await trustWorkspace(page);
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
