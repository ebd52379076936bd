import * as vscode from 'vscode';
import { isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { dataUrlOf } from '../../shared/images/image.ts';
import { readImageFile } from '../../shared/images/file/readImageFile.ts';
import type { ContentPart } from '../../shared/service/chatCompletion.ts';
import type { HistoryMessage } from '../../service/tools/toolMessages.ts';
import { toBase64 } from '../images/imageFiles.ts';
import { LanguageModelFailure } from './languageModelFailure.ts';
import { isThinkingPart } from './untypedParts.ts';

/** What the messages of a request are read with. */
interface ReadingOptions {
  /** What is sent of an image. If it is undefined, a note stands in the place of the image. */
  readonly imageUrl: (data: Uint8Array) => string | undefined;
  /** Told of parts that cannot be sent, by their kind. */
  readonly onDropped: (kind: string) => void;
}

/** A message of VS Code as it is sent, before the wire order. */
export interface ReadMessage extends HistoryMessage {
  /** The reasoning that VS Code has kept with the message. */
  readonly thinking: string;
}

/** Reads the messages of a request. Throws what `imageUrl` throws. */
export function readMessages(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  options: ReadingOptions,
): readonly ReadMessage[] {
  return messages.map((message) => readMessage(message, options));
}

/** Images of one request together, in bytes: more than any service takes. */
const maxImageBytes = 50_000_000;

/**
 * Makes the data URLs of the images of one request, without their metadata: who asks may not know of it. Gives undefined
 * for a file that is not an image of a known type. Throws `LanguageModelFailure` if they are too large.
 */
export function createImageUrls(): ReadingOptions['imageUrl'] {
  let room = maxImageBytes;
  return (data) => {
    room -= data.byteLength;
    if (room < 0) {
      throw new LanguageModelFailure(
        vscode.l10n.t('The images in the request are larger than the limit of 50 MB.'),
      );
    }
    const image = readImageFile(data);
    return 'problem' in image ? undefined : dataUrlOf(image.type, toBase64(image.bytes));
  };
}

function readMessage(
  { role, content: parts }: vscode.LanguageModelChatRequestMessage,
  options: ReadingOptions,
): ReadMessage {
  const content: ContentPart[] = [];
  const calls: HistoryMessage['calls'][number][] = [];
  const results: HistoryMessage['results'][number][] = [];
  let thinking = '';
  for (const part of parts) {
    if (part instanceof vscode.LanguageModelToolCallPart) {
      calls.push({ id: part.callId, name: part.name, input: part.input });
    } else if (part instanceof vscode.LanguageModelToolResultPart) {
      const { callId, content: inner } = part;
      results.push({ callId, content: inner.flatMap((one) => contentParts(one, options)) });
    } else if (isThinkingPart(part)) {
      thinking += thinkingText(part);
    } else {
      content.push(...contentParts(part, options));
    }
  }
  return { role: roleOf(role), content, calls, results, thinking };
}

/** VS Code gives system prompts a role that its types do not have. */
function roleOf(role: vscode.LanguageModelChatMessageRole): HistoryMessage['role'] {
  switch (role) {
    case vscode.LanguageModelChatMessageRole.User:
      return 'user';
    case vscode.LanguageModelChatMessageRole.Assistant:
      return 'assistant';
    default:
      return 'system';
  }
}

/** What is sent of a part of a message or of a result. Nothing unknown is sent: it may be internal. */
function contentParts(part: unknown, options: ReadingOptions): readonly ContentPart[] {
  if (part instanceof vscode.LanguageModelTextPart) {
    return part.value === '' ? [] : [{ type: 'text', text: part.value }];
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) {
    const text = promptText(part.value);
    return text === '' ? [] : [{ type: 'text', text }];
  }
  if (isData(part)) {
    return dataParts(part, options);
  }
  options.onDropped(typeof part);
  return [];
}

/** VS Code's types have it from 1.106 on. */
interface DataPart {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

function isData(part: unknown): part is DataPart {
  return isRecord(part) && isString(part['mimeType']) && part['data'] instanceof Uint8Array;
}

function dataParts({ mimeType, data }: DataPart, options: ReadingOptions): readonly ContentPart[] {
  const type = mimeType.slice(0, 200).toLowerCase().replace(/;.*/s, '').trim();
  // A mark for services that VS Code knows itself, not content.
  if (type === 'cache_control') {
    return [];
  }
  if (type.startsWith('text/') || type === 'application/json') {
    return [{ type: 'text', text: new TextDecoder().decode(data) }];
  }
  if (!type.startsWith('image/')) {
    options.onDropped(type);
    return [];
  }
  const url = options.imageUrl(data);
  return url === undefined
    ? // For the model, so not translated.
      [{ type: 'text', text: `[Image of type ${type}; not sent]` }]
    : [{ type: 'image_url', image_url: { url } }];
}

/** More levels than any prompt has. */
const maxDepth = 200;

/** The number of its kind in the JSON of a prompt (`@vscode/prompt-tsx`). */
const textNode = 2;

/** The text of a prompt that a tool has built from elements, each line break as it says. */
function promptText(value: unknown): string {
  const texts: string[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (!isRecord(node) || depth > maxDepth) {
      return;
    }
    const { type, text, children, lineBreakBefore } = node;
    if (type === textNode && isString(text)) {
      const isNextLine = lineBreakBefore === true || isFiniteNumber(lineBreakBefore);
      texts.push(isNextLine && texts.length > 0 ? `\n${text}` : text);
    }
    for (const child of Array.isArray(children) ? children : []) {
      visit(child, depth + 1);
    }
  };
  visit(isRecord(value) ? (value['node'] ?? value) : value, 0);
  return texts.join('');
}

function thinkingText(part: unknown): string {
  const value = isRecord(part) ? part['value'] : undefined;
  return Array.isArray(value) ? value.filter(isString).join('') : isString(value) ? value : '';
}
