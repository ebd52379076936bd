import { isString } from '../../shared/guards.ts';
import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  listOf,
  roleOf,
  timeOf,
  textOf,
  type ForeignMessage,
} from './fromForeign.ts';

/** Reads a conversation of ChatGPT's `conversations.json`. Its `mapping` is a tree of messages. */
export function chatGptExport(fields: Fields): ForeignConversation {
  const messages = Object.entries(fieldsOf(fields['mapping'])).map(([id, node]) =>
    messageOf(id, fieldsOf(node)),
  );
  return {
    title: textOf(fields['title']),
    createdAt: timeOf(fields['create_time']),
    messages,
    lastId: textOf(fields['current_node']),
    pinned: fields['is_starred'] === true ? true : undefined,
  };
}

function messageOf(id: string, { message, parent }: Fields): ForeignMessage {
  const { author, content, create_time: at, metadata, recipient } = fieldsOf(message);
  const {
    model_slug: model,
    attachments,
    is_visually_hidden_from_conversation: isHidden,
  } = fieldsOf(metadata);
  const { parts, thoughts, content_type: type, text, language } = fieldsOf(content);
  const pieces = listOf(parts);
  const texts = pieces.map(pieceText).filter(isString);
  const role = roleOf(fieldsOf(author)['role']);
  const isDocument = recipient === 'canmore.create_textdoc';
  const isForTool = isString(recipient) && !['all', 'python'].includes(recipient) && !isDocument;
  // Code that ChatGPT runs itself is shown as code in its chats.
  const code = type === 'code' && isString(text) ? fenced(text, textOf(language) ?? '') : '';
  return {
    id,
    parentId: textOf(parent),
    // Instructions that ChatGPT adds and calls of tools are not messages of the conversation.
    role: (isHidden === true && role !== 'system') || isForTool ? undefined : role,
    text: isDocument
      ? documentText(texts.join('') || (textOf(text) ?? ''))
      : withoutCitations([...texts, code]),
    reasoning: listOf(thoughts).map(thoughtOf).filter(isString).join('\n\n'),
    model: textOf(model),
    at: timeOf(at),
    leftOut: pieces.length - texts.length + listOf(attachments).length,
  };
}

/** A document that was made in a canvas: its name and its text. */
function documentText(call: string): string {
  try {
    const { name, type, content } = fieldsOf(JSON.parse(call));
    const language = /^code\/([\w+#-]+)$/.exec(textOf(type) ?? '')?.[1];
    const text = textOf(content) ?? '';
    return [
      `**${textOf(name) ?? ''}**`,
      language === undefined ? text : fenced(text, language),
    ].join('\n\n');
  } catch {
    return call;
  }
}

/** Pieces of text without the marks of citations, which name nothing outside ChatGPT. */
function withoutCitations(pieces: readonly string[]): string {
  return pieces
    .filter((piece) => piece !== '')
    .join('\n\n')
    .replaceAll(/\ue200[^\ue200\ue201]*\ue201/g, '');
}

/** Text, or what was said in a voice chat. */
function pieceText(piece: unknown): string | undefined {
  const { content_type: type, text } = fieldsOf(piece);
  return type === 'audio_transcription' ? textOf(text) : textOf(piece);
}

function thoughtOf(thought: unknown): string | undefined {
  const { summary, content } = fieldsOf(thought);
  const words = [textOf(summary), textOf(content)].filter((part) => part !== undefined);
  return words.some((part) => part !== '') ? words.join('\n') : undefined;
}

function fenced(text: string, language: string): string {
  const name = /^[\w+#-]+$/.test(language) && language !== 'unknown' ? language : '';
  return `\`\`\`\`${name}\n${text}\n\`\`\`\``;
}
