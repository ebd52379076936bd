import assert from 'node:assert/strict';
import { requestBody } from '../../../../src/service/http/request.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import type { ChatCompletionRequest } from '../../../../src/shared/service/chatCompletion.ts';

const request: ChatCompletionRequest = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
/** What every request for a stream has beside its own fields. */
const streamed = { stream_options: { include_usage: true }, stream: true };

function bodyOfRequest(
  fields: Partial<ChatCompletionRequest>,
  extraBody?: Record<string, unknown>,
): unknown {
  return JSON.parse(requestBody({ ...request, ...fields }, { stream: true, extraBody }));
}

describe('requestBody', () => {
  it('holds nothing that is not set', () => {
    assert.equal(
      requestBody({ ...request, temperature: undefined }, { stream: false }),
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":false}',
    );
  });

  it('holds every parameter that is set, zeros and the ends of the ranges included', () => {
    const low = { max_tokens: 1, temperature: 0, top_p: 0, n: 1, stop: '' };
    const high = { max_tokens: 1e6, temperature: 2, top_p: 1, n: 3, stop: ['a', 'b', 'c', 'd'] };
    for (const fields of [low, high]) {
      assert.deepEqual(bodyOfRequest(fields), { ...request, ...fields, ...streamed });
    }
  });

  it('sends role and content of a message and nothing else of it', () => {
    const message = { role: 'user', content: 'hi', id: 'private' } as const;
    assert.deepEqual(bodyOfRequest({ messages: [message] }), { ...request, ...streamed });
  });

  it('has tools, calls without a text and their results as services expect them', () => {
    const tool = {
      type: 'function',
      function: { name: 'look', parameters: { type: 'object', properties: {} } },
    } as const;
    const tool_calls = [
      { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } },
    ] as const;
    const answer = { role: 'tool', content: '', tool_call_id: 'a' } as const;
    const fields = {
      messages: [...request.messages, { role: 'assistant', content: '', tool_calls }, answer],
      tools: [tool],
      tool_choice: 'required',
    } as const;
    assert.deepEqual(bodyOfRequest(fields), {
      ...request,
      ...fields,
      messages: [...request.messages, { role: 'assistant', content: null, tool_calls }, answer],
      ...streamed,
    });
    assert.deepEqual(bodyOfRequest({ tool_choice: 'required' }), { ...request, ...streamed });
  });

  it('leaves out and renames what the request says, last of all', () => {
    const adjustments = [
      { field: 'max_tokens', sentAs: 'max_completion_tokens' },
      { field: 'seed' },
      { field: 'top_p' },
    ] as const;
    assert.deepEqual(
      bodyOfRequest({ max_tokens: 9, temperature: 1, adjustments }, { seed: 7, user: 'u' }),
      {
        ...request,
        temperature: 1,
        user: 'u',
        max_completion_tokens: 9,
        ...streamed,
      },
    );
    const both = { max_completion_tokens: 5 };
    assert.deepEqual(bodyOfRequest({ max_tokens: 9, adjustments }, both), {
      ...request,
      ...both,
      ...streamed,
    });
  });

  it('never loses what makes it the request that it is', () => {
    const adjustments = ['model', 'messages', 'stream', ''].map((field) => ({ field }));
    assert.deepEqual(bodyOfRequest({ adjustments }), { ...request, ...streamed });
  });

  it('adds extra fields, which replace none that is set', () => {
    const extra = { seed: 7, model: 'x', messages: [], stream: false, temperature: 1, top_p: 0.5 };
    assert.deepEqual(bodyOfRequest({ temperature: 0.2 }, extra), {
      ...request,
      seed: 7,
      temperature: 0.2,
      top_p: 0.5,
      ...streamed,
    });
  });

  it('adds the fields of the request, which replace extra fields and no parameter', () => {
    const fields = { seed: 7, user: 'chat', n: 2, stream: false, response_format: 'x', top_k: 4 };
    const response_format = { type: 'json_object' };
    assert.deepEqual(
      bodyOfRequest({ fields, response_format, n: 1 }, { user: 'connection', top_p: 0.5 }),
      {
        ...request,
        seed: 7,
        user: 'chat',
        top_k: 4,
        n: 1,
        response_format,
        top_p: 0.5,
        ...streamed,
      },
    );
    const nameless = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as object;
    const body = requestBody({ ...request, fields: { ...nameless } }, { stream: true });
    assert.match(body, /"__proto__":\{"a":1\},"constructor":2/);
  });

  it('lets the fields of a chat decide on the usage', () => {
    const fields = { stream_options: null };
    assert.deepEqual(bodyOfRequest({ fields }), { ...request, stream: true });
    const own = { include_usage: false };
    assert.deepEqual(bodyOfRequest({ fields: { stream_options: own } }, { stream_options: null }), {
      ...request,
      stream_options: own,
      stream: true,
    });
  });

  it('asks a stream for its usage, unless the user has set that otherwise', () => {
    const own = { include_usage: false, chunk: 9 };
    const sent = (extraBody: Record<string, unknown>, stream = true): unknown =>
      JSON.parse(requestBody(request, { stream, extraBody })).stream_options;
    assert.deepEqual(sent({}), { include_usage: true });
    assert.deepEqual(sent({ stream_options: own }), own);
    assert.equal(sent({ stream_options: null }), undefined, 'null leaves it out');
    assert.equal(sent({}, false), undefined);
    assert.deepEqual(sent({ stream_options: own }, false), own);
    const adjustments = [{ field: 'stream_options' }];
    assert.deepEqual(bodyOfRequest({ adjustments }), { ...request, stream: true });
  });

  const refused: readonly (readonly [field: string, range: string, values: readonly unknown[]])[] =
    [
      ['temperature', '0 to 2', [-0.1, 2.1, Number.NaN, Infinity, '1', null]],
      ['top_p', '0 to 1', [-0.1, 1.1, Number.NaN, '1']],
      ['max_tokens', 'greater than 0', [0, -1, 1.5, Number.NaN, Infinity, '5']],
      ['n', 'greater than 0', [0, 0.5, Number.NaN]],
      ['stop', 'at most 4', [['a', 'b', 'c', 'd', 'e']]],
      ['stop', 'a list of strings', [[1], 5]],
      ['model', 'ID', ['', undefined]],
      ['messages', 'at least one', [[]]],
    ];
  for (const [field, range, values] of refused) {
    for (const value of values) {
      it(`refuses ${field} = ${JSON.stringify(value)} by name and range`, () => {
        assert.throws(
          () => bodyOfRequest({ [field]: value }),
          (error) =>
            error instanceof ServiceError &&
            error.kind === 'badRequest' &&
            error.message.includes(field) &&
            error.message.includes(range),
        );
      });
    }
  }

  it('checks extra fields of the same names as well', () => {
    assert.throws(() => bodyOfRequest({}, { temperature: 3 }), /temperature/);
  });

  it('refuses extra fields that are no JSON', () => {
    assert.throws(() => bodyOfRequest({}, { seed: 1n }), ServiceError);
  });
});
