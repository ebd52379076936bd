import type { Usage } from '../shared/service/chatCompletion.ts';
import type { LimitedText } from './limit.ts';

/** The fields that a completion and its chunks share. */
export interface CompletionHead {
  /** Begins with `chatcmpl-` (`docs/service-interface.md`, "Chat completion object" 6). */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
}

/** Writes the chunks of one reply as server-sent events (`docs/service-interface.md`, "Events" 14). */
export interface ChunkEvents {
  /** A chunk without a finish reason, with these fields in its delta. */
  delta(fields: Readonly<Record<string, string>>): string;
  /** The last chunk: an empty delta, the finish reason and the usage. */
  last(finishReason: string, usage: Usage): string;
}

/** The body of a standard reply (`docs/service-interface.md`, "Chat completion object" 6). */
export function completionBody(head: CompletionHead, reply: LimitedText, usage: Usage): string {
  const { id, created, model } = head;
  const message = { role: 'assistant', content: reply.text };
  const choices = [{ index: 0, message, finish_reason: reply.finishReason }];
  return JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage });
}

/** Makes the writer of the chunks of one completion. */
export function chunkEvents({ id, created, model }: CompletionHead): ChunkEvents {
  const event = (delta: object, finishReason: string | null, usage?: Usage): string => {
    const choices = [{ index: 0, delta, finish_reason: finishReason }];
    const chunk = { id, object: 'chat.completion.chunk', created, model, choices, usage };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  };
  return {
    delta: (fields) => event(fields, null),
    last: (finishReason, usage) => event({}, finishReason, usage),
  };
}

/** Up to 16 characters of a word, with the white space before it. */
const fragment = /\s*\S{1,16}|\s+/gu;

/** All events of a streamed reply (`docs/service-interface.md`, "States and transitions" 1). */
export function replyEvents(
  chunks: ChunkEvents,
  reply: LimitedText,
  usage: Usage,
): readonly string[] {
  const fragments = reply.text.match(fragment) ?? [];
  return [
    chunks.delta({ role: 'assistant', content: '' }),
    ...fragments.map((content) => chunks.delta({ content })),
    chunks.last(reply.finishReason, usage),
    'data: [DONE]\n\n',
  ];
}
