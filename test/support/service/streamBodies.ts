import assert from 'node:assert/strict';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import type { ServiceDiagnostic } from '../../../src/service/endpoint.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { ServiceErrorKind } from '../../../src/shared/service/serviceErrorKind.ts';
import type { ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { collect } from '../collect.ts';
import { bodyOf } from './bodyOf.ts';
import { chunk, replyStream } from './scripts.ts';

/** The request whose reply is read. */
export const request = {
  model: 'test-model',
  messages: [{ role: 'user', content: 'hi' }],
} as const;
/** What each of these replies begins with. */
export const started: ServiceEvent = {
  kind: 'started',
  requestId: 'chatcmpl-1',
  model: 'test-model',
  created: 1_700_000_000,
};
/** A piece of the text. */
export const text = (text: string): ServiceEvent => ({ kind: 'text', text });
/** A piece of the reasoning. */
export const reasoning = (text: string): ServiceEvent => ({ kind: 'reasoning', text });
/** The end of a reply that is complete. */
export const completed = (finishReason: string | null = 'stop'): ServiceEvent => ({
  kind: 'ended',
  finishReason,
  outcome: 'completed',
});
/** The end of a reply that is not. */
export const truncated = (finishReason: string | null = null): ServiceEvent => ({
  kind: 'ended',
  finishReason,
  outcome: 'truncated',
});

/** What a reader of a reply is given. */
interface Result {
  readonly events: readonly ServiceEvent[];
  readonly error: ServiceError | undefined;
  readonly diagnostics: readonly ServiceDiagnostic[];
}

/** The events with the words of neighbours together, as they are if they arrive in one piece. */
export function joined(events: readonly ServiceEvent[]): readonly ServiceEvent[] {
  const result: ServiceEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if ((event.kind === 'text' || event.kind === 'reasoning') && last?.kind === event.kind) {
      result.splice(-1, 1, { ...event, text: last.text + event.text });
    } else {
      result.push(event);
    }
  }
  return result;
}

/** Streams a reply whose body arrives in these pieces. */
export async function read(
  pieces: readonly (string | Uint8Array)[],
  contentType: string | null = 'text/event-stream',
): Promise<Result> {
  const diagnostics: ServiceDiagnostic[] = [];
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  const client = createServiceClient({
    baseUrl: 'https://host',
    fetch: async () => new Response(bodyOf(...pieces), { headers }),
  });
  const onDiagnostic = (diagnostic: ServiceDiagnostic): void => void diagnostics.push(diagnostic);
  const { events, error } = await collect(client.stream(request, { onDiagnostic }));
  assert.ok(error === undefined || error instanceof ServiceError, String(error));
  return { events, error, diagnostics };
}

/** Server-sent events with these data. */
export const data = (...lines: readonly string[]): string =>
  lines.map((line) => `data: ${line}\n\n`).join('');
/** A chunk with text. */
export const hello = chunk({ content: 'Hello' });
/** A chunk with a finish reason. */
export const stop = chunk({}, 'stop');
/** What a reply has used. */
export const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, cached: 1 };
const usageChunk = chunk({}, null, { choices: [], usage });

