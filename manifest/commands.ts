import { chats } from './commands/chats.ts';
import { code } from './commands/code.ts';
import { connections } from './commands/connections.ts';
import { context } from './commands/context.ts';
import { editor } from './commands/editor.ts';
import { messages } from './commands/messages.ts';

/** All commands that the manifest contributes, by the lists of `docs/commands.md` that they are in. */
export const lists = { chats, connections, messages, code, editor, context };

type Lists = typeof lists;

/** The ID of a command that the manifest contributes. */
export type CommandId = { [Name in keyof Lists]: keyof Lists[Name] }[keyof Lists];
