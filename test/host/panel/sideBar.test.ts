import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runCommand } from '../../../src/host/base/commands.ts';
import { openChatCommand } from '../../../src/host/panel/sideBar.ts';

describe('Parley: Open Chat', () => {
  /** Runs the command with these arguments; gives what it runs of VS Code, or that it was refused. */
  async function ran(command: ReturnType<typeof openChatCommand>, ...args: unknown[]) {
    const { commands } = vscode;
    const original = commands.executeCommand;
    const run: string[] = [];
    Object.assign(commands, { executeCommand: async (id: string) => void run.push(id) });
    try {
      await runCommand(command, args, () => void run.push('refused'));
    } finally {
      Object.assign(commands, { executeCommand: original });
    }
    return run;
  }

  it('shows the view, and leads back by its key to where the key was pressed', async () => {
    const sideBar = { hasFocus: false };
    const command = openChatCommand(sideBar);
    assert.deepEqual(await ran(command, { from: 'explorer' }), ['parley.chat.focus']);
    sideBar.hasFocus = true;
    assert.deepEqual(await ran(command, { from: 'editor' }), ['workbench.explorer.fileView.focus']);
    sideBar.hasFocus = false;
    assert.deepEqual(await ran(command, { from: 'panel' }), ['parley.chat.focus']);
    sideBar.hasFocus = true;
    assert.deepEqual(await ran(command, { from: 'editor' }), ['workbench.action.focusPanel']);
  });

  it('leads to the editor where the chat was opened otherwise', async () => {
    const command = openChatCommand({ hasFocus: true });
    assert.deepEqual(await ran(command, { from: 'editor' }), [
      'workbench.action.focusActiveEditorGroup',
    ]);
  });

  it('only ever shows the view when it is run without a key, or before there is a chat', async () => {
    assert.deepEqual(await ran(openChatCommand({ hasFocus: true })), ['parley.chat.focus']);
    assert.deepEqual(await ran(openChatCommand(undefined), { from: 'editor' }), [
      'parley.chat.focus',
    ]);
  });

  it('refuses places that it does not know', async () => {
    const command = openChatCommand({ hasFocus: true });
    for (const args of [[{ from: 'toString' }], [{ from: 7 }], [{}], [{ from: 'editor' }, 1]]) {
      assert.deepEqual(await ran(command, ...args), ['refused']);
    }
  });
});
