import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { contextItem } from '../../../src/host/editor/selectionContext.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { code, openCode } from './openCode.ts';

describe('contextItem', () => {
  it('counts lines from 1 and leaves out a line of which nothing is selected', async () => {
    const { document } = await openCode();
    const item = contextItem(document, new vscode.Range(0, 0, 3, 0));
    assert.deepEqual([item.startLine, item.endLine], [1, 3]);
    assert.equal(item.text, 'function one() {\n  return 1;\n}\n');
    assert.equal(item.languageId, 'javascript');
  });
});

describe('editor commands', () => {
  for (const [command, words] of [
    ['explain', /explain/i],
    ['fix', /fix/i],
    ['improve', /improve/i],
    ['writeTests', /tests/i],
    ['document', /documentation/i],
  ] as const) {
    it(`${command} sends the selection as the user's message`, async () => {
      const { chat } = await activated();
      const editor = await openCode();
      editor.selection = new vscode.Selection(4, 0, 6, 1);
      await vscode.commands.executeCommand(`parley.${command}`);
      await until('the reply has ended', () => {
        const reply = transcript(chat.session.conversation).at(-1)?.reply;
        return reply !== undefined && reply.status !== 'running';
      });
      const turn = transcript(chat.session.conversation).at(-1);
      assert.match(turn?.user.text ?? '', words);
      assert.equal(turn?.user.context[0]?.text, 'function two() {\n  return 2;\n}');
      // The demo sends back what it was sent: this is the request's content.
      assert.match(
        turn?.reply.text ?? '',
        /lines 5–7 \(javascript\):\n\n```javascript\nfunction two/,
      );
    });
  }

  it('offers the whole file where nothing is selected', async () => {
    const { chat } = await activated();
    const editor = await openCode();
    editor.selection = new vscode.Selection(1, 2, 1, 2);
    const running = vscode.commands.executeCommand('parley.explain');
    await until('the message has been sent', async () => {
      // The last row is the file, whatever symbols this VS Code knows.
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectPrevious');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return transcript(chat.session.conversation).length > 0;
    });
    await running;
    const item = transcript(chat.session.conversation)[0]?.user.context[0];
    assert.ok(item?.text === code || item?.text.startsWith('function one'));
    chat.session.stop();
  });
});
