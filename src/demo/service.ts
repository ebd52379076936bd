import { chunkEvents, completionBody, replyEvents } from './completionBody.ts';
import { eventBody } from './eventBody.ts';
import { DemoFailure, errorBody } from './demoFailure.ts';
import { limitText } from './limit.ts';
import { answerTo, modelListBody } from './demoModels.ts';
import { countUsage } from './demoTokens.ts';
import { readRequest } from './validate.ts';

/** Options of the embedded service. */
export interface DemoServiceOptions {
  /** If set, requests must have it as bearer token. Otherwise any key is accepted, and none. */
  readonly apiKey?: string | undefined;
  /** The pause between the chunks of a streamed reply, in milliseconds; default 12. */
  readonly delayMs?: number | undefined;
  /** The time in Unix milliseconds; default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A service that needs no network. */
export interface DemoService {
  /**
   * Responds to `/v1/models` and `/v1/chat/completions` under any origin. Errors are responses too.
   * The body ends at once when it is cancelled or when the request's signal aborts.
   */
  handle(request: Request): Promise<Response>;
}

/** One request to the service. */
interface Call {
  readonly request: Request;
  readonly options: DemoServiceOptions;
  /** Part of the response's request ID and of the completion's `id`. */
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

/** Makes the embedded service (`docs/service-interface.md`). Its models reply with fixed texts. */
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

/** Throws `DemoFailure` without the right key (`docs/service-interface.md`, "Authentication" 7). */
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
  const chatRequest = readRequest(await request.text());
  const answer = answerTo(chatRequest);
  const limited = limitText(answer.text, chatRequest);
  const reply = { ...limited, finishReason: answer.finishReason ?? limited.finishReason };
  const usage = countUsage(chatRequest.messages, reply.text);
  const created = Math.floor((options.now ?? Date.now)() / 1000);
  const head = { id: `chatcmpl-${tag}`, created, model: chatRequest.model };
  const chunks = chunkEvents(head);
  const { asksForUsage } = chatRequest;
  const events = chatRequest.stream
    ? spoil(replyEvents(chunks, reply, { usage, asksForUsage }), (whole) =>
        answer.spoilStream?.(whole, chunks),
      )
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
  return respond(body, answer.contentType ?? (chatRequest.stream ? eventStream : json));
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

/** 24 hexadecimal digits. `crypto.randomUUID` does not exist in pages without TLS. */
function randomTag(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
