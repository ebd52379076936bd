import { chunk } from '../../support/service/scripts.ts';
import { canaryKey, serveCanary, type CanaryService } from '../support/canary.ts';

/** A message as it stands in a request. */
interface WireMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** The body of a request for a completion. */
type WireRequest = Readonly<Record<string, unknown>> & {
  readonly messages: readonly WireMessage[];
};

/** A completion that was asked for. */
interface AskedCompletion {
  readonly body: WireRequest;
  /** When the client has left a reply that hangs, as Unix time in milliseconds. */
  readonly leftAt: Promise<number>;
}

/** What the service sends for a completion. */
export interface ScriptedReply {
  readonly status?: number;
  /** The data of the events of a stream, or the one JSON text of an error. */
  readonly data: readonly string[];
  /** Whether the stream stays open after them until the client closes it. */
  readonly hangs?: boolean;
}

/** A service whose replies a test writes. It requires the canary key. */
export interface ModelService extends CanaryService {
  readonly completions: readonly AskedCompletion[];
  /** Decides by the messages what the completions to come are answered with. */
  answer(reply: (messages: readonly WireMessage[]) => ScriptedReply): void;
}

/** The models of the list; all of them take tools. */
export const models = ['lab/agent', 'lab/second', 'lab/never-chosen'] as const;

/** Starts the service. */
export async function serveModels(): Promise<ModelService> {
  const completions: AskedCompletion[] = [];
  let reply: (messages: readonly WireMessage[]) => ScriptedReply = () => says('Hello.');
  const server = await serveCanary({
    async handle(request) {
      if (request.headers.get('authorization') !== `Bearer ${canaryKey}`) {
        return Response.json({ error: { message: 'Wrong key' } }, { status: 401 });
      }
      if (request.method === 'GET') {
        return Response.json({ object: 'list', data: models.map(listed) });
      }
      const body = (await request.json()) as WireRequest;
      const { promise: leftAt, resolve } = Promise.withResolvers<number>();
      completions.push({ body, leftAt });
      return respond(reply(body.messages), () => resolve(Date.now()));
    },
  });
  return {
    ...server,
    completions,
    answer(next) {
      reply = next;
    },
  };
}

function listed(id: string) {
  return {
    id,
    object: 'model',
    context_length: 64_000,
    architecture: { input_modalities: ['text'] },
    supported_parameters: ['tools', 'tool_choice', 'max_tokens'],
  };
}

function respond({ status = 200, data, hangs = false }: ScriptedReply, onLeft: () => void) {
  if (status !== 200) {
    const headers = { 'content-type': 'application/json' };
    return new Response(data.join(''), { status, headers });
  }
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      data.forEach((one) => controller.enqueue(encoder.encode(`data: ${one}\n\n`)));
      if (!hangs) {
        controller.close();
      }
    },
    cancel: onLeft,
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** A reply of these texts, with what it used: a quarter of the context. */
export function says(...texts: readonly string[]): ScriptedReply {
  const usage = { prompt_tokens: 16_000, completion_tokens: 3, total_tokens: 16_003 };
  return {
    data: [
      ...texts.map((content) => chunk({ content })),
      chunk({}, 'stop'),
      chunk({}, null, { choices: [], usage }),
      '[DONE]',
    ],
  };
}

/** A reply that begins with a text and then waits for the client to go. */
export function hangsAfter(text: string): ScriptedReply {
  return { data: [chunk({ content: text })], hangs: true };
}

/** A reply of these `tool_calls` deltas, one in a chunk. */
export function calls(
  deltas: readonly Readonly<Record<string, unknown>>[],
  finishReason = 'tool_calls',
): ScriptedReply {
  return {
    data: [
      ...deltas.map((delta) => chunk({ tool_calls: [delta] })),
      chunk({}, finishReason),
      '[DONE]',
    ],
  };
}

/** A refusal as services write it. */
export function refuses(status: number, code: string, message: string): ScriptedReply {
  return { status, data: [JSON.stringify({ error: { message, code, type: code } })] };
}
