import * as vscode from 'vscode';
import { loadOnce } from '../base/loadOnce.ts';
import { loadLater, loadSyntax, loadTexts } from './bundles.ts';
import type { Chat, MakeSideChat } from '../chat/chat.ts';
import type { FileChanges } from './onDemand/createFileChanges.ts';
import { codeCommands } from '../panel/commands/codeCommands.ts';
import type { Panels } from '../panel/panels.ts';
import { closeStaleDiffs, proposalScheme } from '../review/diffTabs.ts';
import { rewriteCommands } from '../rewrite/rewriteCommands.ts';
import type { Services } from './windowServices.ts';

/**
 * What changes files, loaded when it is first asked for. Closes the diffs of an earlier session, whose proposals are
 * gone.
 */
export function startFileChanges(
  { extensionUri, globalState: state, subscriptions }: vscode.ExtensionContext,
  panels: Panels,
  { preview, guard }: Pick<Services, 'preview' | 'guard'>,
  makeSideChat: MakeSideChat,
) {
  const grammars = vscode.Uri.joinPath(extensionUri, 'dist', 'syntax');
  const readGrammar = async (name: string) =>
    vscode.workspace.fs.readFile(vscode.Uri.joinPath(grammars, name));
  let loaded: FileChanges | undefined;
  const load = loadOnce(async () => {
    const create = await loadLater('createFileChanges');
    loaded = create({
      loadSyntax: async () => (await loadSyntax('createSyntax'))(readGrammar),
      loadCodeInMarkdown: async () => loadTexts('codeInMarkdown'),
      onApplied: () => panels.settingsChanged(),
    });
    subscriptions.push(loaded);
    return loaded;
  });
  void closeStaleDiffs(proposalScheme);
  const rewrites = rewriteCommands(async () =>
    (await load()).startRewrites({
      makeSideChat,
      findIn: guard.find,
      openInChat: async (conversation) => panels.continueChat(conversation),
      preview: async (message, chat) => preview.show(message, chat),
      state,
    }),
  );
  return {
    code: async () => (await load()).code,
    /** The blocks of a chat of which something was written to files. */
    applied: ({ session }: Chat) => loaded?.code.applied(session.conversation.id),
    rewrites,
    commands: {
      ...codeCommands(panels, async () => (await load()).review),
      ...rewrites.commands,
    },
  };
}
