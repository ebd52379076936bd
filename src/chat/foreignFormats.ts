import { isArrayOf, isFiniteNumber, isRecord, isString } from '../shared/guards.ts';
import type { ForeignConversation, ForeignMessage } from './foreignMessage.ts';

/** A program whose exports can be read. */
export interface ForeignFormat {
  readonly name: string;
  /** The conversations in an export; nothing where it is none of this program. */
  readonly read: (value: unknown) => readonly ForeignConversation[] | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** By what only they have: ChatGPT's `mapping`, Open WebUI's `chat.history`, LibreChat's `messageId`, VS Code's `requests`. */
export const foreignFormats: readonly ForeignFormat[] = [
  { name: 'ChatGPT', read: (value) => readList(value, isRecordWith('mapping'), chatGpt) },
  { name: 'Open WebUI', read: (value) => readList(value, isRecordWith('chat'), openWebUi) },
  {
    name: 'LibreChat',
    read: (value) => readList(value, isRecordWith('conversationId', 'messages'), libreChat),
  },
  { name: 'VS Code', read: (value) => readList(value, isRecordWith('requests'), vsCode) },
];

/** One conversation, or a list of them; of a list, those that are some. */
function readList(
  value: unknown,
  isOne: (value: unknown) => value is Fields,
  read: (fields: Fields) => ForeignConversation,
): readonly ForeignConversation[] | undefined {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  const conversations = entries.filter(isOne);
  return conversations.length === 0 ? undefined : conversations.map(read);
}

function isRecordWith(...names: readonly string[]): (value: unknown) => value is Fields {
  return (value): value is Fields =>
    isRecord(value) && names.every((name) => Object.hasOwn(value, name));
}

function chatGpt({
  title,
  create_time: createdAt,
  mapping,
  current_node: lastId,
}: Fields): ForeignConversation {
  const messages = Object.entries(fieldsOf(mapping)).map(([id, node]) => {
    const { message, parent } = fieldsOf(node);
    const { author, content, create_time: at, metadata } = fieldsOf(message);
    const { parts } = fieldsOf(content);
    return {
      id,
      parentId: textOf(parent),
      role: roleOf(fieldsOf(author)['role']),
      text: listOf(parts).filter(isString).join('\n\n'),
      model: textOf(fieldsOf(metadata)['model_slug']),
      at: seconds(at),
    };
  });
  return {
    title: textOf(title),
    createdAt: seconds(createdAt),
    messages: withText(messages),
    lastId: textOf(lastId),
  };
}

function openWebUi({
  title,
  chat,
  created_at: createdAt,
  pinned,
  meta,
}: Fields): ForeignConversation {
  const { history, title: innerTitle } = fieldsOf(chat);
  const { messages, currentId } = fieldsOf(history);
  const all = Object.entries(fieldsOf(messages)).map(([id, message]) => {
    const { parentId, role, content, model, timestamp } = fieldsOf(message);
    return {
      id,
      parentId: textOf(parentId),
      role: roleOf(role),
      text: textOf(content) ?? '',
      model: textOf(model),
      at: seconds(timestamp),
    };
  });
  const { tags } = fieldsOf(meta);
  return {
    title: textOf(title) ?? textOf(innerTitle),
    createdAt: seconds(createdAt),
    messages: withText(all),
    lastId: textOf(currentId),
    pinned: pinned === true ? true : undefined,
    tags: isArrayOf(isString)(tags) && tags.length > 0 ? tags : undefined,
  };
}

function libreChat({ title, options, messages }: Fields): ForeignConversation {
  const { model } = fieldsOf(options);
  // Its recursive form has what follows a message inside it.
  const queue = [...listOf(messages)];
  const all: UnreadMessage[] = [];
  for (const message of queue) {
    const { messageId, parentMessageId, text, isCreatedByUser, createdAt, children } =
      fieldsOf(message);
    all.push({
      id: textOf(messageId) ?? '',
      parentId: textOf(parentMessageId),
      role: isCreatedByUser === true ? 'user' : 'assistant',
      text: textOf(text) ?? '',
      model: textOf(fieldsOf(message)['model']) ?? textOf(model),
      at: dateOf(createdAt),
    });
    queue.push(...listOf(children));
  }
  return { title: textOf(title), createdAt: all[0]?.at, messages: withText(all) };
}

function vsCode({ requests, responderUsername }: Fields): ForeignConversation {
  const messages = listOf(requests).flatMap((request, index): readonly UnreadMessage[] => {
    const { message, response, modelId, timestamp: at } = fieldsOf(request);
    const text = textOf(fieldsOf(message)['text']) ?? textOf(message) ?? '';
    const parts = listOf(response).map((part) => textOf(fieldsOf(part)['value']) ?? '');
    const model = textOf(modelId) ?? textOf(responderUsername);
    const time = isFiniteNumber(at) ? at : undefined;
    const parentId = index === 0 ? undefined : `a${index - 1}`;
    return [
      { id: `u${index}`, parentId, role: 'user', text, at: time },
      {
        id: `a${index}`,
        parentId: `u${index}`,
        role: 'assistant',
        text: parts.join(''),
        model,
        at: time,
      },
    ];
  });
  return { createdAt: messages[0]?.at, messages: withText(messages) };
}

type UnreadMessage = Omit<ForeignMessage, 'role'> & {
  readonly role: ForeignMessage['role'] | undefined;
};

/** What has no text, or neither author, leaves its place to what follows it. */
function withText(messages: readonly UnreadMessage[]): readonly ForeignMessage[] {
  const all = new Map(messages.map((message) => [message.id, message]));
  const isKept = (message: UnreadMessage): message is ForeignMessage =>
    message.role !== undefined && message.text.trim() !== '';
  /** For each message that has been looked at, the kept one that it is or that stands above it. */
  const above = new Map<string, string | undefined>(
    messages.filter(isKept).map(({ id }) => [id, id]),
  );
  const keptAbove = (id: string | undefined): string | undefined => {
    const passed: string[] = [];
    let at = all.get(id ?? '');
    while (at !== undefined && !above.has(at.id)) {
      above.set(at.id, undefined);
      passed.push(at.id);
      at = all.get(at.parentId ?? '');
    }
    const kept = above.get(at?.id ?? '');
    passed.forEach((each) => above.set(each, kept));
    return kept;
  };
  return messages
    .filter(isKept)
    .map((message) => Object.assign({}, message, { parentId: keptAbove(message.parentId) }));
}

function roleOf(role: unknown): ForeignMessage['role'] | undefined {
  return role === 'user' || role === 'assistant' || role === 'system' ? role : undefined;
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return isString(value) ? value : undefined;
}

function seconds(value: unknown): number | undefined {
  return isFiniteNumber(value) ? value * 1000 : undefined;
}

function dateOf(value: unknown): number | undefined {
  const time = isString(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
