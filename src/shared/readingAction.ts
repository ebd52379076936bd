/** What a reader does in the panel by a command of VS Code; each is the command of that name. */
export const readingActions = [
  'find',
  'nextMessage',
  'previousMessage',
  'nextCodeBlock',
  'previousCodeBlock',
  'showDiagram',
  'openDiagram',
  'saveDiagram',
  'readLastReply',
  'foldMessage',
  'editLastMessage',
  'editSystemPrompt',
  'editParameters',
] as const;

/** One of them. */
export type ReadingAction = (typeof readingActions)[number];
