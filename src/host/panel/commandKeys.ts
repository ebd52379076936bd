import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import { canContinue } from '../../conversation/exchanges.ts';
import type { OpenChats } from './openChats.ts';
import type { Panels } from './panels.ts';

/** Enables the commands that depend on the state of the active panel's chat. */
export function enableCommands(panels: Panels, chats: OpenChats): vscode.Disposable {
  const enable = (): void => {
    const { isRunning, conversation } = panels.active.chat.session;
    const last = transcript(conversation).at(-1)?.reply;
    setContext('parley.busy', isRunning);
    setContext('parley.anyBusy', chats.running.length > 0);
    setContext('parley.hasReplies', last !== undefined);
    setContext('parley.canContinue', last !== undefined && canContinue(last));
  };
  return vscode.Disposable.from(panels.onDidChangeActive(enable), chats.onDidChangeRunning(enable));
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}
