import type { Usage } from '../shared/service/chatCompletion.ts';
import type { LimitedText } from './limit.ts';

/** What all objects of one completion have in common. */
export interface CompletionHead {
  /** Begins with `chatcmpl-`. */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
}

/** Writes chunks as server-sent events (`service-interface.md`, "Events"). */
export interface ChunkEvents {
  /** A chunk without a finish reason, with these fields in its delta. */
  delta(fields: Readonly<Record<string, string>>): string;
  /** The last chunk: an empty delta, the finish reason and, as many services do, the usage. */
  last(finishReason: string, usage: Usage): string;
}

/** The body of a standard reply (`service-interface.md`, "Chat completion object"). */
export function completionBody(head: CompletionHead, reply: LimitedText, usage: Usage): string {
  const { id, created, model } = head;
  const message = { role: 'assistant', content: reply.text };
  const choices = [{ index: 0, message, finish_reason: reply.finishReason }];
  return JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage });
}

/** The writer of the chunks of one completion. */
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

/** A word with the space before it; longer runs of characters are split. */
const fragment = /\s*\S{1,16}|\s+/gu;

/** All events of a streamed reply, in the order of `service-interface.md`, "States". */
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
