import { type ChatMessage, contentText, type Usage } from '../shared/service/chatCompletion.ts';

/**
 * One token (`docs/service-interface.md`, "Usage object" 3): one to four characters in a row that are
 * not white space, with the white space before them. That is close to what models count in English.
 */
const token = /\s*\S{1,4}|\s+/gu;

/** The first `limit` tokens of `text`, joined. */
export function firstTokens(text: string, limit: number): string {
  return (text.match(token) ?? []).slice(0, limit).join('');
}

/** The usage of a request and its reply. Of a message, only the content counts. */
export function countUsage(messages: readonly ChatMessage[], reply: string): Required<Usage> {
  const promptTokens = messages.reduce(
    (sum, message) => sum + countTokens(contentText(message)),
    0,
  );
  const completionTokens = countTokens(reply);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

function countTokens(text: string): number {
  return text.match(token)?.length ?? 0;
}
