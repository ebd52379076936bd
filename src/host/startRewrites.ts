import type * as vscode from 'vscode';
import { loadRewrites, loadSyntaxOf } from './bundles.ts';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { MakeSideChat } from './chat/sideChat.ts';
import type { Panels } from './panel/panels.ts';
import { closeStaleDiffs } from './review/staleDiffs.ts';
import type { RewriteServices } from './rewrite/createRewrites.ts';
import { rewriteCommands } from './rewrite/rewriteCommands.ts';

/** What rewrites use of the window. */
interface RewritingServices extends Pick<RewriteServices, 'log'> {
  readonly preview: RequestPreview;
}

/** The chats of the window. */
interface WindowChats {
  readonly sideChat: MakeSideChat;
  readonly panels: Pick<Panels, 'continueChat'>;
}

/** The commands that rewrite code in its place. Closes the diffs of an earlier session, whose rewrites are gone. */
export function startRewrites(
  { extensionUri, globalState: state, subscriptions }: vscode.ExtensionContext,
  { preview, log }: RewritingServices,
  { sideChat, panels }: WindowChats,
): ReturnType<typeof rewriteCommands> {
  void closeStaleDiffs('parley-rewrite');
  return rewriteCommands(async () => {
    const create = await loadRewrites(extensionUri);
    const rewrites = create({
      makeSideChat: sideChat,
      loadSyntax: async () => loadSyntaxOf(extensionUri),
      openInChat: async (conversation) => panels.continueChat(conversation),
      preview: async (message, chat) => preview.show(message, chat),
      state,
      log,
    });
    subscriptions.push(rewrites);
    return rewrites;
  });
}
