import type * as vscode from 'vscode';
import type { Log } from './base/log.ts';
import { loadRewrites } from './bundles.ts';
import type { RequestPreview } from './chat/requestPreview.ts';
import type { MakeSideChat } from './chat/sideChat.ts';
import { rewriteCommands } from './rewrite/rewriteCommands.ts';

/** What rewrites use of the window. */
interface RewritingServices {
  readonly preview: RequestPreview;
  readonly log: Log;
}

/** The commands that rewrite code in its place. */
export function startRewrites(
  { extensionUri, globalState: state, subscriptions }: vscode.ExtensionContext,
  { preview, log }: RewritingServices,
  makeSideChat: MakeSideChat,
): ReturnType<typeof rewriteCommands> {
  return rewriteCommands(async () => {
    const create = await loadRewrites(extensionUri);
    const rewrites = create({
      makeSideChat,
      preview: async (message, chat) => preview.show(message, chat),
      state,
      log,
    });
    subscriptions.push(rewrites);
    return rewrites;
  });
}
