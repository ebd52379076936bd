import * as vscode from 'vscode';
import type { PanelInstructions } from '../../shared/panel/panelState.ts';
import type { Command } from '../base/commands.ts';
import type { Chat } from '../chat/chat.ts';
import type { Instructions } from './createInstructions.ts';

/** The instructions of new chats. They are looked for when an empty chat is first shown. */
export function startInstructions(make: () => Instructions) {
  let made: Instructions | undefined;
  const get = (): Instructions => (made ??= make());
  return {
    /** Undefined for a chat that has begun: its first message has them. */
    of: ({ session }: Chat): PanelInstructions | undefined =>
      session.conversation.turns.length > 0 ? undefined : get().current(),
    answer: async (uris: readonly string[], isAttached: boolean) => get().answer(uris, isAttached),
    commands: {
      'parley.chooseInstructions': async () => get().choose(),
    } satisfies Record<string, Command>,
    subscription: new vscode.Disposable(() => made?.dispose()),
  };
}