/** Bodies with the expected events, and how many server-sent events are skipped and are damaged. */
export const cases: readonly (readonly [
  name: string,
  body: string,
  events: readonly ServiceEvent[],
  skipped?: number,
  damaged?: number,
])[] = [
  [
    'the exact chunk sequence',
    replyStream(['Hel', 'lo']),
    [started, text('Hel'), text('lo'), completed()],
  ],
  ['CRLF', replyStream(['a']).replaceAll('\n', '\r\n'), [started, text('a'), completed()]],
  ['CR', replyStream(['a']).replaceAll('\n', '\r'), [started, text('a'), completed()]],
  ['a byte order mark', `\uFEFF${replyStream(['a'])}`, [started, text('a'), completed()]],
  [
    'no space after the colon',
    replyStream(['a']).replaceAll('data: ', 'data:'),
    [started, text('a'), completed()],
  ],
  [
    'multi-line data',
    `data: {"choices":[{"delta":\ndata: {"content":"a"}}]}\n\n${data(stop, '[DONE]')}`,
    [
      { ...started, requestId: undefined, model: undefined, created: undefined },
      text('a'),
      completed(),
    ],
  ],
  [
    'comments',
    `: keep-alive\n\n${data(hello)}: keep-alive\n\n${data(stop, '[DONE]')}`,
    [started, text('Hello'), completed()],
  ],
  [
    'comments re-wrapped as data',
    data(': keep-alive', hello, ': keep-alive', stop, '[DONE]'),
    [started, text('Hello'), completed()],
    2,
  ],
  [
    'no empty lines between events',
    data(hello, stop, '[DONE]').replaceAll('\n\n', '\n'),
    [started, text('Hello'), completed()],
  ],
  [
    'no empty line before [DONE]',
    `${data(hello)}data: ${stop}\ndata: [DONE]\n\n${data(hello)}`,
    [started, text('Hello'), completed()],
  ],
  [
    'no empty lines, and a damaged one',
    data(hello, hello.slice(10), stop, '[DONE]').replaceAll('\n\n', '\n'),
    [started, text('Hello'), completed()],
    1,
    1,
  ],
  ['empty data', data('', hello, '', stop, '[DONE]'), [started, text('Hello'), completed()]],
  ['finish reason length', replyStream(['a'], 'length'), [started, text('a'), truncated('length')]],
  [
    'finish reason content_filter',
    replyStream(['a'], 'content_filter'),
    [started, text('a'), truncated('content_filter')],
  ],
  ['an unknown finish reason', replyStream(['a'], 'eos'), [started, text('a'), completed('eos')]],
  ['no [DONE] after a finish reason', data(hello, stop), [started, text('Hello'), completed()]],
  [
    'no [DONE] after length',
    data(hello, chunk({}, 'length')),
    [started, text('Hello'), truncated('length')],
  ],
  ['no [DONE] and no finish reason', data(hello), [started, text('Hello'), truncated()]],
  [
    '[DONE] without finish reason',
    data(hello, '[DONE]'),
    [started, text('Hello'), completed(null)],
  ],
  [
    '[DONE] without blank line',
    `${data(hello, stop)}data: [DONE]`,
    [started, text('Hello'), completed()],
  ],
  [
    '[DONE] without finish reason and blank line',
    `${data(hello)}data: [DONE]\n`,
    [started, text('Hello'), completed(null)],
  ],
  [
    '[DONE] with junk',
    data(hello, '[DONE] ', '[DONE]x', ' [DONE]', hello),
    [started, text('Hello'), text('Hello'), truncated()],
    3,
  ],
  [
    'more after [DONE]',
    `${replyStream(['a'])}${data(hello, 'junk')}`,
    [started, text('a'), completed()],
  ],
  [
    'more after the finish reason',
    data(hello, stop, hello, '[DONE]'),
    [started, text('Hello'), text('Hello'), completed()],
  ],
  [
    'a last chunk without blank line',
    `${data(hello)}data: ${stop}`,
    [started, text('Hello'), completed()],
  ],
  [
    'a last chunk that is cut',
    `${data(hello)}data: ${stop.slice(0, -1)}`,
    [started, text('Hello'), truncated()],
    1,
    1,
  ],
  [
    'a last chunk that is cut, after the finish reason',
    `${data(hello, stop)}data: {"choices":[{"delta":{"content":"more`,
    [started, text('Hello'), completed()],
    1,
    1,
  ],
  [
    'usage with empty choices',
    data(hello, stop, usageChunk, '[DONE]'),
    [started, text('Hello'), { kind: 'usage', usage }, completed()],
  ],
  [
    'usage inside the choice',
    data(chunk({}, null, { choices: [{ index: 0, delta: {}, usage }] }), stop, '[DONE]'),
    [started, { kind: 'usage', usage }, completed()],
  ],
  [
    'usage of Groq',
    data(chunk({}, 'stop', { x_groq: { id: 'req_1', usage } }), '[DONE]'),
    [started, { kind: 'usage', usage }, completed()],
  ],
  [
    'usage repeated',
    data(usageChunk, usageChunk, stop, '[DONE]'),
    [started, { kind: 'usage', usage }, completed()],
  ],
  [
    'usage null',
    data(chunk({ content: 'a' }, 'stop', { usage: null }), '[DONE]'),
    [started, text('a'), completed()],
  ],
  [
    'usage with a count that is no number',
    data(chunk({}, 'stop', { usage: { total_tokens: 'many', x: 1 } }), '[DONE]'),
    [started, { kind: 'usage', usage: { x: 1 } as object }, completed()],
  ],
  [
    'role repeated or empty',
    data(
      chunk({ role: '', content: 'a' }),
      chunk({ role: 'assistant', content: 'b' }),
      stop,
      '[DONE]',
    ),
    [started, text('a'), text('b'), completed()],
  ],
  [
    'content null or absent',
    data(chunk({ content: null }), chunk({ role: 'assistant' }), stop, '[DONE]'),
    [started, completed()],
  ],
  [
    'content as parts',
    data(
      chunk({
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url' },
          5,
          { type: 'text', text: 'b' },
        ],
      }),
      stop,
      '[DONE]',
    ),
    [started, text('ab'), completed()],
  ],
  [
    'content of another type',
    data(
      chunk({ content: 5 }),
      chunk({ content: [1, null, { type: 'x', text: 'a' }] }),
      stop,
      '[DONE]',
    ),
    [started, completed()],
  ],
  [
    'reasoning_content',
    data(chunk({ reasoning_content: 'r' }), chunk({ content: 'a' }), stop, '[DONE]'),
    [started, reasoning('r'), text('a'), completed()],
  ],
  [
    'reasoning',
    data(chunk({ reasoning: 'r', content: 'a' }), stop, '[DONE]'),
    [started, reasoning('r'), text('a'), completed()],
  ],
  [
    'thinking among the parts of the content',
    data(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'r' }] }] }),
      chunk({
        content: [
          { type: 'thinking', thinking: 's' },
          { type: 'text', text: 'a' },
        ],
      }),
      chunk({
        content: [
          { type: 'reasoning', summary: [{ text: 't' }, 5] },
          { type: 'refusal', refusal: 'b' },
        ],
      }),
      stop,
      '[DONE]',
    ),
    [started, reasoning('r'), reasoning('s'), text('a'), reasoning('t'), text('b'), completed()],
  ],
  [
    'a refusal',
    data(chunk({ content: null, refusal: 'I can' }), chunk({ refusal: "'t." }), stop, '[DONE]'),
    [started, text('I can'), text("'t."), completed()],
  ],
  [
    'a message in place of the delta',
    data(
      chunk({}, null, { choices: [{ index: 0, message: { content: 'a' } }] }),
      chunk({}, null, { choices: [{ delta: null, message: { reasoning: 'r', content: 'b' } }] }),
      stop,
      '[DONE]',
    ),
    [started, text('a'), reasoning('r'), text('b'), completed()],
  ],
  [
    'the message so far beside each delta',
    data(
      chunk({}, null, { choices: [{ delta: { content: 'a' }, message: { content: 'a' } }] }),
      chunk({}, null, { choices: [{ delta: { content: 'b' }, message: { content: 'ab' } }] }),
      chunk({}, null, { choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }] }),
      '[DONE]',
    ),
    [started, text('a'), text('b'), completed()],
  ],
  [
    'an index that is a text',
    data(
      chunk({}, null, {
        choices: [
          { index: '1', delta: { content: 'b' } },
          { index: '0', delta: { content: 'a' }, finish_reason: 'stop' },
        ],
      }),
      '[DONE]',
    ),
    [started, text('a'), completed()],
  ],
  ...[
    'max_tokens',
    'MAX_TOKENS',
    'model_length',
    'network_error',
    'insufficient_system_resource',
    'abort',
    'sensitive',
    'SAFETY',
    'RECITATION',
    'IMAGE_SAFETY',
  ].map(
    (reason) =>
      [
        `finish reason ${reason}`,
        replyStream(['a'], reason),
        [started, text('a'), truncated(reason)],
      ] as const,
  ),
  [
    'both names of reasoning',
    data(chunk({ reasoning: 'r', reasoning_content: 'r' }), stop, '[DONE]'),
    [started, reasoning('r'), completed()],
  ],
  [
    'tool calls',
    data(
      chunk({ tool_calls: [{ index: 0, function: { name: 'f' } }] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ),
    [
      started,
      { kind: 'toolCall', index: 0, id: undefined, name: 'f', arguments: '' },
      completed('tool_calls'),
    ],
  ],
  [
    'a second choice',
    data(
      chunk({}, null, {
        choices: [
          { index: 1, delta: { content: 'b' } },
          { index: 0, delta: { content: 'a' } },
        ],
      }),
      chunk({}, null, { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] }),
      stop,
      '[DONE]',
    ),
    [started, text('a'), completed()],
  ],
  [
    'a choice without index',
    data('{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}', '[DONE]'),
    [
      { ...started, requestId: undefined, model: undefined, created: undefined },
      text('a'),
      completed(),
    ],
  ],
  [
    'a first chunk without id and model',
    data(chunk({}, null, { id: '', model: '', choices: [] }), hello, stop, '[DONE]'),
    [started, text('Hello'), completed()],
  ],
  [
    'choices and deltas of another type',
    data(
      chunk({}, null, { choices: 'x' }),
      chunk({}, null, { choices: [null, 'x'] }),
      chunk({}, null, { choices: [{ delta: 'x' }] }),
      stop,
      '[DONE]',
    ),
    [started, completed()],
  ],
  [
    'unparsable lines',
    data(hello, '{"choices":', 'null', '5', '[]', '"x"', stop, '[DONE]'),
    [started, text('Hello'), completed()],
    5,
    1,
  ],
  [
    'a chunk without its beginning',
    data(hello, hello.slice(10), stop, '[DONE]'),
    [started, text('Hello'), completed()],
    1,
    1,
  ],
  [
    'damaged names of the field',
    `dat: ${hello}\n\n${data(hello)} data: ${hello}\n\n\uFEFFdata: ${hello}\n\n${hello}\n\n${data(stop, '[DONE]')}`,
    [started, text('Hello'), completed()],
    4,
    4,
  ],
  [
    'a damaged line beside a chunk, and one that is cut',
    `x: {"a":1}\n${data(hello, stop)}dat: {"choices":`,
    [started, text('Hello'), completed()],
    2,
    2,
  ],
  [
    'unknown fields without a brace',
    `\uFEFFping\n\nserver: x\ndatax: y\n${data(hello)}: {"comment":1}\nretry: {\nid: {\nevent: {\n\n${data(stop, '[DONE]')}`,
    [started, text('Hello'), completed()],
  ],
  [
    'a byte order mark',
    `\uFEFF${data(hello, stop, '[DONE]')}`,
    [started, text('Hello'), completed()],
  ],
  [
    'an empty error object with every chunk',
    data(
      chunk({ content: 'a' }, null, { error: { message: '', type: '', param: '', code: null } }),
      chunk({}, 'stop', { error: {} }),
      '[DONE]',
    ),
    [started, text('a'), completed()],
  ],
  [
    'error null',
    data(
      chunk({ content: 'a' }, null, { error: null }),
      chunk({}, 'stop', { error: '' }),
      '[DONE]',
    ),
    [started, text('a'), completed()],
  ],
  [
    'other event types',
    `event: completion\n${data(hello, stop, '[DONE]')}`,
    [started, text('Hello'), completed()],
  ],
  [
    'spaces and escapes of the service',
    data(
      '{ "choices": [ { "delta": { "content" : "caf\\u00e9\\/" } } ] }',
      '{ "choices": [ { "delta": { "content" : "th\\u00e9\\/" } } ] }',
      '[DONE]',
    ),
    [
      { ...started, requestId: undefined, model: undefined, created: undefined },
      text('café/'),
      text('thé/'),
      completed(null),
    ],
  ],
  [
    'content in other places',
    data(
      chunk({ content: 'a' }, null, { note: { content: 'b' }, content: 'c' }),
      chunk({ content: 'a', extra: { content: 'b' } }),
      chunk({ content: 'a' }).replace('"a"', '"a","content":"d"'),
      '[DONE]',
    ),
    [started, text('a'), text('a'), text('d'), completed(null)],
  ],
  [
    'text beyond ASCII',
    replyStream(['é漢😀', '\u2028']),
    [started, text('é漢😀'), text('\u2028'), completed()],
  ],
];

