import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createDemoService } from '../../../src/demo/service.ts';
import { asking, chunksOf, get, post, textOf } from './ask.ts';

const service = createDemoService({ delayMs: 0, now: () => 1_795_000_000_999 });

describe('embedded service', () => {
  it('lists its models with the fields of the interface', async () => {
    const response = await get(service, '/v1/models');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const list = await response.json();
    assert.equal(list.object, 'list');
    assert.deepEqual(
      list.data.map(({ id }: { id: string }) => id),
      ['demo-tour', 'demo-echo', 'demo-long', 'demo-faults'],
    );
    for (const model of list.data) {
      assert.deepEqual(Object.keys(model), ['id', 'object', 'created', 'owned_by']);
      assert.equal(model.object, 'model');
      assert.equal(model.owned_by, 'parley-demo');
      assert.ok(Number.isInteger(model.created));
    }
    assert.equal(list.data.filter(({ created }: { created: number }) => created === 0).length, 1);
  });

  it('gives a standard reply', async () => {
    const response = await post(service, asking('demo-echo', 'one two three'));
    assert.equal(response.status, 200);
    const tag = response.headers.get('x-request-id')?.replace(/^req_/, '');
    assert.match(tag ?? '', /^[0-9a-f]{24}$/);
    assert.deepEqual(await response.json(), {
      id: `chatcmpl-${tag}`,
      object: 'chat.completion',
      created: 1_795_000_000,
      model: 'demo-echo',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'one two three' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 4, completion_tokens: 4, total_tokens: 8 },
    });
  });

  it('streams exactly these bytes', async () => {
    const response = await post(service, asking('demo-echo', 'Grüße, 世界', { stream: true }));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const id = response.headers.get('x-request-id')?.replace(/^req_/, 'chatcmpl-');
    const head = `"id":"${id}","object":"chat.completion.chunk","created":1795000000,"model":"demo-echo"`;
    const chunk = (delta: string, end: string): string =>
      `data: {${head},"choices":[{"index":0,"delta":${delta},"finish_reason":${end}}\n\n`;
    const usage = '"usage":{"prompt_tokens":3,"completion_tokens":3,"total_tokens":6}';
    assert.equal(
      await response.text(),
      chunk('{"role":"assistant","content":""}', 'null}]') +
        chunk('{"content":"Grüße,"}', 'null}]') +
        chunk('{"content":" 世界"}', 'null}]') +
        chunk('{}', `"stop"}],${usage}`) +
        'data: [DONE]\n\n',
    );
  });

  it('sends the usage in a chunk of its own if it is asked for that way', async () => {
    const ask = (include_usage: unknown): Promise<Response> =>
      post(
        service,
        asking('demo-echo', 'a b', { stream: true, stream_options: { include_usage } }),
      );
    const usage = { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 };
    const [last, own] = chunksOf(await (await ask(true)).text()).slice(-2);
    assert.deepEqual([last?.choices[0]?.finish_reason, last?.usage], ['stop', null]);
    assert.deepEqual([own?.choices, own?.usage], [[], usage]);
    for (const notAsked of [false, null]) {
      assert.deepEqual(chunksOf(await (await ask(notAsked)).text()).at(-1)?.usage, usage);
    }
    const refused = await ask('yes');
    assert.deepEqual([refused.status, (await refused.json()).error.param], [400, 'stream_options']);
  });

  it('gives the same text, finish reason and usage in both modes, whatever the message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        async (content, max_tokens) => {
          const whole = await post(service, asking('demo-echo', content, { max_tokens }));
          const { choices, usage } = await whole.json();
          const streamed = await post(
            service,
            asking('demo-echo', content, { max_tokens, stream: true }),
          );
          const chunks = chunksOf(await streamed.text());
          assert.equal(textOf(chunks), choices[0].message.content);
          assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, choices[0].finish_reason);
          assert.deepEqual(chunks.at(-1)?.usage, usage);
          assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
          assert.ok(chunks.slice(0, -1).every(({ choices: [choice] }) => !choice?.finish_reason));
        },
      ),
    );
  });

  it('cuts at max_tokens and says so', async () => {
    const cut = await post(service, asking('demo-echo', 'one two three', { max_tokens: 2 }));
    const { choices, usage } = await cut.json();
    assert.equal(choices[0].message.content, 'one two');
    assert.equal(choices[0].finish_reason, 'length');
    assert.equal(usage.completion_tokens, 2);
    const just = await post(service, asking('demo-echo', 'one two', { max_tokens: 2 }));
    assert.equal((await just.json()).choices[0].finish_reason, 'stop');
  });

  it('ends before the first stop sequence', async () => {
    for (const stop of ['three', ['four', 'three', '']]) {
      const body = asking('demo-echo', 'one two three four', { stop });
      const { choices } = await (await post(service, body)).json();
      assert.equal(choices[0].message.content, 'one two ');
      assert.equal(choices[0].finish_reason, 'stop');
    }
  });

  it('echoes the last message of the user, not of anyone else', async () => {
    const messages = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'first' },
      { role: 'user', content: 'second' },
      { role: 'assistant', content: 'third' },
    ];
    const { choices } = await (await post(service, { model: 'demo-echo', messages })).json();
    assert.equal(choices[0].message.content, 'second');
  });

  it('asks for the key where it has one', async () => {
    const locked = createDemoService({ apiKey: 'sk-right', delayMs: 0 });
    const answers = async (authorization?: string): Promise<unknown[]> => {
      const headers = new Headers(
        authorization === undefined ? [] : [['authorization', authorization]],
      );
      const response = await get(locked, '/v1/models', { headers });
      return [response.status, (await response.json()).error?.code];
    };
    assert.deepEqual(await answers(), [401, 'missing_api_key']);
    assert.deepEqual(await answers('Bearer sk-wrong'), [401, 'invalid_api_key']);
    assert.deepEqual(await answers('Basic sk-right'), [401, 'invalid_api_key']);
    assert.deepEqual(await answers('sk-right'), [401, 'invalid_api_key']);
    assert.deepEqual(await answers('bearer sk-right'), [200, undefined]);
    const chat = await post(locked, asking('demo-echo', 'hello'));
    assert.equal(chat.status, 401);
  });

  it('takes any key, and none, where it has none', async () => {
    for (const headers of [new Headers(), new Headers({ authorization: 'Bearer whatever' })]) {
      assert.equal((await get(service, '/v1/models', { headers })).status, 200);
    }
  });

  it('refuses other paths and methods', async () => {
    assert.deepEqual(await refusal('/models', 'GET'), [404, null, 'not_found']);
    assert.deepEqual(await refusal('/v1/models', 'POST'), [405, 'GET', 'method_not_allowed']);
    assert.deepEqual(await refusal('/v1/chat/completions', 'GET'), [
      405,
      'POST',
      'method_not_allowed',
    ]);
  });

  it('names a model that it does not have', async () => {
    const response = await post(service, asking('Demo-Echo', 'hello'));
    assert.equal(response.status, 404);
    const { error } = await response.json();
    assert.deepEqual([error.code, error.param], ['model_not_found', 'model']);
    assert.match(error.message, /“Demo-Echo”/);
  });

  it('gives each request its own id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => {
        return (await get(service, '/v1/models')).headers.get('x-request-id');
      }),
    );
    assert.equal(new Set(ids).size, 50);
  });
});

async function refusal(path: string, method: string): Promise<unknown[]> {
  const response = await get(service, path, { method });
  return [response.status, response.headers.get('allow'), (await response.json()).error.code];
}
