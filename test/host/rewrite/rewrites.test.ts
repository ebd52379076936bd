import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { rm } from 'node:fs/promises';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { chunk, eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { save } from '../save.ts';
import { diffTabs, withRewriting } from './rewriting.ts';
import { commented, held, reply, source, type } from './samples.ts';

function body(request: { readonly body: string } | undefined): string {
  return request?.body ?? '';
}

describe('a rewrite in the extension host', () => {
  it('changes the file when it is accepted, as one step to undo', async () => {
    await withRewriting([reply('const v2 = 20;\nconst v3 = 30;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 3]);
      await window.shows('v3 = 30');
      assert.equal(document.getText(), source);
      const wanted = source.replace('= 2;', '= 20;').replace('= 3;', '= 30;');
      await window.accept(document, wanted);
      await until('the file is shown', () => vscode.window.activeTextEditor?.document === document);
      await vscode.commands.executeCommand('undo');
      await until('undone', () => document.getText() === source);
    });
  });

  it('accepts and rejects change by change, and takes what is typed in the diff', async () => {
    await withRewriting([reply(commented)], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Comment', [1, 12]);
      const proposal = await window.result('v11 = 11; // new');
      await until('the first is accepted', async () => {
        await vscode.commands.executeCommand('parley.review.acceptChange');
        return document.getText() === source.replace('= 1;', '= 1; // new');
      });
      await vscode.commands.executeCommand('parley.review.rejectChange');
      await until('the second is rejected', () => !proposal.getText().includes('= 6; // new'));
      await type(proposal, 15, '// typed in the diff\n');
      const wanted = source
        .replace('= 1;', '= 1; // new')
        .replace('= 11;', '= 11; // new')
        .replace('const v15', '// typed in the diff\nconst v15');
      await window.accept(document, wanted);
      await until('the diff is closed', () => diffTabs().length === 0);
    });
  });

  it('shows the name of its file as text', async () => {
    await withRewriting([reply('const v2 = 20;')], async (window) => {
      await window.open('zap\u202e$(zap).ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.result('v2 = 20;');
      assert.deepEqual(
        diffTabs().map(({ label }) => label),
        [String.raw`zap\u{202e}$(zap).ts ↔ Proposed Changes`],
      );
    });
  });

  it('sends the code again with a follow-up once the user has changed the result', async () => {
    const scripts = [reply('const v2 = 20;'), reply('const v2 = 200;'), reply('const v2 = 2000;')];
    await withRewriting(scripts, async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      await window.refine();
      const second = body(window.service.requests[1]);
      assert.equal(
        second.match(/const v2 = 2;/g)?.length,
        1,
        'the code is in the first message only',
      );
      assert.match(second, /assistant/);
      const proposal = await window.result('v2 = 200;');
      // As a user does: VS Code takes no key before it knows that the text can be edited.
      await until('it is typed', async () => {
        const editor = vscode.window.activeTextEditor;
        if (editor?.document === proposal && !proposal.getText().includes('mine; ')) {
          editor.selection = new vscode.Selection(1, 0, 1, 0);
          await vscode.commands.executeCommand('type', { text: 'mine; ' });
        }
        return proposal.getText().includes('mine; const v2');
      });
      await window.refine();
      assert.match(body(window.service.requests[2]), /mine; const v2 = 200;/);
      await window.shows('v2 = 2000;');
      await window.accept(document, source.replace('= 2;', '= 2000;'));
    });
  });

  it('keeps what is typed elsewhere, combines it in the code, and refuses the same line', async () => {
    const scripts = [
      reply('const v2 = 20;'),
      reply('const v5 = 5;\nconst v6 = 6;\nconst v7 = 70;'),
    ];
    await withRewriting([...scripts, reply('const v12 = 120;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      await type(document, 1, '// above\n');
      let text = `// above\n${source.replace('= 2;', '= 20;')}`;
      await window.accept(document, text);
      // In the code, in another line: both changes are shown first.
      await window.open('a.ts');
      await window.rewrite('Tenfold', [6, 8]);
      await window.shows('v7 = 70;');
      await type(document, 6, '/* typed */ ');
      text = text.replace('const v5', '/* typed */ const v5');
      await window.shows('/* typed */ const v5');
      assert.equal(document.getText(), text, 'nothing is written before it is accepted');
      text = text.replace('= 7;', '= 70;');
      await window.accept(document, text);
      // In the same line: refused, and nothing is lost.
      await window.open('a.ts');
      await window.rewrite('Tenfold', [13, 13]);
      await window.shows('v12 = 120;');
      await type(document, 13, '/* mine */ ');
      await vscode.commands.executeCommand('parley.review.acceptAll');
      await window.says('a.ts was changed where the proposal changes it');
      assert.equal(document.getText(), text.replace('const v12', '/* mine */ const v12'));
      await vscode.commands.executeCommand('parley.rewrite.copy');
      assert.equal(await vscode.env.clipboard.readText(), 'const v12 = 120;');
    });
  });

  it('is accepted at once if what was typed was undone', async () => {
    await withRewriting([reply('const v2 = 20;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      await type(document, 2, 'x');
      await window.open('a.ts');
      await vscode.commands.executeCommand('undo');
      await until('undone', () => document.getText() === source);
      await window.showDiff();
      await window.accept(document, source.replace('= 2;', '= 20;'));
    });
  });

  it('runs beside another one in the same file and one in another file', async () => {
    const scripts = [
      held('const v2 = 20;\n', 'const v3 = 30;'),
      held('const v10 = 100;\n', 'const v11 = 110;'),
      reply('const v1 = 0;'),
    ];
    await withRewriting(scripts, async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 3]);
      await window.shows('v2 = 20;');
      await window.open('a.ts');
      await window.rewrite('Tenfold', [10, 11]);
      await window.shows('v10 = 100;');
      const { input } = diffTabs().find(({ isActive }) => isActive) ?? assert.fail();
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const proposal = input.modified.toString();
      const other = await window.open('b.ts', source);
      await window.rewrite('Zero', [1, 1]);
      await window.shows('v1 = 0;');
      await window.accept(other, source.replace('= 1;', '= 0;'));
      await vscode.commands.executeCommand('parley.review.list', { proposal });
      await window.shows('v10 = 100;');
      window.service.requests[1]?.letGoOn();
      let text = source.replace('= 10;', '= 100;').replace('= 11;', '= 110;');
      await window.accept(document, text);
      window.service.requests[0]?.letGoOn();
      await window.showDiff();
      text = text.replace('= 2;', '= 20;').replace('= 3;', '= 30;');
      await window.accept(document, text);
    });
  });

  it('ends with its diff, and closes the connection', async () => {
    await withRewriting([held('const v2 = 20;\n', '')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 3]);
      await window.shows('v2 = 20;');
      await vscode.window.tabGroups.close(diffTabs());
      await window.service.requests[0]?.closed;
      assert.equal(document.getText(), source);
      assert.equal(document.isDirty, false);
    });
  });

  it('follows a file that is closed or renamed, and refuses one that is deleted', async () => {
    const scripts = [reply('const v2 = 20;'), reply('const v3 = 30;'), reply('const v4 = 40;')];
    await withRewriting(scripts, async (window) => {
      await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await vscode.window.tabGroups.close(tabs.filter((tab) => !diffTabs().includes(tab)));
      const accepted = source.replace('= 2;', '= 20;');
      await until('accepted', async () => {
        await vscode.commands.executeCommand('parley.review.acceptAll');
        const open = vscode.workspace.textDocuments.find(
          ({ uri }) => uri.toString() === window.uri('a.ts').toString(),
        );
        return open?.getText() === accepted && open.save();
      });
      await window.open('a.ts');
      await window.rewrite('Tenfold', [3, 3]);
      await window.shows('v3 = 30;');
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(window.uri('a.ts'), window.uri('renamed.ts'));
      assert.ok(await vscode.workspace.applyEdit(edit));
      await window.showDiff();
      const renamed = await vscode.workspace.openTextDocument(window.uri('renamed.ts'));
      await window.accept(renamed, accepted.replace('= 3;', '= 30;'));
      await save(renamed);
      await window.open('renamed.ts');
      await window.rewrite('Tenfold', [4, 4]);
      await window.shows('v4 = 40;');
      const others = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await vscode.window.tabGroups.close(others.filter((tab) => !diffTabs().includes(tab)));
      await rm(window.uri('renamed.ts').fsPath);
      await until('it is gone', async () => {
        await vscode.commands.executeCommand('parley.review.acceptAll');
        return (
          window.words.some((one) => one.includes('no longer exists')) || diffTabs().length === 0
        );
      });
    });
  });

  it('refuses a file that was read again in another encoding, or replaced on disk', async () => {
    await withRewriting([reply('const v2 = 20;')], async (window) => {
      const document = await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      await vscode.workspace.openTextDocument(window.uri('a.ts'), { encoding: 'utf16le' });
      await until('read again', () => document.getText() !== source);
      const now = document.getText();
      await vscode.commands.executeCommand('parley.review.acceptAll');
      await window.says('a.ts was changed where the proposal changes it');
      assert.equal(document.getText(), now);
    });
  });

  // The unit tests of `readReply` have the other replies without a result.
  const failures: readonly (readonly [string, Script, string])[] = [
    ['nothing', eventStream(replyStream([''])), 'The code block is empty'],
    [
      'a cut block',
      eventStream(replyStream(['```ts\na();\n'], 'length')),
      'cut at the token limit',
    ],
    [
      'that it is to be asked later',
      json({ error: { message: 'Slow down' } }, 429, { 'retry-after': '300' }),
      'Slow down. Try again later. Wait time stated by the service: 5 min.',
    ],
    [
      'half a reply',
      async (answer) => {
        await answer.head(200, { 'content-type': 'text/event-stream' });
        await answer.send(`data: ${chunk({ content: '```ts\nconst v2 = 20;\n' })}\n\n`);
        answer.hangUp();
      },
      '.',
    ],
  ];
  for (const [what, script, words] of failures) {
    it(`says so and changes nothing if the service sends ${what}`, async () => {
      await withRewriting([script], async (window) => {
        const document = await window.open('a.ts', source);
        await window.rewrite('Tenfold', [2, 3]);
        await window.says(words);
        await vscode.commands.executeCommand('parley.review.acceptAll');
        assert.equal(document.getText(), source);
        assert.equal(document.isDirty, false);
        await until('the diff stays, for a follow-up', () => diffTabs().length === 1);
      });
    });
  }

  it('fills in what a reply leaves out where that is proved', async () => {
    const code = 'function f() {\n  one();\n  two();\n  three();\n  return 1;\n}\n';
    const elided =
      'function f() {\n  zero();\n  one();\n  // ... existing code ...\n  return 1;\n}';
    await withRewriting([reply(elided)], async (window) => {
      const document = await window.open('f.ts', code);
      await window.rewrite('Zero first', [1, 6]);
      await window.shows('zero();');
      await window.accept(document, code.replace('  one();', '  zero();\n  one();'));
    });
  });

  it('keeps what a comment of the reply stands for until the user deletes it', async () => {
    const code = 'function f() {\n  one();\n  two();\n  three();\n  four();\n}\n';
    const elided = 'function f() {\n  zero();\n  // Then the other steps.\n  four();\n}';
    await withRewriting([reply(elided)], async (window) => {
      const document = await window.open('f.ts', code);
      await window.rewrite('Zero first', [1, 6]);
      const proposal = await window.result('zero();');
      const kept = code.replace('  one();', '  zero();\n  one();');
      assert.equal(proposal.getText(), kept);
      await vscode.commands.executeCommand(
        'parley.review.decide',
        proposal.uri.toString(),
        proposal.version,
        2,
        'delete',
      );
      await until('it is deleted', () => !proposal.getText().includes('three'));
      await window.accept(document, 'function f() {\n  zero();\n  four();\n}\n');
    });
  });

  it('puts masked secrets back, and never sends them', async () => {
    const secret =
      secretSamples(11).find(({ mask }) => mask === 'GitHub token')?.value ?? assert.fail();
    const code = `const token = '${secret}';\nconst v2 = 2;\n`;
    const script: Script = async (answer) => {
      const mask = /\[masked: [^\]]*\]/.exec(answer.request.body)?.[0] ?? 'no mask';
      await reply(`const v2 = 2;\nuse('${mask}');`)(answer);
    };
    const unknown = reply(`use('[masked: GitHub token 99]');`);
    await withRewriting(
      [script, unknown],
      async (window) => {
        const document = await window.open('secret.ts', code);
        await window.rewrite('Turn it round', [1, 2]);
        await window.shows(`use('${secret}')`);
        await window.accept(document, `const v2 = 2;\nuse('${secret}');\n`);
        await window.open('secret.ts');
        await window.rewrite('Turn it round', [1, 2]);
        await window.says('masked or removed before it was sent');
        for (const request of window.service.requests) {
          assert.equal(request.body.includes(secret), false);
        }
      },
      { 'The message contains': 'Mask and Send' },
    );
  });

  it('is continued as a chat that is stored, with its code', async () => {
    await withRewriting([reply('const v2 = 20;')], async (window) => {
      await window.open('a.ts', source);
      await window.rewrite('Tenfold', [2, 2]);
      await window.shows('v2 = 20;');
      const { panels } = window.parley;
      await until('the chat', async () => {
        await vscode.commands.executeCommand('parley.rewrite.openInChat');
        return transcript(panels.active.chat.session.conversation)[0]?.user.text === 'Tenfold';
      });
      const { conversation } = panels.active.chat.session;
      const [turn] = transcript(conversation);
      assert.equal(turn?.user.context[0]?.text, 'const v2 = 2;\n');
      assert.match(turn?.reply.text ?? '', /const v2 = 20;/);
      assert.equal(conversation.systemPrompt, undefined);
      assert.notEqual(conversation.isTemporary, true);
      assert.equal(diffTabs().length, 1);
    });
  });
});
