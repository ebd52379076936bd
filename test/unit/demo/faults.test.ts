import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import { setDisplayLanguage } from '../../../src/shared/language.ts';
import { withToolCall } from '../../../src/shared/service/chatCompletion.ts';
import { collect } from '../../support/collect.ts';
import { asking, chunksOf, eventData, post, textOf } from './ask.ts';

const service = createDemoService({ delayMs: 0 });

function ask(prompt: string, stream = true): Promise<Response> {
  return post(service, asking('demo-faults', prompt, { stream }));
}

const client = createServiceClient({
  baseUrl: 'https://demo.invalid',
  fetch: async (url, init) => service.handle(new Request(url, init)),
});

/** The kind, the code and the words of the failure that a word asks for. */
async function failureOf(word: string) {
  const messages = [{ role: 'user', content: word }] as const;
  const { error } = await collect(client.stream({ model: 'demo-faults', messages }));
  assert.ok(error instanceof ServiceError);
  const { kind, code, detail } = error;
  return { kind, code, detail };
}

async function waitOf(prompt: string): Promise<string | null> {
  return (await ask(prompt)).headers.get('retry-after');
}

describe('demo-faults', () => {
  it('lists what it can do where it is asked for nothing of it', async () => {
    const list = textOf(chunksOf(await (await ask('What now?')).text()));
    for (const word of ['cut', 'stall', 'error', 'length', 'html', '429', '500']) {
      assert.ok(list.includes(`| \`${word}\` |`), word);
    }
  });

  it('does what the last paragraph asks for, whatever failed before', async () => {
    assert.equal((await ask('500\n\n401')).status, 401);
  });

  it('cut: ends without a finish reason and without [DONE]', async () => {
    const data = eventData(await (await ask('Please cut the stream.')).text());
    assert.ok(data.length > 5);
    assert.ok(!data.includes('[DONE]'));
    assert.ok(data.every((json) => JSON.parse(json).choices[0].finish_reason === null));
    const stream_options = { include_usage: true };
    const asked = asking('demo-faults', 'cut', { stream: true, stream_options });
    const cut = eventData(await (await post(service, asked)).text());
    assert.ok(cut.every((json) => !json.includes('"usage"')));
    const whole = await (await ask('cut', false)).text();
    assert.throws(() => JSON.parse(whole), SyntaxError);
  });

  it('error: an error object inside the stream, after some text', async () => {
    const data = eventData(await (await ask('error')).text());
    const { error } = JSON.parse(data.pop() ?? '');
    assert.equal(error.code, 'overloaded');
    assert.ok(data.length > 5);
    assert.equal((await ask('error', false)).status, 500);
  });

  it('length: ends with the finish reason length', async () => {
    const chunks = chunksOf(await (await ask('length')).text());
    assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'length');
    const whole = await (await ask('length', false)).json();
    assert.equal(whole.choices[0].finish_reason, 'length');
  });

  it('garbage: one line cannot be read', async () => {
    const data = eventData(await (await ask('garbage')).text());
    const broken = data.slice(0, -1).filter((json) => {
      try {
        return JSON.parse(json) === undefined;
      } catch {
        return true;
      }
    });
    assert.equal(broken.length, 1);
  });

  it('tool: a tool call in both modes', async () => {
    const chunks = chunksOf(await (await ask('tool')).text());
    assert.equal(textOf(chunks), '');
    assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, 'tool_calls');
    const { choices } = await (await ask('tool', false)).json();
    const [call] = choices[0].message.tool_calls;
    assert.deepEqual(JSON.parse(call.function.arguments), { city: 'Reykjavík', days: 3 });
    const messages = [{ role: 'user', content: 'tool' }] as const;
    const { events } = await collect(client.stream({ model: 'demo-faults', messages }));
    const calls = events.filter((event) => event.kind === 'toolCall').reduce(withToolCall, []);
    assert.deepEqual(calls, [
      { id: 'call_1', name: 'get_weather', arguments: call.function.arguments },
    ]);
  });

  it('reasoning: reasoning comes between the role and the text', async () => {
    const deltas = chunksOf(await (await ask('reasoning')).text()).map(
      ({ choices }) => Object.keys(choices[0]?.delta ?? {})[0],
    );
    assert.deepEqual(deltas.slice(0, 4), [
      'role',
      'reasoning_content',
      'reasoning_content',
      'content',
    ]);
  });

  it('empty: no text at all', async () => {
    const chunks = chunksOf(await (await ask('empty')).text());
    assert.equal(chunks.length, 2);
  });

  it('html: a page with status 200', async () => {
    const response = await ask('html');
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /^<!doctype html>/);
  });

  const refusals = [
    ['401', 401, 'authentication_error', 'invalid_api_key'],
    ['403', 403, 'permission_error', 'model_not_permitted'],
    ['404', 404, 'invalid_request_error', 'model_not_found'],
    ['429', 429, 'rate_limit_error', 'rate_limit_exceeded'],
    ['500', 500, 'server_error', 'internal_error'],
    ['503', 503, 'server_error', 'unavailable'],
    ['context', 400, 'invalid_request_error', 'context_length_exceeded'],
    ['quota', 429, 'rate_limit_error', 'insufficient_quota'],
  ] as const;
  for (const [word, status, type, code] of refusals) {
    it(`${word}: status ${status}, ${code}`, async () => {
      const response = await ask(word);
      assert.equal(response.status, status);
      assert.match(response.headers.get('x-request-id') ?? '', /^req_/);
      const { error } = await response.json();
      assert.deepEqual([error.type, error.code], [type, code]);
    });
  }

  it('fails in the same ways in every language', async () => {
    const words = ['401', '403', '404', '500', 'context', 'quota', 'error'];
    const english = await Promise.all(words.map(failureOf));
    const details = english.map(({ detail = '' }) => detail.replace('demo-faults', '{0}'));
    const translations = Object.fromEntries(details.map((detail) => [detail, 'Übersetzt']));
    setDisplayLanguage({ tag: 'de', translations });
    try {
      const translated = await Promise.all(words.map(failureOf));
      const withoutWords = ({ kind, code }: (typeof english)[number]) => ({ kind, code });
      assert.deepEqual(translated.map(withoutWords), english.map(withoutWords));
      assert.ok(translated.every(({ detail }) => detail === 'Übersetzt'));
    } finally {
      setDisplayLanguage({ tag: 'en', translations: undefined });
    }
  });

  it('429 and 503 say when to come back; the prompt may choose', async () => {
    assert.equal(await waitOf('429'), '2');
    assert.equal(await waitOf('a 429 10 please'), '10');
    assert.equal(await waitOf('503 0'), '0');
    assert.equal(await waitOf('quota'), null);
    assert.equal(await waitOf('500 10'), null);
  });
});
