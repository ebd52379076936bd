import * as vscode from 'vscode';
import type { PanelInstructions } from '../../shared/panel/panelProtocol.ts';
import type { Command } from '../base/commands.ts';
import type { Chat } from '../chat/chat.ts';
import type { Instructions } from './createInstructions.ts';

/** The instructions of new chats. What looks for them is loaded when an empty chat is first shown. */
export function startInstructions(
  make: () => Promise<Instructions>,
  onError: (error: unknown) => void,
) {
  let loaded: Instructions | undefined;
  let loading: Promise<Instructions> | undefined;
  const load = async (): Promise<Instructions> => {
    loading ??= make();
    try {
      return (loaded = await loading);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    /** Undefined for a chat that has begun: its first message has them. */
    of({ session }: Chat): PanelInstructions | undefined {
      if (session.conversation.turns.length > 0) {
        return undefined;
      }
      if (loading === undefined) {
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
