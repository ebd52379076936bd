import { chunk } from '../support/service/scripts.ts';
import { serveHandler, type LoopbackServer } from '../support/service/loopbackServer.ts';
import { until } from '../support/until.ts';

/** What the service says to a message that contains `message`. */
export interface Answer {
  readonly message: string;
  readonly reply: string;
  readonly promptTokens: number;
  readonly replyTokens: number;
}

/** A service on this computer whose replies are known beforehand. */
export interface PictureService {
  /** As the settings of a connection have it. */
  readonly baseUrl: string;
  /** From now on the text of replies is sent only by `send`. */
  hold(): void;
  /** Sends a part of the reply that is held. */
  send(text: string): Promise<void>;
  /** Ends the reply that is held, with its usage. */
  end(): Promise<void>;
  /** Gives the model of the connection another ID, so that it is rejected under its own. */
  renameModel(): void;
  close(): Promise<void>;
}

/** Where a server on this computer usually is; the address is in some of the pictures. */
const usualPort = 11_434;

/** The model of the connection. */
export const usualModel = 'qwen3-coder:30b';

/** The ID that it can be given. */
const otherId = 'qwen3-coder-30b';

interface Model {
  readonly id: string;
  /** In tokens. */
  readonly context: number;
}

const allModels: readonly Model[] = [
  { id: usualModel, context: 262_144 },
  { id: 'gpt-oss:120b', context: 131_072 },
  { id: 'gpt-oss:20b', context: 131_072 },
  { id: 'deepseek-r1:32b', context: 131_072 },
  { id: 'gemma3:27b', context: 131_072 },
  { id: 'llama3.3:70b', context: 131_072 },
  { id: 'mistral-small3.2:24b', context: 131_072 },
  { id: 'phi4:14b', context: 16_384 },
];

/** Serves `answers` on this computer. */
export async function servePictures(answers: readonly Answer[]): Promise<PictureService> {
  let models = allModels;
  let isHeld = false;
  let held: { readonly body: BodyController; readonly answer: Answer } | undefined;
  const handle = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') {
      return Response.json({ object: 'list', data: models.map(listed) });
    }
    const { model, messages } = (await request.json()) as ChatRequest;
    if (!models.some(({ id }) => id === model)) {
      return unknownModel(model);
    }
    const last = messages.at(-1)?.content ?? '';
    const answer = answers.find(({ message }) => last.includes(message));
    if (answer === undefined) {
      return Response.json({ error: { message: 'There is no answer to this.' } }, { status: 400 });
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(data(chunk({ role: 'assistant', content: '' }, null, { model })));
        if (isHeld) {
          held = { body: controller, answer };
        } else {
          controller.enqueue(data(chunk({ content: answer.reply }, null, { model })));
          finish(controller, answer);
        }
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const server = await serve(handle);
  const running = async () => until('a reply is asked for', () => held);
  return {
    baseUrl: `${server.origin}/v1`,
    hold: () => (isHeld = true),
    async send(text) {
      (await running()).body.enqueue(data(chunk({ content: text })));
    },
    async end() {
      const { body, answer } = await running();
      [held, isHeld] = [undefined, false];
      finish(body, answer);
    },
    renameModel: () => (models = [{ id: otherId, context: 262_144 }, ...models.slice(1)]),
    close: async () => server.close(),
  };
}

/** A model as the list of a gateway has it. */
function listed({ id, context }: Model) {
  return { id, object: 'model', created: 1_760_000_000, context_length: context };
}

type BodyController = ReadableStreamDefaultController<Uint8Array>;

interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string }[];
}

/** On the usual port, or on a free one if something else is there. */
async function serve(handle: (request: Request) => Promise<Response>): Promise<LoopbackServer> {
  try {
    return await serveHandler(handle, usualPort);
  } catch {
    return serveHandler(handle);
  }
}

function finish(body: BodyController, { promptTokens, replyTokens }: Answer): void {
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: replyTokens,
    total_tokens: promptTokens + replyTokens,
  };
  body.enqueue(data(chunk({}, 'stop')));
  body.enqueue(data(chunk({}, null, { choices: [], usage })));
  body.enqueue(data('[DONE]'));
  body.close();
}

function unknownModel(model: string): Response {
  const message = `The model '${model}' does not exist.`;
  const error = { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' };
  return Response.json({ error }, { status: 404, headers: { 'x-request-id': 'req_8f2c41' } });
}

function data(line: string): Uint8Array {
  return new TextEncoder().encode(`data: ${line}\n\n`);
}
