import { serveHandler, type LoopbackServer } from '../../support/service/loopbackServer.ts';
import { pieces } from '../texts.ts';

/** A service whose replies come in 2,000 deltas a second. */
export interface PacedService extends LoopbackServer {
  /** As the settings of a connection have it. */
  readonly baseUrl: string;
  /** What it replies from now on, in deltas of four characters unless told otherwise. */
  setReply(text: string, deltaLength?: number): void;
  /** Forgets the requests before, and gives those for replies from now on, as their bodies. */
  recordBodies(): readonly string[];
  /** When the last reply had been sent, by `Date.now()`; nothing while it is being sent. */
  sentAt(): number | undefined;
}

const deltasPerMs = 2;

/** Starts the service on a free port. */
export async function serveReplies(): Promise<PacedService> {
  let deltas: readonly string[] = [];
  let sentAt: number | undefined;
  let bodies: string[] = [];
  const server = await serveHandler(async (request) => {
    if (request.method === 'GET') {
      return Response.json({ object: 'list', data: [{ id: 'm1', object: 'model', created: 1 }] });
    }
    sentAt = undefined;
    bodies.push(await request.text());
    const body = paced(deltas, () => {
      sentAt = Date.now();
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    setReply(text, deltaLength = 4) {
      deltas = pieces(text, deltaLength);
    },
    recordBodies() {
      bodies = [];
      return bodies;
    },
    sentAt: () => sentAt,
  };
}

function paced(deltas: readonly string[], onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
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
