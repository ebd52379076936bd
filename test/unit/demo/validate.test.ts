import assert from 'node:assert/strict';
import { createDemoService } from '../../../src/demo/service.ts';
import { asking, post } from './ask.ts';

const service = createDemoService({ delayMs: 0 });

/** What is wrong, the field that the error names, and words of its message. */
const refused: readonly (readonly [string, unknown, string | null, RegExp])[] = [
  ['a body that is not JSON', '{"model":', null, /not valid JSON/],
  ['a body that is empty', '', null, /not valid JSON/],
  ['a body that is an array', [], null, /JSON object/],
  ['no model', { messages: [] }, 'model', /'model' is missing/],
  ['a model that is a number', { model: 1 }, 'model', /'model' must be a string/],
  ['no messages', { model: 'demo-echo' }, 'messages', /'messages' is missing/],
  ['messages that are null', { model: 'demo-echo', messages: null }, 'messages', /is missing/],
  ['empty messages', { model: 'demo-echo', messages: [] }, 'messages', /at least one/],
  ['messages that are a string', { model: 'demo-echo', messages: 'hi' }, 'messages', /array/],
  ['a message that is a string', { model: 'demo-echo', messages: ['hi'] }, 'messages', /objects/],
  [
    'an unknown role',
    {
      model: 'demo-echo',
      messages: [
        { role: 'user', content: '' },
        { role: 'tool', content: '' },
      ],
    },
    'messages[1].role',
    /'system', 'user' or 'assistant'/,
  ],
  [
    'a message without content',
    { model: 'demo-echo', messages: [{ role: 'user' }] },
    'messages[0].content',
    /string/,
  ],
  ['temperature above 2', withField({ temperature: 2.1 }), 'temperature', /from 0 to 2, not 2\.1/],
  ['temperature below 0', withField({ temperature: -0.1 }), 'temperature', /from 0 to 2/],
  ['temperature as a string', withField({ temperature: '1' }), 'temperature', /number/],
  ['top_p above 1', withField({ top_p: 1.1 }), 'top_p', /from 0 to 1, not 1\.1/],
  ['max_tokens of 0', withField({ max_tokens: 0 }), 'max_tokens', /at least 1/],
  ['max_tokens of 1.5', withField({ max_tokens: 1.5 }), 'max_tokens', /integer/],
  ['n of 2', withField({ n: 2 }), 'n', /must be 1/],
  ['n as a string', withField({ n: '1' }), 'n', /integer/],
  ['five stop sequences', withField({ stop: ['a', 'b', 'c', 'd', 'e'] }), 'stop', /at most 4/],
  ['a stop that is a number', withField({ stop: 1 }), 'stop', /string/],
  ['stream as a string', withField({ stream: 'true' }), 'stream', /true or false/],
];

function withField(fields: object): object {
  return asking('demo-echo', 'hello', fields);
}

describe('embedded service, requests', () => {
  for (const [what, body, param, message] of refused) {
    it(`refuses ${what}`, async () => {
      const response = await post(service, body);
      assert.equal(response.status, 400);
      const { error } = await response.json();
      assert.deepEqual(Object.keys(error), ['message', 'type', 'code', 'param']);
      assert.equal(error.type, 'invalid_request_error');
      assert.equal(error.param, param);
      assert.match(error.message, message);
    });
  }

  it('takes the ends of each range, null for what is not set, and fields it does not know', async () => {
    for (const fields of [
      { temperature: 0, top_p: 0, n: 1, max_tokens: 1, stop: [] },
      { temperature: 2, top_p: 1, stop: ['a', 'b', 'c', 'd'] },
      { temperature: null, top_p: null, n: null, max_tokens: null, stop: null, stream: null },
      { seed: 1, stream_options: { include_usage: true } },
    ]) {
      assert.equal((await post(service, withField(fields))).status, 200);
    }
  });
});
