import type { Script } from './scriptedService.ts';

/** A streamed reply: the exact body, as `text/event-stream`. */
export function eventStream(body: string | Uint8Array): Script {
  return async (answer) => {
    await answer.head(200, { 'content-type': 'text/event-stream' });
    await answer.send(body);
  };
}

/** A JSON answer. */
export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Script {
  return text(JSON.stringify(value), 'application/json', status, headers);
}

/** An answer of any type. */
export function text(
  body: string,
  contentType: string,
  status = 200,
  headers: Record<string, string> = {},
): Script {
  return async (answer) => {
    await answer.head(status, { 'content-type': contentType, ...headers });
    await answer.send(body);
  };
}

/** The data of a chunk that brings `content` (`docs/service-interface.md`, "Chat completion chunk object"). */
export function chunk(
  delta: Record<string, unknown>,
  finishReason: string | null = null,
  fields: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    ...fields,
  });
}

/** A streamed reply in the usual order of chunks (`docs/service-interface.md`, "States and transitions" 1). */
export function replyStream(texts: readonly string[], finishReason = 'stop'): string {
  const data = [
    chunk({ role: 'assistant', content: '' }),
    ...texts.map((content) => chunk({ content })),
    chunk({}, finishReason),
    '[DONE]',
  ];
  return data.map((line) => `data: ${line}\n\n`).join('');
}
