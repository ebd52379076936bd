import type { Usage } from '../shared/service/chatCompletion.ts';

/** The fields that a completion and its chunks share. */
export interface CompletionHead {
  /** Begins with `chatcmpl-` (`docs/service-interface.md`, "Chat completion object" 7). */
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  readonly model: string;
}

/** The text of a reply, and how it ends. */
interface DemoReply {
  readonly text: string;
  readonly finishReason: string;
}

/** Writes the chunks of one reply as server-sent events (`docs/service-interface.md`, "Events" 14). */
export interface ChunkEvents {
  /** A chunk without a finish reason, with these fields in its delta. */
  delta(fields: Readonly<Record<string, unknown>>): string;
  /** The chunk with the finish reason: an empty delta, and the usage. */
  last(finishReason: string, usage: Usage | null): string;
  /** A chunk with the usage and nothing else. */
  usage(usage: Usage): string;
}

/** The body of a standard reply (`docs/service-interface.md`, "Chat completion object" 7). */
export function completionBody(head: CompletionHead, reply: DemoReply, usage: Usage): string {
  const { id, created, model } = head;
  const message = { role: 'assistant', content: reply.text };
  const choices = [{ index: 0, message, finish_reason: reply.finishReason }];
  return JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage });
}

/** Makes the writer of the chunks of one completion. */
export function chunkEvents({ id, created, model }: CompletionHead): ChunkEvents {
  const event = (choices: readonly object[], usage?: Usage | null): string => {
    const chunk = { id, object: 'chat.completion.chunk', created, model, choices, usage };
    return `data: ${JSON.stringify(chunk)}\n\n`;
  };
  return {
    delta: (fields) => event([choiceOf(fields, null)]),
    last: (finishReason, usage) => event([choiceOf({}, finishReason)], usage),
    usage: (usage) => event([], usage),
  };
}

function choiceOf(delta: object, finishReason: string | null): object {
  return { index: 0, delta, finish_reason: finishReason };
}

/** Up to 16 characters of a word, with the white space before it. */
const fragment = /\s*\S{1,16}|\s+/gu;

/**
 * All events of a streamed reply (`docs/service-interface.md`, "States and transitions" 1). If the request
 * `asksForUsage`, the usage has a chunk of its own.
 */
export function replyEvents(
  chunks: ChunkEvents,
  reply: DemoReply,
  { usage, asksForUsage }: { readonly usage: Usage; readonly asksForUsage: boolean },
): readonly string[] {
  const fragments = reply.text.match(fragment) ?? [];
  return [
    chunks.delta({ role: 'assistant', content: '' }),
    ...fragments.map((content) => chunks.delta({ content })),
    chunks.last(reply.finishReason, asksForUsage ? null : usage),
    ...(asksForUsage ? [chunks.usage(usage)] : []),
    'data: [DONE]\n\n',
  ];
}
