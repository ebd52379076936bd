import type { CommandId } from '../../../manifest/commands.ts';

/**
 * Commands under earlier names, to which a key may be bound: the command that took the place of each, with the arguments it
 * has then, unless the keybinding has its own.
 */
export const formerCommands: Readonly<Record<string, readonly [CommandId, ...unknown[]]>> = {
  'parley.testConnection': ['parley.diagnoseConnection'],
  'parley.chooseConnection': ['parley.chooseModel'],
  'parley.newChatInEditor': ['parley.newChat', 'editor'],
  'parley.openInNewWindow': ['parley.openInEditor'],
  'parley.chats.openInEditor': ['parley.openInEditor'],
  'parley.chats.unpin': ['parley.chats.pin'],
  'parley.chats.clearFilter': ['parley.chats.filter', { text: '' }],
  'parley.stopAll': ['parley.stop', 'all'],
  'parley.rewrite.stop': ['parley.stop', 'rewrite'],
  'parley.stopCommitMessage': ['parley.stop', 'commitMessage'],
  'parley.showEditorRequest': ['parley.showRequest', 'code'],
  'parley.previewCommitMessage': ['parley.showRequest', 'commitMessage'],
  'parley.rewrite.show': ['parley.review.list'],
  'parley.rewrite.refine.button': ['parley.rewrite.refine'],
  'parley.runPromptFile': ['parley.runPrompt', 'file'],
  'parley.openPromptsFolder': ['parley.runPrompt'],
  'parley.explainTerminalSelection': ['parley.explainTerminal'],
  'parley.explainFailedCommand': ['parley.explainTerminal'],
  'parley.attachCellOutput': ['parley.addFileToChat', 'cellOutput'],
  'parley.code.replaceSelection': ['parley.code.insert'],
  'parley.code.compareWithSelection': ['parley.code.compare'],
  'parley.code.compareWithClipboard': ['parley.code.compare'],
  'parley.showDiagram': ['parley.nextCodeBlock'],
  'parley.openDiagram': ['parley.nextCodeBlock'],
  'parley.saveDiagram': ['parley.nextCodeBlock'],
};
