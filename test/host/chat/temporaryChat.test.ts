import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLastShownChat } from '../../../src/host/panel/lastShownChat.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

describe('a temporary chat', () => {
  it('is written nowhere until it is kept, and then as a whole', async () => {
    const { panels, context, flush } = await activated();
    await vscode.commands.executeCommand('parley.newTemporaryChat');
    const { session, target: chatTarget } = panels.active.chat;
    const target = chatTarget.current();
    assert.ok(target?.model);
    const { connection, model } = target;
    for (const text of ['one', 'two']) {
      await session.ask(
        { user: { text, context: [] }, parentId: session.conversation.headId },
        { connection, model },
      );
    }
    session.setParameters({ temperature: 0.5 });
    await flush();
    const { id } = session.conversation;
    const chats = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
    await vscode.workspace.fs.createDirectory(chats);
    const names = async () =>
      (await vscode.workspace.fs.readDirectory(chats)).map(([name]) => name);
    assert.ok(!(await names()).includes(id));
    const shown = async () => createLastShownChat(context, { warn: assert.fail }).read();
    assert.notEqual(await shown(), id);
    for (const memory of [context.workspaceState, context.globalState]) {
      const values = memory.keys().map((key) => memory.get<unknown>(key));
      assert.ok(!JSON.stringify(values).includes(id));
    }
    await vscode.commands.executeCommand('parley.keepChat');
    assert.equal(session.conversation.isTemporary, undefined);
    const turns = vscode.Uri.joinPath(chats, id, 'turns');
    await until('it is stored', async () => (await names()).includes(id));
    await flush();
    assert.equal((await vscode.workspace.fs.readDirectory(turns)).length, 2);
    await until('the side bar remembers it', async () => (await shown()) === id);
  });
});
