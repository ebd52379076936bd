import type { HistoryMessage } from '../../../src/service/tools/toolMessages.ts';
import type { ContentPart } from '../../../src/shared/service/chatCompletion.ts';

/** A part of a message. */
export const text = (words: string): ContentPart => ({ type: 'text', text: words });

/** A message of a history. */
export function message(
  role: HistoryMessage['role'],
  content: readonly ContentPart[],
  more: Partial<HistoryMessage> = {},
): HistoryMessage {
  return { role, content, calls: [], results: [], ...more };
}

/** The call of a tool, and its result. */
export const call = (id: string, input: unknown = {}) => ({ id, name: `tool ${id}`, input });
export const result = (callId: string, ...content: readonly ContentPart[]) => ({ callId, content });

/** How the names and IDs of calls are sent. */
export const form = {
  sent: ({ id, name }: { readonly id: string; readonly name: string }) => ({
    id: `sent ${id}`,
    name,
  }),
};
