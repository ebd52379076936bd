import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { withApplying } from './applying.ts';

/** A block that replaces lines of a file, as models that were asked for edits write it. */
function replacing(path: string, language: string, search: string, replace: string): string {
  const fence = search.includes('```') || replace.includes('```') ? '````' : '```';
  return `\`${path}\`:\n\n${fence}${language}\n<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n${fence}\n`;
}

interface FileCase {
  readonly name: string;
  readonly path: string;
  readonly before: string;
  readonly reply: string;
  readonly after: string;
  readonly encoding?: (text: string) => Uint8Array;
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

const cases: readonly FileCase[] = [
  {
    name: 'TypeScript, by a diff with wrong numbers',
    path: 'src/area.ts',
    before:
      'export function area(width: number, height: number): number {\n  const product = width + height;\n  return product;\n}\n',
    reply:
      '```diff\n--- a/src/area.ts\n+++ b/src/area.ts\n@@ -40,3 +40,3 @@\n export function area(width: number, height: number): number {\n-  const product = width + height;\n+  const product = width * height;\n   return product;\n```\n',
    after:
      'export function area(width: number, height: number): number {\n  const product = width * height;\n  return product;\n}\n',
  },
  {
    name: 'windows-1252, as the settings say',
    path: 'src/old.sql',
    before: 'select grün from farben\nwhere größe > 3\norder by größe;\n',
    reply: replacing(
      'src/old.sql',
      'sql',
      'select grün from farben\nwhere größe > 3',
      'select grün from farben\nwhere größe > 4',
    ),
    after: 'select grün from farben\nwhere größe > 4\norder by größe;\n',
    encoding: latin1,
  },
];

describe('applying to files of every kind', () => {
  const window = withApplying({
    '[sql]': { 'files.encoding': 'windows1252' },
    'files.readonlyInclude': { '**/locked.ts': true },
  });
  afterEach(async () => window.closeEditors());

  for (const {
    name,
    path,
    before,
    reply,
    after,
    encoding = (text: string) => Buffer.from(text),
  } of cases) {
    it(`keeps all other bytes, and undo restores all: ${name}`, async () => {
      const { page } = window.parley();
      await window.write(path, encoding(before));
      await window.ask(reply);
      await window.apply();
      const file = path.slice(path.lastIndexOf('/') + 1);
      await window.reviewed(file);
      await window.press('Accept All Proposed');
      await window.written(file);
      await window.savedAs(path, encoding(after));
      await page.keyboard.press('Control+z');
      await window.savedAs(path, encoding(before));
    });
  }

  const refused: readonly (readonly [name: string, reply: string, words: RegExp])[] = [
    [
      'a path that leads out',
      replacing('../outside.ts', 'ts', 'a', 'b'),
      /outside of this workspace/,
    ],
    [
      'an absolute path of another place',
      replacing('C:\\Windows\\a.ini', 'ini', 'a', 'b'),
      /outside of this workspace/,
    ],
    [
      'a symbolic link out of the folder',
      replacing('link/secret.ts', 'ts', 'const a = 1;', 'b'),
      /symbolic link/,
    ],
    ['a file that is a link', replacing('linked.ts', 'ts', 'const a = 1;', 'b'), /symbolic link/],
    [
      'a file of Git',
      replacing('.git/config', 'ini', 'a', 'b').replace('config', 'config.ini'),
      /belongs to Git/,
    ],
    ['a notebook', replacing('book.ipynb', 'json', '"cells": []', '"cells": [1]'), /is a notebook/],
    [
      'bytes that are no UTF-8',
      replacing('src/broken.txt', '', 'first line\nsecond line', 'x'),
      /not in the encoding/,
    ],
    ['commands', '```sh\nnpm ci\n```', /commands for a terminal/],
    [
      'a diff that cannot be read',
      '```diff\n--- a/src/area.ts\n+++ b/src/area.ts\n@@\nexport\n```',
      /neither added, removed nor kept/,
    ],
  ];
  it('refuses what is not safe, says why, and changes nothing', async () => {
    const outside = join(tmpdir(), `parley-outside-${process.pid}`);
    await writeFile(`${outside}.ts`, 'const a = 1;\n');
    await window.write('real/inside.ts', 'const a = 1;\n');
    await window.write('.git/config.ini', 'a\n');
    await window.write(
      'book.ipynb',
      '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    );
    await window.write('src/broken.txt', Buffer.from('first line\nsecond line \xe4\n', 'latin1'));
    await symlink(tmpdir(), join(window.folder(), 'link'));
    await symlink(`${outside}.ts`, join(window.folder(), 'linked.ts'));
    for (const [name, reply, words] of refused) {
      await window.ask(reply);
      await window.apply();
      await window.notification(words);
      assert.equal(await window.parley().page.locator('.tabs-container .tab').count(), 0, name);
      await window.parley().runCommand('notifications.clearAll');
    }
    assert.equal(String(await window.bytes('linked.ts')), 'const a = 1;\n');
  });

  it('refuses a reply that was cut within the block', async () => {
    await window.write('src/cut.ts', 'const a = 1;\n');
    await window.ask('`src/cut.ts`:\n\n```ts\nconst a = 2;\nconst', { finishReason: 'length' });
    await window.apply();
    await window.notification('The code block is not complete.');
  });

  it('does not write to a file that is read-only by the settings', async () => {
    await window.write('src/locked.ts', 'const first = 1;\nconst second = 2;\n');
    await window.ask(
      replacing('src/locked.ts', 'ts', 'const first = 1;\nconst second = 2;', 'const first = 1;'),
    );
    await window.apply();
    await window.notification('src/locked.ts is read-only.');
    assert.equal(
      String(await window.bytes('src/locked.ts')),
      'const first = 1;\nconst second = 2;\n',
    );
  });

  it('asks which of two files is meant', async () => {
    const { page } = window.parley();
    await window.write('one/twin.ts', 'const first = 1;\nconst second = 2;\n');
    await window.write('two/twin.ts', 'const first = 1;\nconst second = 2;\n');
    await window.ask(
      replacing(
        'twin.ts',
        'ts',
        'const first = 1;\nconst second = 2;',
        'const first = 10;\nconst second = 2;',
      ),
    );
    await window.apply();
    const picker = page.locator('.quick-input-widget');
    await picker.locator('.monaco-list-row', { hasText: 'two' }).first().click();
    await window.reviewed('twin.ts');
    await window.press('Accept All Proposed');
    await window.written('twin.ts');
    await window.savedAs('two/twin.ts', 'const first = 10;\nconst second = 2;\n');
    assert.equal(
      String(await window.bytes('one/twin.ts')),
      'const first = 1;\nconst second = 2;\n',
    );
  });

  it('shows the name of a file as text', async () => {
    const { page } = window.parley();
    const shown = String.raw`zap\u{202e}$(zap)[x](y).ts`;
    await window.write('one/zap\u202e$(zap)[x](y).ts', 'const first = 1;\nconst second = 2;\n');
    // The model knows the name as it was sent.
    const code = '```ts\nconst first = 1;\nconst second = 20;\n```\n';
    await window.ask(`In \`one/${shown}\`:\n\n${code}`, { file: 'zap' });
    assert.ok(
      window
        .service()
        .requests.at(-1)
        ?.body.includes(JSON.stringify(`one/${shown}, lines`).slice(1, -1)),
    );
    await window.apply();
    await window.reviewed(shown);
    await window.press('Accept All Proposed');
    await page.locator('.statusbar', { hasText: `Applied to one/${shown}` }).waitFor();
  });

  it('lets the user choose one of several places', async () => {
    const { page } = window.parley();
    const twice =
      'def a():\n    value = 1\n    return value\n\n\ndef b():\n    value = 1\n    return value\n';
    await window.write('src/twice.py', twice);
    await window.ask(
      replacing('src/twice.py', 'python', '    value = 1\n    return value', '    return 1'),
      { file: 'twice.py' },
    );
    await window.apply();
    const picker = page.locator('.quick-input-widget');
    const second = picker.locator('.monaco-list-row', { hasText: 'Line 7' });
    await second.waitFor();
    await window.parley().screenshot('apply-places');
    await second.click();
    await window.reviewed('twice.py');
    await window.press('Accept All Proposed');
    await window.written('twice.py');
    await window.savedAs(
      'src/twice.py',
      `${twice.slice(0, twice.lastIndexOf('    value'))}    return 1\n`,
    );
  });

  it('creates a file that only the reply names, where the user says', async () => {
    const { page } = window.parley();
    await window.ask('`src/made.ts`:\n\n```ts\nexport const made = 1;\n```\n');
    await window.apply();
    const picker = page.locator('.quick-input-widget');
    await until('the place is asked', async () =>
      (await picker.locator('input').inputValue()).endsWith('src/made.ts'),
    );
    await page.keyboard.press('Enter');
    await page.locator('.tabs-container .tab', { hasText: 'made.ts (New File)' }).waitFor();
    await assert.rejects(window.bytes('src/made.ts'));
    await window.press('Accept All Proposed');
    await until(
      'the file',
      async () =>
        String(await window.bytes('src/made.ts').catch(() => '')) === 'export const made = 1;\n',
    );
  });

  it('applies to an editor without a file', async () => {
    const { page } = window.parley();
    await window.parley().runCommand('workbench.action.files.newUntitledFile');
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.type('first line of it\nsecond line of it');
    await window.parley().runCommand('parley.newChat');
    await runPaletteCommand(page, 'Parley: Add File to Chat');
    await window.parley().panel.locator('.attachments .chip', { hasText: 'Untitled-1' }).waitFor();
    await window.askHere(
      '```\n<<<<<<< SEARCH\nfirst line of it\nsecond line of it\n=======\nfirst line of it\nanother line\n>>>>>>> REPLACE\n```\n',
    );
    await window.apply();
    await window.reviewed('Untitled-1');
    await window.press('Accept All Proposed');
    await page.locator('.editor-instance .view-line', { hasText: 'another line' }).last().waitFor();
  });

  const applyAll = async (): Promise<void> => {
    const { page, panel } = window.parley();
    await panel.locator('article.reply').hover();
    await panel
      .locator('article.reply')
      .getByRole('button', { name: 'More Actions…' })
      .last()
      .click();
    await page.getByRole('menuitem', { name: 'Apply All Code Blocks' }).hover();
    await page.keyboard.press('Enter');
  };

  it('reviews all blocks of a reply together', async () => {
    const { page } = window.parley();
    await window.write('src/a.ts', 'const first = 1;\nconst second = 2;\n');
    await window.write('src/b.ts', 'const third = 3;\nconst fourth = 4;\n');
    await window.ask(
      [
        replacing(
          'src/a.ts',
          'ts',
          'const first = 1;\nconst second = 2;',
          'const first = 10;\nconst second = 2;',
        ),
        '```sh\nnpm test\n```\n',
        replacing(
          'src/b.ts',
          'ts',
          'const third = 3;\nconst fourth = 4;',
          'const third = 3;\nconst fourth = 40;',
        ),
        replacing(
          'src/a.ts',
          'ts',
          'const first = 10;\nconst second = 2;',
          'const first = 10;\nconst second = 20;',
        ),
      ].join('\n'),
    );
    await applyAll();
    await page.locator('.tabs-container .tab', { hasText: 'Proposed Changes' }).waitFor();
    await page.locator('.multiDiffEditor .view-line', { hasText: 'fourth = 40' }).first().waitFor();
    await window.parley().screenshot('apply-several');
    await window.press('Accept All Proposed');
    await page
      .locator('.tabs-container .tab', { hasText: 'Proposed Changes' })
      .waitFor({ state: 'detached' });
    await until(
      'both are changed',
      async () => (await page.locator('.tabs-container .tab.dirty').count()) === 2,
    );
    await window.parley().runCommand('workbench.action.files.saveAll');
    await until(
      'both files',
      async () =>
        String(await window.bytes('src/a.ts')) === 'const first = 10;\nconst second = 20;\n' &&
        String(await window.bytes('src/b.ts')) === 'const third = 3;\nconst fourth = 40;\n',
    );
  });

  it('says of each block why it is not reviewed with the others', async () => {
    const { page } = window.parley();
    await window.write('src/a.ts', 'const first = 1;\n');
    await window.ask(
      [
        replacing('src/a.ts', 'ts', 'const other = 1;', 'const other = 2;'),
        replacing('src/none.ts', 'ts', 'const other = 1;', 'const other = 2;'),
      ].join('\n'),
    );
    await applyAll();
    const notice = await window.notification('2 code blocks were not applied.');
    await notice.getByRole('button', { name: 'Show Reasons' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('src/a.ts does not have the lines').waitFor();
    await dialog.getByText('names src/none.ts, which is not in this workspace').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
  });
});
