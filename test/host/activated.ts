import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parley } from '../../src/host/parley.ts';
import type { Chat } from '../../src/host/panel/commands.ts';

/** What the extension gives to tests: its parts and its context. */
type Started = Parley & { readonly context: vscode.ExtensionContext };

/** The parts, and the chat in the side bar. */
export type Activated = Started & { readonly actions: Chat };

/** The extension under test, activated, with the demo chosen and an empty conversation. */
export async function activated(): Promise<Activated> {
  const extension = vscode.extensions.getExtension<Started>('parley-chat.parley');
  assert.ok(extension, 'The extension is not installed.');
  const parley = await extension.activate();
  await closeChatTabs();
  parley.panels.stopAll();
  const actions = parley.panels.newChat();
  await actions.services.choice.choose('demo', 'demo-echo');
  return { ...parley, actions };
}

/** The editor tabs with a chat, in all groups. */
export function chatTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('parley.chatTab'),
    );
}

/** Closes them. */
export async function closeChatTabs(): Promise<void> {
  await vscode.window.tabGroups.close(chatTabs());
}