/** Bodies of replies that fail, with the events before the error and the kind of the error. */
export const failures: readonly (readonly [
  name: string,
  body: string,
  events: readonly ServiceEvent[],
  kind: ServiceErrorKind,
  facts?: { readonly code?: string; readonly detail?: string },
])[] = [
  [
    'an error object',
    data(hello, '{"error":{"message":"boom","code":"oops"}}', hello),
    [started, text('Hello')],
    'stream',
    { code: 'oops', detail: 'boom' },
  ],
  [
    'an error text',
    data(hello, '{"error":"boom"}'),
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'an error object with choices',
    data(hello, chunk({}, 'error', { error: { code: 502, message: 'boom' } })),
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'an error object first',
    data('{"error":{"message":"boom"}}', '[DONE]'),
    [],
    'stream',
    { detail: 'boom' },
  ],
  [
    'an error object last, without blank line',
    `${data(hello)}data: {"error":{"message":"boom"}}`,
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'an object that says it is an error',
    data(hello, '{"object":"error","message":"boom","code":400}'),
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'event: error with text',
    `${data(hello)}event: error\n${data('boom')}`,
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'event: error with JSON',
    `${data(hello)}event: error\n${data('{"message":"boom"}')}`,
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'context too long',
    data('{"error":{"message":"x","code":"context_length_exceeded"}}'),
    [],
    'contextTooLong',
  ],
  [
    'a rate limit',
    data(hello, '{"error":{"message":"slow down","code":429}}'),
    [started, text('Hello')],
    'rateLimited',
  ],
  ['no quota', data('{"error":{"message":"x","type":"insufficient_quota"}}'), [], 'quota'],
  ['an empty body', '', [], 'protocol'],
  ['nothing but comments', ': a\n\n: b\n\n', [], 'protocol'],
  ['nothing but junk', data('boom'), [], 'protocol', { detail: 'boom' }],
  ['[DONE] and nothing else', data('[DONE]'), [], 'protocol'],
  [
    '[DONE] after words',
    data('out of memory', '[DONE]'),
    [],
    'protocol',
    { detail: 'out of memory' },
  ],
  ['[DONE] after chunks without anything', data('{}', '{"choices":[]}', '[DONE]'), [], 'protocol'],
  [
    'an error field beside data',
    `${data(hello)}error: {"code":500,"message":"boom","type":"server_error"}\n\n${data(hello)}`,
    [started, text('Hello')],
    'stream',
    { detail: 'boom', code: '500' },
  ],
  [
    'an error field first, without an empty line, and [DONE]',
    `error:boom\r\n\r\n${data('[DONE]')}`,
    [],
    'stream',
    { detail: 'boom' },
  ],
  ['an error field last', `${data(hello)}error: boom`, [started, text('Hello')], 'stream'],
  [
    'a last error event without blank line',
    `${data(hello)}event: error\ndata: boom`,
    [started, text('Hello')],
    'stream',
    { detail: 'boom' },
  ],
  [
    'a wrong key',
    data('{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}'),
    [],
    'auth',
  ],
  [
    'a wrong key by its number',
    data(hello, '{"error":{"message":"no","code":401}}'),
    [started, text('Hello')],
    'auth',
  ],
  [
    'a model taken offline',
    data('{"error":{"message":"The model test-1.5 was taken offline"}}'),
    [],
    'stream',
    { code: 'model_not_found' },
  ],
];
