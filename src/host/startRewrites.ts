import type * as vscode from 'vscode';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { MakeSideChat } from './chat/sideChat.ts';
import type { LazyFileChanges } from './codeActions.ts';
import type { MessageGuard } from './guard/messageGuard.ts';
import type { Panels } from './panel/panels.ts';
import { rewriteCommands } from './rewrite/rewriteCommands.ts';

/** What rewrites use of the window. */
interface RewritingServices {
  readonly preview: RequestPreview;
  readonly guard: Pick<MessageGuard, 'find'>;
}

/** The chats of the window, and what changes files. */
interface WindowChats {
  readonly sideChat: MakeSideChat;
  readonly panels: Pick<Panels, 'continueChat'>;
  readonly code: LazyFileChanges;
}

/** The commands that rewrite code in its place. */
export function startRewrites(
  { globalState: state }: vscode.ExtensionContext,
  { preview, guard }: RewritingServices,
  { sideChat, panels, code }: WindowChats,
): ReturnType<typeof rewriteCommands> {
  return rewriteCommands(async () => {
    const { startRewrites: start } = await code.load();
    return start({
      makeSideChat: sideChat,
      findIn: guard.find,
      openInChat: async (conversation) => panels.continueChat(conversation),
      preview: async (message, chat) => preview.show(message, chat),
      state,
    });
  });
}
