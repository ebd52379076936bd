import type { createDemoService } from '../../src/demo/service.ts';
import { until } from '../support/until.ts';
import { chunk } from '../support/scripts.ts';

/** A service whose replies to messages with "slowly" come as a test sends them; the rest is the demo's. */
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
      stream.enqueue(new TextEncoder().encode(`data: ${line}\n\n`));
    }
  };
  return {
    async handle(request) {
      const body = await request.clone().text();
      if (!isSlow(body)) {
        return demo.handle(request);
      }
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => (running = controller),
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    },
    send: async (text) => send(chunk({ content: text })),
    async end() {
      await send(chunk({}, 'stop'), '[DONE]');
      running?.close();
      running = undefined;
    },
  };
}

/** Whether the last message of a request asks for it. */
function isSlow(body: string): boolean {
  const { messages = [] } = (body === '' ? {} : JSON.parse(body)) as {
    messages?: readonly { content: string }[];
  };
  return /slowly/i.test(messages.at(-1)?.content ?? '');
}
