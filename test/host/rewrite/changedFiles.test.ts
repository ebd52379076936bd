import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { diffTabs, type Rewriting, withRewriting } from './rewriting.ts';
import { commented, held, reply, source, type } from './samples.ts';

/** Discards what was typed in a file, by VS Code's own command. */
async function revertFile(window: Rewriting, name: string, saved: string): Promise<void> {
  await until('reverted', async () => {
    // The command is about the editor in front. A diff that is shown late may come before it.
    const document = await window.open(name);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    return document.getText() === saved && !document.isDirty;
  });
}

/** Changes a file beside its editor, and has VS Code read it again. */
async function changeOnDisk(window: Rewriting, name: string, text: string): Promise<void> {
  // VS Code watches a file outside of the workspace only while it is seen.
  const document = await window.open(name);
  await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(text));
  await revertFile(window, name, text);
}

/** Shows the diff in a tab. */
async function activate(tab: vscode.Tab): Promise<void> {
  assert.ok(tab.input instanceof vscode.TabInputTextDiff);
  const { original, modified } = tab.input;
  await vscode.commands.executeCommand('vscode.diff', original, modified, tab.label);
  await until('the diff is shown', () =>
    diffTabs().some(
      ({ input, isActive }) =>
        isActive &&
        input instanceof vscode.TabInputTextDiff &&
        input.modified.toString() === modified.toString(),
    ),
  );
}

describe('a rewrite of a file that changes meanwhile', () => {
  it('is refused if its lines were changed on disk while it ran, and can be copied', async () => {
    const script = held('const v2 = 20;\n', 'const v3 = 30;');
    await withRewriting([script], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 3]);
      await window.shows('v2 = 20;');
      await changeOnDisk(window, 'a.ts', source.replace('const v2', 'let v2'));
      await window.showDiff();
      window.service.requests[0]?.letGoOn();
      await window.result('v3 = 30;');
      await window.says('a.ts was changed where the proposal changes it');
      const now = document.getText();
      await vscode.commands.executeCommand('parley.review.acceptAll');
      assert.equal(document.getText(), now, 'nothing is written');
      assert.equal(diffTabs().length, 1, 'the diff stays');
      await vscode.commands.executeCommand('parley.rewrite.copy');
      assert.equal(await vscode.env.clipboard.readText(), 'const v2 = 20;\nconst v3 = 30;');
    });
  });

  it('is not written, not even in part, if its last line was changed while it ran', async () => {
    const first = source.split('\n').slice(1, 5).join('\n').replace('= 2;', '= 20;');
    await withRewriting([held(`${first}\n`, 'const v6 = 60;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 6]);
      await window.shows('v2 = 20;');
      await type(document, 6, '/* mine */ ');
      await window.shows('/* mine */ const v6');
      const now = document.getText();
      window.service.requests[0]?.letGoOn();
      await window.result('const v6 = 60;');
      await window.says('a.ts was changed where the proposal changes it');
      await vscode.commands.executeCommand('parley.review.acceptAll');
      assert.equal(document.getText(), now);
      await window.open('a.ts');
      await vscode.commands.executeCommand('undo');
      await until('undone', () => document.getText() === source);
      await window.showDiff();
      await window.accept(document, source.replace('= 2;', '= 20;').replace('= 6;', '= 60;'));
    });
  });

  it('is accepted at once if what was typed meanwhile is discarded', async () => {
    await withRewriting([held('const v2 = 20;\n', 'const v3 = 30;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 3]);
      await window.shows('v2 = 20;');
      await type(document, 2, 'x');
      await revertFile(window, 'a.ts', source);
      window.service.requests[0]?.letGoOn();
      await window.showDiff();
      await window.result('v3 = 30;');
      await type(document, 3, 'y');
      await revertFile(window, 'a.ts', source);
      await window.showDiff();
      await window.accept(document, source.replace('= 2;', '= 20;').replace('= 3;', '= 30;'));
    });
  });

  it('is one step to undo for each change that was accepted', async () => {
    const texts = [source];
    for (const part of ['= 1;', '= 6;', '= 11;']) {
      texts.push(texts.at(-1)?.replace(part, `${part} // new`) ?? '');
    }
    await withRewriting([reply(commented)], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Comment', [1, 12]);
      await window.result('v11 = 11; // new');
      // The cursor moves if the diff was open before the lines arrived.
      await vscode.commands.executeCommand('cursorTop');
      for (const text of texts.slice(1)) {
        await vscode.commands.executeCommand('parley.review.acceptChange');
        await until('a change is accepted', () => document.getText() === text);
      }
      await until('the file is shown', () => vscode.window.activeTextEditor?.document === document);
      for (const text of texts.toReversed().slice(1)) {
        await vscode.commands.executeCommand('undo');
        await until('a change is undone', () => document.getText() === text);
      }
    });
  });

  it('does not bring back a change that was accepted and undone', async () => {
    await withRewriting([reply(commented)], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Comment', [1, 12]);
      await window.result('v11 = 11; // new');
      await vscode.commands.executeCommand('cursorTop');
      await vscode.commands.executeCommand('parley.review.acceptChange');
      await until('accepted', () => document.getText() === source.replace('= 1;', '= 1; // new'));
      await window.open('a.ts');
      await vscode.commands.executeCommand('undo');
      await until('undone', () => document.getText() === source);
      const wanted = source.replace('= 6;', '= 6; // new').replace('= 11;', '= 11; // new');
      await window.showDiff();
      await window.accept(document, wanted);
    });
  });

  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    it(`is accepted beside another one of the file, ${order.join(' before ')}`, async () => {
      const scripts = [
        reply('const v2 = 20;\n\n// between\nconst v3 = 30;'),
        reply('const v10 = 100;'),
      ];
      await withRewriting(scripts, async (window) => {
        const document = await window.open('a.ts', source);
        await window.rewrite('Tenfold', [2, 3]);
        await window.result('v3 = 30;');
        await window.open('a.ts');
        await window.rewrite('Tenfold', [10, 11]);
        await window.result('v10 = 100;');
        assert.equal(diffTabs().length, 2);
        const changes: readonly ((text: string) => string)[] = [
          (text) =>
            text.replace('= 2;', '= 20;').replace('const v3 = 3;', '\n// between\nconst v3 = 30;'),
          (text) => text.replace('= 10;\nconst v11 = 11;', '= 100;'),
        ];
        const texts = [source];
        for (const [done, which] of order.entries()) {
          const shown = await Promise.all(
            diffTabs().map(async (tab) => {
              assert.ok(tab.input instanceof vscode.TabInputTextDiff);
              const { modified } = tab.input;
              const text = (await vscode.workspace.openTextDocument(modified)).getText();
              return { tab, isFirst: text.includes('// between') };
            }),
          );
          const found = shown.find(({ isFirst }) => isFirst === (which === 0));
          assert.ok(found);
          await activate(found.tab);
          texts.push(changes[which]?.(texts.at(-1) ?? '') ?? '');
          await window.accept(document, texts.at(-1) ?? '');
          await until('its diff is closed', () => diffTabs().length === 1 - done);
        }
        for (const text of texts.toReversed().slice(1)) {
          await window.open('a.ts');
          await vscode.commands.executeCommand('undo');
          await until('undone', () => document.getText() === text);
        }
      });
    });
  }
});
