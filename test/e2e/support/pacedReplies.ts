import { setTimeout as delay } from 'node:timers/promises';
import type { createDemoService } from '../../../src/demo/service.ts';
import { until } from '../../support/until.ts';
import { chunk } from '../../support/service/scripts.ts';

/**
 * A service whose replies to messages with "slowly" come as a test sends them, and to those with
 * "endlessly" word by word without an end; the rest is the demo's.
 */
interface PacedReplies extends ReturnType<typeof createDemoService> {
  /** Sends more of the reply that is running, once it is asked for. */
  send(text: string): Promise<void>;
  /** Ends that reply. */
  end(): Promise<void>;
}

/** Replies of `demo`, but for those that a test paces. */
export function createPacedReplies(demo: ReturnType<typeof createDemoService>): PacedReplies {
  let running: ReadableStreamDefaultController<Uint8Array> | undefined;
  const send = async (...data: readonly string[]): Promise<void> => {
    const stream = await until('the reply is asked for', () => running);
    for (const line of data) {
      stream.enqueue(dataLine(line));
    }
  };
  return {
    async handle(request) {
      const body = await request.clone().text();
      const message = lastMessage(body);
      if (/endlessly/i.test(message)) {
        return eventStream(endlessWords());
      }
      if (!/slowly/i.test(message)) {
        return demo.handle(request);
      }
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => (running = controller),
        // The reply was stopped.
        cancel: () => (running = undefined),
      });
      return eventStream(stream);
    },
    send: async (text) => send(chunk({ content: text })),
    async end() {
      await send(chunk({}, 'stop'), '[DONE]');
      running?.close();
      running = undefined;
    },
  };
}

/** A few hundred words a second, each with its number. */
function endlessWords(): ReadableStream<Uint8Array> {
  let count = 0;
  return new ReadableStream({
    async pull(controller) {
      await delay(2);
      count += 1;
      controller.enqueue(dataLine(chunk({ content: `word${count} ` })));
    },
  });
}

function eventStream(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

function dataLine(data: string): Uint8Array {
  return new TextEncoder().encode(`data: ${data}\n\n`);
}

/** The text of the last message of a request; empty where it has none. */
function lastMessage(body: string): string {
  const { messages = [] } = (body === '' ? {} : JSON.parse(body)) as {
    messages?: readonly { content: string }[];
  };
  return messages.at(-1)?.content ?? '';
}
