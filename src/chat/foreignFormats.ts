import { isRecord } from '../shared/guards.ts';
import { chatGptExport } from './chatGptExport.ts';
import type { Fields } from './foreignFields.ts';
import type { ForeignConversation } from './foreignMessage.ts';
import { libreChatExport } from './libreChatExport.ts';
import { openWebUiExport } from './openWebUiExport.ts';
import { vsCodeExport } from './vsCodeExport.ts';

/** A program whose exports can be read. */
export interface ForeignFormat {
  readonly name: string;
  /** The conversations in an export; nothing where it is none of this program. */
  readonly read: (value: unknown) => readonly ForeignConversation[] | undefined;
}

/** By what only they have: ChatGPT's `mapping`, Open WebUI's `chat`, LibreChat's ids, VS Code's `requests`. */
export const foreignFormats: readonly ForeignFormat[] = [
  format('ChatGPT', chatGptExport, ['mapping']),
  format('Open WebUI', openWebUiExport, ['chat']),
  format(
    'LibreChat',
    libreChatExport,
    ['conversationId', 'messages'],
    ['conversationId', 'messagesTree'],
  ),
  format('VS Code', vsCodeExport, ['requests']),
];

/** `marks` are the fields of a conversation of that program, one set of them or another. */
function format(
  name: string,
  read: (fields: Fields) => ForeignConversation,
  ...marks: readonly (readonly string[])[]
): ForeignFormat {
  const isOne = (value: unknown): value is Fields =>
    isRecord(value) && marks.some((names) => names.every((mark) => Object.hasOwn(value, mark)));
  return {
    name,
    // One conversation, or a list of them; of a list, those that are some.
    read(value) {
      const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
      const conversations = entries.filter(isOne);
      return conversations.length === 0 ? undefined : conversations.map(read);
    },
  };
}
