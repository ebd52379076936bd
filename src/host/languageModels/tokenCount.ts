import type * as vscode from 'vscode';
import { imageTokens } from '../../conversation/request/imageTokens.ts';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import { type ChatCompletionRequest, contentText } from '../../shared/service/chatCompletion.ts';
import { type ReadMessage, readMessages } from './readMessages.ts';

/** What services add for each message, call and result. */
const tokensEach = 4;

/** The size that is assumed for an image, in pixels: its bytes are not read. */
const usualImage = { width: 1024, height: 1024 };

/** The estimated tokens of a text or a message of VS Code. Sends no request. */
export function countTokens(
  text: string | vscode.LanguageModelChatRequestMessage,
  model: string,
): number {
  if (typeof text === 'string') {
    return tokenEstimate(text);
  }
  let images = 0;
  const read = readMessages([text], {
    imageUrl: () => {
      images += 1;
      return '';
    },
    onDropped: () => {},
  });
  return read.reduce(
    (sum, message) => sum + messageTokens(message),
    images * imageTokens(usualImage, model),
  );
}

function messageTokens({ content, calls, results }: ReadMessage): number {
  const texts = [
    ...[...content, ...results.flatMap((result) => result.content)].map((part) =>
      part.type === 'text' ? part.text : '',
    ),
    ...calls.map(({ name, input }) => name + jsonOf(input)),
  ];
  const around = tokensEach * (1 + calls.length + results.length);
  return texts.reduce((sum, text) => sum + tokenEstimate(text), around);
}

/** The estimated tokens of the prompt of a request, with its tools. */
export function promptTokens({ messages, tools = [], model }: ChatCompletionRequest): number {
  const texts = [
    ...messages.flatMap((message) => [
      contentText(message),
      ...(message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments),
    ]),
    ...tools.map((tool) => jsonOf(tool.function)),
  ];
  const images = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image_url'),
  );
  return texts.reduce(
    (sum, text) => sum + tokenEstimate(text),
    images.length * imageTokens(usualImage, model),
  );
}

/** Empty for what cannot be written as JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
