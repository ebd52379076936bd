import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  imagesIn,
  listOf,
  textOf,
  timeOf,
  type ForeignMessage,
} from './fromForeign.ts';

/** Reads a conversation of LibreChat. In a recursive export, the replies to a message are its `children`. */
export function libreChatExport(fields: Fields): ForeignConversation {
  const { model, promptPrefix, system } = fieldsOf(fields['options']);
  const queue = [...listOf(fields['messages']), ...listOf(fields['messagesTree'])];
  const all: ForeignMessage[] = [];
  for (const message of queue) {
    const read = messageOf(fieldsOf(message), textOf(model));
    // Other programs that write this format leave the IDs out, and have the messages in order.
    const inOrder = { ...read, id: `${all.length}`, parentId: all.at(-1)?.id };
    all.push(read.id === '' ? inOrder : read);
    listOf(fieldsOf(message)['children']).forEach((child) => queue.push(child));
  }
  return {
    title: textOf(fields['title']),
    createdAt: all[0]?.at,
    messages: all,
    systemPrompt: textOf(promptPrefix) ?? textOf(system),
  };
}

function messageOf(fields: Fields, conversationModel: string | undefined): ForeignMessage {
  const isUser = fields['isCreatedByUser'] === true;
  const parts = listOf(fields['content']).map(fieldsOf);
  const texts = parts.filter(({ type }) => type === 'text').map((part) => partText(part['text']));
  const thoughts = parts
    .filter(({ type }) => type === 'think')
    .map((part) => partText(part['think']));
  const { images } = imagesIn(
    parts
      .filter(({ type }) => type === 'image_url')
      .map(({ image_url: image }) => ({ url: fieldsOf(image)['url'] ?? image })),
  );
  const own = textOf(fields['text']) ?? '';
  const [, early, rest] = /^:::thinking\n([^]*?)\n:::(?:\n|$)([^]*)$/.exec(own) ?? [];
  const text = rest ?? own;
  return {
    id: textOf(fields['messageId']) ?? '',
    parentId: textOf(fields['parentMessageId']),
    role: isUser ? 'user' : 'assistant',
    text: text.trim() === '' ? texts.join('\n\n') : text,
    reasoning: [...(early === undefined ? [] : [early]), ...thoughts].join('\n\n'),
    model: textOf(fields['model']) ?? (isUser ? undefined : conversationModel),
    at: timeOf(fields['createdAt']),
    images,
    leftOut:
      parts.length -
      texts.length -
      thoughts.length -
      images.length +
      listOf(fields['files']).length,
  };
}

function partText(part: unknown): string {
  return textOf(part) ?? textOf(fieldsOf(part)['value']) ?? '';
}
