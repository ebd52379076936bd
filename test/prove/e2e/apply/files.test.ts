import assert from 'node:assert/strict';
import { symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseInMenu } from '../../../launch/vscode/openWorkbench.ts';
import { until } from '../../../support/until.ts';
import { withApplying } from '../../../e2e/apply/applying.ts';

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
      await window.press('Accept');
      await window.written(file);
      await window.savedAs(path, encoding(after));
      await page.keyboard.press('Control+z');
      await window.savedAs(path, encoding(before));
    });
  }

  // Why others are refused: see the tests in the extension host.
  it('refuses a file that is a link, says why, and changes nothing', async () => {
    const outside = join(tmpdir(), `parley-outside-${process.pid}.ts`);
    await writeFile(outside, 'const a = 1;\n');
    await symlink(outside, join(window.folder(), 'linked.ts'));
    await window.ask(replacing('linked.ts', 'ts', 'const a = 1;', 'b'));
    await window.apply();
    await window.notification(/symbolic link/);
    assert.equal(await window.parley().page.locator('.tabs-container .tab').count(), 0);
    assert.equal(String(await window.bytes('linked.ts')), 'const a = 1;\n');
  });

  it('shows the name of a file as text', async () => {
    const { panel } = window.parley();
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
    await window.press('Accept');
    await panel.getByRole('button', { name: `Applied to one/${shown}` }).waitFor();
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
    await window.press('Accept');
    await window.written('made.ts');
    assert.equal(String(await window.bytes('src/made.ts')), 'export const made = 1;\n');
  });

  it('applies to an editor without a file', async () => {
    const { page } = window.parley();
    await window.parley().runCommand('workbench.action.files.newUntitledFile');
    await page.locator('.editor-instance .view-line').first().click();
    await page.keyboard.type('first line of it\nsecond line of it');
    await window.parley().runCommand('parley.newChat');
    // A menu that is open when the focus comes to the chat closes.
    await window.parley().panel.locator('.composer-text:focus').waitFor();
    await chooseInMenu(page, page.locator('.tab', { hasText: 'Untitled-1' }), 'Add to Parley');
    await window.parley().panel.locator('.attachments .chip', { hasText: 'Untitled-1' }).waitFor();
    await window.askHere(
      '```\n<<<<<<< SEARCH\nfirst line of it\nsecond line of it\n=======\nfirst line of it\nanother line\n>>>>>>> REPLACE\n```\n',
    );
    await window.apply();
    await window.reviewed('Untitled-1');
    await window.press('Accept');
    await window.written('first line of it');
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

  it('decides about several files change by change, with keys', async () => {
    const { page } = window.parley();
    await window.write('src/one.ts', 'const first = 1;\nconst second = 2;\n');
    await window.write('src/two.ts', 'const third = 3;\nconst fourth = 4;\n');
    const a = 'const first = 1;\nconst second = 2;';
    const b = 'const third = 3;\nconst fourth = 4;';
    await window.ask(
      [
        replacing('src/one.ts', 'ts', a, a.replace('1', '10')),
        replacing('src/two.ts', 'ts', b, b.replace('3', '30')),
      ].join('\n'),
    );
    await applyAll();
    const line = (text: string) =>
      page.locator('.multiDiffEditor .view-line', { hasText: text }).first();
    await line('third = 30').click();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+n');
    await line('third = 30').waitFor({ state: 'detached' });
    await line('first = 10').click();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+y');
    await window.written('one.ts');
    await window.savedAs('src/one.ts', `${a.replace('1', '10')}\n`);
    assert.equal(await page.locator('.tab.dirty').count(), 0, 'no proposal is left');
    assert.equal(String(await window.bytes('src/two.ts')), `${b}\n`);
  });

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
    await window.press('Accept');
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
