import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type IntentServices, carryOutIntent } from '../../src/host/panel/intents.ts';
import type { HostToView, ViewToHost } from '../../src/shared/panel/panelProtocol.ts';
import { createFileContexts } from '../../src/host/editor/fileContexts.ts';
import { PanelImages } from '../../src/host/panel/images/panelImages.ts';
import { createWorkspaceFiles } from '../../src/host/editor/workspaceFiles.ts';
import type { Parley } from '../../src/host/parley.ts';
import type { Chat } from '../../src/host/chat/chat.ts';

/** What the extension gives to tests: its parts and its context. */
type Started = Parley & { readonly context: vscode.ExtensionContext };

/** The parts, and the chat in the side bar. */
export type Activated = Started & { readonly chat: Chat };

/** The extension under test, activated, with the demo chosen and an empty conversation. */
export async function activated(): Promise<Activated> {
  const parley = await started();
  await closeChatTabs();
  parley.panels.stopAll();
  const chat = parley.panels.newChat();
  await chat.target.choose('demo', 'demo-echo');
  return { ...parley, chat };
}

async function started(): Promise<Started> {
  const extension = vscode.extensions.getExtension<Started>('parley-chat.parley');
  assert.ok(extension, 'The extension is not installed.');
  return extension.activate();
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

/** Carries out an intent as a panel does that shows `chat`. `tell` gets what the panel is told. */
export async function handleIntent(
  intent: ViewToHost,
  chat: Chat,
  tell: (message: HostToView) => void = () => {},
): Promise<void> {
  const { services } = await started();
  const panel = { chat, reveal: async () => {}, tell, notice: chat.notice };
  const others: IntentServices = {
    files: createFileContexts(),
    images: new PanelImages(services.images),
    workspaceFiles: createWorkspaceFiles(),
    preview: services.preview,
    guard: services.guard,
    diagrams: { open: () => {} },
  };
  await carryOutIntent(intent, panel, others);
}
