import { chats } from './commands/chats.ts';
import { code } from './commands/code.ts';
import { connections } from './commands/connections.ts';
import { context } from './commands/context.ts';
import { editor } from './commands/editor.ts';
import { messages } from './commands/messages.ts';

/** The commands by the lists of `docs/commands.md` that they are in. */
export const lists = { chats, connections, messages, code, editor, context };

/** All commands that the manifest contributes. */
export const commands = {
  ...chats,
  ...connections,
  ...messages,
  ...code,
  ...editor,
  ...context,
};

/** The ID of a command that the manifest contributes. */
export type CommandId = keyof typeof commands;
