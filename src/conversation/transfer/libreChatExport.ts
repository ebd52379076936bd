import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  imagesIn,
  leftOutOf,
  listOf,
  messagesWithText,
  textOf,
  type UnreadMessage,
} from './fromForeign.ts';

/** Reads a conversation of LibreChat. In a recursive export, the replies to a message are its `children`. */
export function libreChatExport(fields: Fields): ForeignConversation {
  const { model, promptPrefix, system } = fieldsOf(fields['options']);
  const queue = [...listOf(fields['messages']), ...listOf(fields['messagesTree'])];
  const all: UnreadMessage[] = [];
  for (const message of queue) {
    all.push(messageOf(fieldsOf(message), textOf(model)));
    listOf(fieldsOf(message)['children']).forEach((child) => queue.push(child));
  }
  return {
    title: textOf(fields['title']),
    createdAt: all[0]?.at,
    messages: messagesWithText(all),
    systemPrompt: textOf(promptPrefix) ?? textOf(system),
    leftOut: leftOutOf(all),
  };
}

function messageOf(fields: Fields, conversationModel: string | undefined): UnreadMessage {
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
  const text = textOf(fields['text']) ?? '';
  return {
    id: textOf(fields['messageId']) ?? '',
    parentId: textOf(fields['parentMessageId']),
    role: isUser ? 'user' : 'assistant',
    text: text.trim() === '' ? texts.join('\n\n') : text,
    reasoning: thoughts.join('\n\n'),
    model: textOf(fields['model']) ?? (isUser ? undefined : conversationModel),
    at: dateOf(fields['createdAt']),
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

function dateOf(value: unknown): number | undefined {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
