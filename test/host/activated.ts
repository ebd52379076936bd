import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  type IntentServices,
  carryOutIntent,
} from '../../src/host/panel/commands/carryOutIntent.ts';
import type { HostToView } from '../../src/shared/panel/panelProtocol.ts';
import { contextSources } from '../../src/host/start/onDemand/contextSources.ts';
import { PanelImages } from '../../src/host/panel/images/panelImages.ts';
import type { CarriedIntent } from '../../src/host/panel/panel.ts';
import type { Parley } from '../../src/host/start/parley.ts';
import type { Connection } from '../../src/host/connections/connection.ts';
import type { Chat } from '../../src/host/chat/chat.ts';
import { setUserSettings } from './setUserSettings.ts';

/** What the extension gives to tests: its parts and its context. */
type Started = Parley & { readonly context: vscode.ExtensionContext };

/** The parts, and the chat in the side bar. */
export type Activated = Started & { readonly chat: Chat };

/** The extension under test, activated, with the demo chosen and an empty conversation. There are no connections. */
export async function activated(): Promise<Activated> {
  return activatedWith(undefined);
}

/** The same with these connections in the settings. */
export async function activatedWith(
  connections: readonly Connection[] | undefined,
): Promise<Activated> {
  const parley = await started();
  await setUserSettings({ connections });
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

/** What can be attached to messages, not loaded from its bundle. */
const registry = contextSources({ shellCommands: { all: () => [] } });

const contexts = async () => registry;

/** For panels of tests that have no prompts. */
export const noPrompts: IntentServices['prompts'] = {
  find: async () => [],
  run: async () => {},
  useSuggestion: async () => {},
  answerInstructions: async () => {},
};

/** Carries out an intent as a panel does that shows `chat`. `tell` gets what the panel is told. */
export async function handleIntent(
  intent: CarriedIntent,
  chat: Chat,
  tell: (message: HostToView) => void = () => {},
): Promise<void> {
  const { services } = await started();
  const panel = { chat, reveal: async () => {}, tell, notice: chat.notice };
  const others: IntentServices = {
    contexts,
    images: new PanelImages(services.images),
    preview: services.preview,
    guard: services.guard,
    diagrams: { open: () => {} },
    code: async () => ({ act: async () => {}, showApplied: async () => {} }),
    prompts: noPrompts,
  };
  await carryOutIntent(intent, panel, others);
}
