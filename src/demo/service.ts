import { chunkEvents, completionBody, replyEvents } from './completion.ts';
import { eventBody } from './eventBody.ts';
import { DemoFailure, errorBody } from './failure.ts';
import { limitText } from './limit.ts';
import { answerTo, modelListBody } from './models.ts';
import { countUsage } from './tokens.ts';
import { readRequest } from './validate.ts';

/** How the embedded service behaves. */
export interface DemoServiceOptions {
  /** Where set, requests must carry it as their bearer token; otherwise any will do, and none. */
  readonly apiKey?: string | undefined;
  /** The pause between the words of a streamed reply, in milliseconds; 12 where not given. */
  readonly delayMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** A service without a network; `handle` has the shape of `fetch` with a `Request`. */
export interface DemoService {
  /**
   * Answers `/v1/models` and `/v1/chat/completions` under any origin. What goes wrong is an answer
   * too. A body stops at once when it is cancelled or when the request's signal aborts.
   */
  handle(request: Request): Promise<Response>;
}

/** One request on its way through the service. */
interface Call {
  readonly request: Request;
  readonly options: DemoServiceOptions;
  /** What the response's request id and the completion's id have in common. */
  readonly tag: string;
}

interface Route {
  readonly method: string;
  answer(call: Call): Response | Promise<Response>;
}

const routes: ReadonlyMap<string, Route> = new Map([
  ['/v1/models', { method: 'GET', answer: () => respond(modelListBody(), json) }],
  ['/v1/chat/completions', { method: 'POST', answer: complete }],
]);

const json = 'application/json; charset=utf-8';
const eventStream = 'text/event-stream; charset=utf-8';

/** The embedded service: the whole of `service-interface.md`, with models that are not models. */
export function createDemoService(options: DemoServiceOptions = {}): DemoService {
  return {
    async handle(request) {
      const tag = randomTag();
      const response = await route({ request, options, tag }).catch(failureResponse);
      response.headers.set('x-request-id', `req_${tag}`);
      return response;
    },
  };
}

async function route(call: Call): Promise<Response> {
  const { request, options } = call;
  const { pathname } = new URL(request.url);
  const found = routes.get(pathname);
  if (found === undefined) {
    throw new DemoFailure(404, 'not_found', `There is nothing at ${pathname}.`);
  }
  const { method } = found;
  if (request.method !== method) {
    const message = `${pathname} takes ${method}, not ${request.method}.`;
    throw new DemoFailure(405, 'method_not_allowed', message, { headers: { allow: method } });
  }
  checkKey(request, options.apiKey);
  return found.answer(call);
}

/** The bearer check of `service-interface.md`, "Authentication". The scheme's case is free. */
function checkKey(request: Request, apiKey: string | undefined): void {
  if (apiKey === undefined) {
    return;
  }
  const header = request.headers.get('authorization');
  if (header === null) {
    throw new DemoFailure(401, 'missing_api_key', 'The request carries no API key.');
  }
  if (/^bearer +(.*)$/iu.exec(header)?.[1] !== apiKey) {
    throw new DemoFailure(401, 'invalid_api_key', 'The API key is not valid.');
  }
}

async function complete({ request, options, tag }: Call): Promise<Response> {
  const asked = readRequest(await request.text());
  const answer = answerTo(asked);
  const limited = limitText(answer.text, asked);
  const reply = { ...limited, finishReason: answer.finishReason ?? limited.finishReason };
  const usage = countUsage(asked.messages, reply.text);
  const created = Math.floor((options.now ?? Date.now)() / 1000);
  const head = { id: `chatcmpl-${tag}`, created, model: asked.model };
  const chunks = chunkEvents(head);
  const events = asked.stream
    ? spoil(replyEvents(chunks, reply, usage), (whole) => answer.spoilStream?.(whole, chunks))
    : [spoil(completionBody(head, reply, usage), (whole) => answer.spoilBody?.(whole))];
  const body = eventBody(
    {
      events,
      delayMs: options.delayMs ?? 12,
      eventsPerStep: answer.eventsPerStep ?? 1,
      hangs: answer.hangs ?? false,
    },
    request.signal,
  );
  return respond(body, answer.contentType ?? (asked.stream ? eventStream : json));
}

function spoil<T>(whole: T, change: (whole: T) => T | undefined): T {
  return change(whole) ?? whole;
}

function failureResponse(error: unknown): Response {
  const failure =
    error instanceof DemoFailure
      ? error
      : new DemoFailure(500, 'internal_error', 'The service failed at this request.');
  return respond(errorBody(failure), json, failure);
}

function respond(
  body: BodyInit,
  contentType: string,
  { status = 200, headers = {} }: Partial<Pick<DemoFailure, 'status' | 'headers'>> = {},
): Response {
  return new Response(body, {
    status,
    headers: { 'cache-control': 'no-store', ...headers, 'content-type': contentType },
  });
}

/** 24 hexadecimal digits. Not `randomUUID`, which pages without TLS do not have. */
function randomTag(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
