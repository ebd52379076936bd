import { serveHandler, type LoopbackServer } from '../support/loopbackServer.ts';
import { mixedReply, pieces } from './texts.ts';

/** A service whose replies come in deltas of four characters, 2,000 a second. */
export interface PacedService extends LoopbackServer {
  /** As the settings of a connection have it. */
  readonly baseUrl: string;
  /** The length of the replies from now on, in characters. */
  setLength(length: number): void;
  /** When the last reply had been sent, by `Date.now()`; nothing while it is being sent. */
  sentAt(): number | undefined;
}

const deltasPerMs = 2;

/** Starts the service on a free port. */
export async function serveReplies(): Promise<PacedService> {
  let length = 0;
  let sentAt: number | undefined;
  const server = await serveHandler(async (request) => {
    if (request.method === 'GET') {
      return Response.json({ object: 'list', data: [{ id: 'm1', object: 'model', created: 1 }] });
    }
    sentAt = undefined;
    const body = paced(mixedReply(length), () => {
      sentAt = Date.now();
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    setLength(next) {
      length = next;
    },
    sentAt: () => sentAt,
  };
}

function paced(text: string, onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const deltas = pieces(text, 4);
  let sent = 0;
  let startMs: number | undefined;
  return new ReadableStream({
    async pull(controller) {
      startMs ??= performance.now();
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
      const due = Math.ceil((performance.now() - startMs) * deltasPerMs);
      const events = deltas.slice(sent, due).map((content) => event({ content }, null));
      sent = Math.min(due, deltas.length);
      controller.enqueue(encoder.encode(events.join('')));
      if (sent === deltas.length) {
        controller.enqueue(encoder.encode(`${event({}, 'stop')}data: [DONE]\n\n`));
        controller.close();
        onEnd();
      }
    },
  });
}

function event(delta: object, finish_reason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm1' };
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}
