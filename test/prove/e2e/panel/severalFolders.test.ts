import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureGit } from '../../../launch/git.ts';
import { createTestRepository } from '../../../support/git/testRepository.ts';
import { until } from '../../../support/until.ts';
import { withApplying } from '../../../e2e/apply/applying.ts';
import { lastMessages } from '../../../e2e/support/lastMessages.ts';
import type { ParleyWindow } from '../../../e2e/support/parleyWindow.ts';

/** Two folders of one name with files of the same names. */
const folders = ['shop/app', 'site/app'];

describe('a workspace of several folders', () => {
  let parley: ParleyWindow;
  let file = '';
  before(ensureGit);
  const window = withApplying(undefined, {
    async opens(path) {
      for (const folder of folders) {
        await mkdir(join(path, folder), { recursive: true });
        const { write, commit } = await createTestRepository(join(path, folder));
        await write('AGENTS.md', `Rules of ${folder}\n`);
        await write('.github/prompts/review.prompt.md', `Review for ${folder}`);
        await write('src/same.ts', `export const same = '${folder}';\n`);
        await commit('feat: same');
        await write('src/same.ts', `export const same = '${folder}, changed';\n`);
      }
      await mkdir(join(path, 'more/src'), { recursive: true });
      await writeFile(join(path, 'more/src/third.ts'), 'export const third = 3;\n');
      file = join(path, 'all.code-workspace');
      await setFolders(folders);
      return file;
    },
  });

  before(() => (parley = window.parley()));

  /** Changes the workspace as whoever edits its file does. */
  const setFolders = async (paths: readonly string[]): Promise<void> =>
    writeFile(file, JSON.stringify({ folders: paths.map((path) => ({ path })) }));
  const option = (words: string) => parley.panel.getByRole('option', { name: words });
  const chip = (words: string) => parley.panel.locator('.attachments .chip', { hasText: words });
  const rows = () => parley.page.locator('.quick-input-widget .monaco-list-row');
  const type = async (text: string): Promise<void> => {
    await parley.composer.fill('');
    await parley.composer.click();
    await parley.page.keyboard.type(text);
  };
  /** Sends a message with what is attached, and gives what was really sent. */
  const send = async (words: string): Promise<string> => {
    await parley.say(words);
    await parley.replyEnded();
    return lastMessages(window.service()).at(-1) ?? '';
  };
  const line = (words: string) =>
    parley.page.locator('.editor-instance .view-line', { hasText: words }).first();

  it('has the instructions of each, with its folder', async () => {
    const { panel } = parley;
    await panel.getByText('shop/app/AGENTS.md').first().waitFor();
    await parley.screenshot('folders-instructions');
    await panel.getByRole('button', { name: 'Attach', exact: true }).click();
    await chip('AGENTS.md').nth(1).waitFor();
    const content = await send('Which rules?');
    assert.match(content, /shop\/app\/AGENTS\.md:\n\n```markdown\nRules of shop\/app\n/);
    assert.match(content, /site\/app\/AGENTS\.md:\n\n```markdown\nRules of site\/app\n/);
  });

  it('has files of the same name by their folders, and leads back to each', async () => {
    const { panel } = parley;
    await type('#same');
    await option('same.ts shop/app/src').waitFor();
    await option('same.ts site/app/src').waitFor();
    await parley.screenshot('folders-completion');
    for (const folder of folders) {
      await type('#same');
      await option(`same.ts ${folder}/src`).click();
      await chip(`same.ts 1 ${folder}/src`).waitFor();
      const content = await send(`What is it in ${folder}?`);
      assert.ok(
        content.includes(
          `${folder}/src/same.ts, line 1 (typescript):\n\n\`\`\`typescript\nexport const same = '${folder}, changed';`,
        ),
        content,
      );
    }
    for (const [index, folder] of folders.entries()) {
      await panel.locator('.turn .chip-link', { hasText: 'same.ts' }).nth(index).click();
      await line(`'${folder}, changed'`).waitFor();
    }
  });

  const changed = (folder: string): string => `export const same = '${folder}, changed';\n`;
  const block = (path: string): string =>
    `\`${path}\`:\n\n\`\`\`ts\nexport const same = 'applied';\n\`\`\`\n`;
  /** Accepts what is shown for the file of one folder, and sees that it was for that one only. */
  const applied = async (folder: string, other: string): Promise<void> => {
    await window.reviewed('same.ts');
    await window.press('Accept');
    await window.written('same.ts');
    await window.savedAs(`${folder}/src/same.ts`, "export const same = 'applied';\n");
    assert.equal(String(await window.bytes(`${other}/src/same.ts`)), changed(other));
    await parley.page.keyboard.press('Control+z');
    await window.savedAs(`${folder}/src/same.ts`, changed(folder));
    await window.closeEditors();
  };

  it('applies to the file of the folder that the block names', async () => {
    await window.closeEditors();
    await window.ask(block('site/app/src/same.ts'));
    await window.apply();
    await applied('site/app', 'shop/app');
  });

  it('asks which file is meant where a path fits both', async () => {
    for (const path of ['src/same.ts', 'app/src/same.ts', 'same.ts']) {
      await window.ask(block(path));
      await window.apply();
      await rows().filter({ hasText: 'site/app/src' }).waitFor();
      assert.equal(await rows().filter({ hasText: 'shop/app/src' }).count(), 1, path);
      await parley.screenshot('folders-apply');
      await rows().filter({ hasText: 'site/app/src' }).click();
      await applied('site/app', 'shop/app');
    }
  });

  const attachSecond = async (): Promise<void> => {
    await parley.newChat();
    await type('#same');
    await option('same.ts site/app/src').click();
    await chip('same.ts 1 site/app/src').waitFor();
  };

  it('applies to the file that was attached, also where its path fits both', async () => {
    for (const path of ['src/same.ts', undefined]) {
      await attachSecond();
      const text = block(path ?? '');
      await window.askHere(path === undefined ? text.slice(text.indexOf('```')) : text);
      await window.apply();
      await applied('site/app', 'shop/app');
    }
  });

  it('creates a file in the folder that its path names, or else in that of the attached file', async () => {
    const input = parley.page.locator('.quick-input-widget input');
    for (const [path, made] of [
      ['site/app/src/made.ts', 'site/app/src/made.ts'],
      ['src/other.ts', 'site/app/src/other.ts'],
    ] as const) {
      await attachSecond();
      await window.askHere(block(path));
      await window.apply();
      await until('the place is asked', async () =>
        (await input.inputValue()).endsWith(`${parley.workspaceFolder}/${made}`),
      );
      await parley.page.keyboard.press('Enter');
      const name = made.slice(made.lastIndexOf('/') + 1);
      await parley.page
        .locator('.tabs-container .tab', { hasText: `${name} (New File)` })
        .waitFor();
      await window.press('Accept');
      await window.written(name);
      assert.equal(String(await window.bytes(made)), "export const same = 'applied';\n");
      await window.closeEditors();
    }
  });

  it('has the changes of each repository', async () => {
    const { page } = parley;
    await parley.newChat();
    await type('#changes');
    await option('#changes').waitFor();
    await page.keyboard.press('Enter');
    await rows().nth(1).waitFor();
    await parley.screenshot('folders-repositories');
    await rows().filter({ hasText: 'site/app' }).click();
    await rows().filter({ hasText: 'Changes That Are Not Staged' }).click();
    await chip('changes that are not staged').waitFor();
    const content = await send('What has changed?');
    assert.match(content, /changes that are not staged in site\/app:/);
    assert.match(content, /\+export const same = 'site\/app, changed';/);
    assert.doesNotMatch(content, /shop\/app, changed/);
  });

  it('has the prompts of each, with its folder', async () => {
    const { composer } = parley;
    await type('/rev');
    for (const folder of folders) {
      await option('/review')
        .filter({ hasText: `${folder}/.github/prompts` })
        .waitFor();
    }
    await option('/review').filter({ hasText: 'site/app/' }).click();
    await until('the prompt is in the box', async () => {
      return (await composer.inputValue()) === 'Review for site/app';
    });
  });

  it('follows folders that are added and removed', async () => {
    const { panel } = parley;
    await setFolders([...folders, 'more']);
    await until('the new folder is searched', async () => {
      await type('#third');
      return (await option('third.ts more/src').count()) === 1;
    });
    await parley.newChat();
    await type('#same');
    await option('same.ts shop/app/src').click();
    await chip('same.ts').waitFor();
    await setFolders(['shop/app', 'more']);
    await until('the folder is gone', async () => {
      await type('#same');
      return (await option('same.ts app/src').count()) === 1;
    });
    await option('same.ts site/app/src').waitFor({ state: 'detached' });
    assert.match(await send('What is left?'), /export const same = 'shop\/app, changed';/);
    await panel.locator('.turn .chip-link', { hasText: 'same.ts' }).last().click();
    await line("'shop/app, changed'").waitFor();
    await parley.newChat();
    await chip('AGENTS.md').waitFor();
    assert.equal(await chip('AGENTS.md').count(), 1);
  });
});
