import type { DemoService } from '../../../src/demo/service.ts';

/** The fields of a chunk that the tests read. */
export interface Chunk {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: number;
    readonly delta: Readonly<Record<string, string>>;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: Readonly<Record<string, number>>;
}

const origin = 'https://demo.invalid';

/** Sends a request for `path`. */
export function get(service: DemoService, path: string, init?: RequestInit): Promise<Response> {
  return service.handle(new Request(`${origin}${path}`, init));
}

/** Posts `body`, as JSON unless it is a string. */
export function post(service: DemoService, body: unknown, init?: RequestInit): Promise<Response> {
  return get(service, '/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
}

/** A request with one message of the user. */
export function asking(model: string, content: string, more: object = {}): object {
  return { model, messages: [{ role: 'user', content }], ...more };
}

/** The data of each event of a body in which every event is one data line. */
export function eventData(body: string): string[] {
  const events = body.split('\n\n');
  if (events.pop() !== '' || !events.every((event) => event.startsWith('data: '))) {
    throw new Error(`Not a sequence of data lines: ${body.slice(0, 200)}`);
  }
  return events.map((event) => event.slice('data: '.length));
}

/** The chunks of a stream that ends with `[DONE]`. */
export function chunksOf(body: string): Chunk[] {
  const data = eventData(body);
  if (data.pop() !== '[DONE]') {
    throw new Error('The stream does not end with [DONE].');
  }
  return data.map((json) => JSON.parse(json) as Chunk);
}

/** The text of all deltas. */
export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map(({ choices }) => choices[0]?.delta['content'] ?? '').join('');
}
