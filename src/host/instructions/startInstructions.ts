import * as vscode from 'vscode';
import type { PanelInstructions } from '../../shared/panel/panelState.ts';
import type { Command } from '../base/commands.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { Chat } from '../chat/chat.ts';
import type { Instructions } from './createInstructions.ts';

/** The instructions of new chats. What looks for them is loaded when an empty chat is first shown. */
export function startInstructions(
  make: () => Promise<Instructions>,
  onError: (error: unknown) => void,
) {
  let loaded: Instructions | undefined;
  const load = loadOnce(async () => (loaded = await make()));
  let isAsked = false;
  return {
    /** Undefined for a chat that has begun: its first message has them. */
    of: ({ session }: Chat): PanelInstructions | undefined => {
      if (session.conversation.turns.length > 0) {
        return undefined;
      }
      if (!isAsked) {
        isAsked = true;
        load().catch(onError);
      }
      return loaded?.current();
    },
    answer: async (uris: readonly string[], isAttached: boolean) =>
      (await load()).answer(uris, isAttached),
    commands: {
      'parley.chooseInstructions': async () => (await load()).choose(),
    } satisfies Record<string, Command>,
    subscription: new vscode.Disposable(() => loaded?.dispose()),
  };
}
