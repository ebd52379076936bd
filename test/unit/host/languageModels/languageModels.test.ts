import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { AskedRequest } from '../../../../src/host/languageModels/languageModelRequest.ts';
import type { ReportedPart } from '../../../../src/host/languageModels/untypedParts.ts';
import { aPng, pngChunk } from '../../../support/images/imageFiles.ts';
import { chunk, eventStream, json, replyStream } from '../../../support/service/scripts.ts';
import type { Script, ScriptedService } from '../../../support/service/scriptedService.ts';
import { startScriptedService } from '../../../support/service/scriptedService.ts';
import {
  CancellationError,
  LanguageModelDataPart,
  LanguageModelPromptTsxPart,
  LanguageModelTextPart as Text,
  LanguageModelThinkingPart,
  LanguageModelToolCallPart as Call,
  LanguageModelToolResultPart as Result,
  statusBarItems,
} from '../../../support/vscodeStandIn.ts';
import { type Asked, cancellation, offer, replyOf, toolModes } from './offeredConnection.ts';

type Message = AskedRequest['messages'][number];

/** The numbers are VS Code's; its types do not have that of the system. */
const roles = { user: 1, assistant: 2, system: 3 };

function message(role: keyof typeof roles, content: readonly unknown[]): Message {
  const given: object = { role: roles[role], content, name: undefined };
  return given as Message;
}

const user = (...content: readonly unknown[]) => message('user', content);
const assistant = (...content: readonly unknown[]) => message('assistant', content);
const system = (...content: readonly unknown[]) => message('system', content);

const hello = { messages: [user(new Text('hello'))] };
const look = {
  name: 'look',
  description: 'Looks at a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

type Offer = Parameters<typeof offer>[0];

/** Runs `test` with models of a service that answers with these scripts. */
async function withModels(
  scripts: readonly Script[],
  test: (given: ReturnType<typeof offer> & { readonly service: ScriptedService }) => Promise<void>,
  {
    connection = {},
    ...others
  }: Omit<Partial<Offer>, 'connection'> & {
    readonly connection?: Partial<Offer['connection']>;
  } = {},
): Promise<void> {
  const service = await startScriptedService(...scripts);
  const base = { id: 'c', name: 'Home', baseUrl: service.origin, offerToVSCode: true };
  const given = offer({ connection: { ...base, ...connection }, ...others });
  try {
    await test({ ...given, service });
  } finally {
    await service.close();
  }
}

function bodyOf(service: ScriptedService, index = 0): Readonly<Record<string, unknown>> {
  return JSON.parse(service.requests[index]?.body ?? '{}') as Readonly<Record<string, unknown>>;
}

/** A streamed reply with these deltas. */
function deltas(...all: readonly Record<string, unknown>[]): Script {
  const data = [...all.map((delta) => chunk(delta)), chunk({}, 'stop'), '[DONE]'];
  return eventStream(data.map((line) => `data: ${line}\n\n`).join(''));
}

/** The parts in short. */
function shown(parts: readonly ReportedPart[]): readonly unknown[] {
  return parts.map((part) => {
    if (part instanceof Call) {
      return { call: part.name, input: part.input };
    }
    return part instanceof Text ? part.value : part;
  });
}

async function failureOf(
  asked: Promise<unknown>,
): Promise<{ readonly code?: string; readonly message: string }> {
  return asked.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => error as { readonly code?: string; readonly message: string },
  );
}

describe('models for other extensions', () => {
  it('are listed with what is known of them, only while their connection is offered', async () => {
    const list = [
      {
        id: 'm',
        context_length: 200_000,
        abilities: ['vision', 'tools'],
        parameters: { maxOutputTokens: 8000 },
      },
      { id: 'org/plain', images: 'none' },
      { id: 'embedder', kind: 'other' },
    ] as const;
    const favourites = ['m', 'org/plain', 'embedder', 'unlisted'];
    await withModels(
      [],
      async ({ models, service }) => {
        const [m, plain, unlisted, ...others] = models.list();
        assert.deepEqual(others, []);
        assert.deepEqual(m, {
          id: 'c/m',
          name: 'm',
          family: 'm',
          version: 'm',
          detail: 'Home',
          tooltip: `m through Parley’s connection “Home” (${new URL(service.origin).host}). Requests are billed to this connection.`,
          maxInputTokens: 192_000,
          maxOutputTokens: 8000,
          capabilities: { imageInput: true, toolCalling: true },
          isUserSelectable: true,
          isBYOK: true,
        });
        assert.equal(plain?.family, 'plain');
        assert.deepEqual(plain?.capabilities, { imageInput: false, toolCalling: false });
        assert.deepEqual(unlisted?.capabilities, { imageInput: true, toolCalling: true });
        assert.ok((unlisted?.maxInputTokens ?? 0) > 50_000);
        assert.equal(models.countTokens('c/m', 'one two three four'), 5);
        assert.deepEqual(service.requests, []);
      },
      { favourites, list },
    );
    for (const offerToVSCode of [false, undefined]) {
      await withModels(
        [],
        async ({ models, service }) => {
          assert.deepEqual(models.list(), []);
          const failure = await failureOf(replyOf(models, hello));
          assert.equal(failure.code, 'NotFound');
          assert.deepEqual(service.requests, []);
        },
        { connection: { offerToVSCode } },
      );
    }
  });

  it('count tokens of texts and messages, images included, without a request', async () => {
    await withModels([], async ({ models, service }) => {
      const count = (one: string | Message) => models.countTokens('c/m', one);
      assert.equal(count(''), 0);
      assert.equal(count('x'.repeat(4_000_000)), 1_000_000);
      assert.equal(count(user(new Text('x'.repeat(400)))), 104);
      const call = new Call('1', 'look', { city: 'Paris' });
      assert.ok(count(assistant(call)) > count(assistant()));
      assert.ok(count(user(new Result('1', [new Text('x'.repeat(400))]))) > 100);
      const picture = new LanguageModelDataPart(new Uint8Array(5_000_000), 'image/png');
      const tokens = count(user(picture));
      assert.ok(tokens > 100 && tokens < 10_000, `${tokens}`);
      let deep: unknown = { type: 2, text: 'end' };
      for (let level = 0; level < 100_000; level += 1) {
        deep = { type: 1, children: [deep] };
      }
      assert.ok(
        count(user(new Result('1', [new LanguageModelPromptTsxPart({ node: deep })]))) < 20,
      );
      assert.deepEqual(service.requests, []);
    });
  });

  it('get messages, images, tools and parameters in the order and form of the service', async () => {
    const taken = aPng(3, 2, [pngChunk('tEXt', Buffer.from('Author\0Somebody'))]);
    const picture = new LanguageModelDataPart(taken, 'image/png');
    const cacheMark = new LanguageModelDataPart(new Uint8Array([9]), 'cache_control');
    const messages = [
      system(new Text('be'), new Text(' brief'), cacheMark),
      user(new Text('look'), picture, new LanguageModelDataPart(new Uint8Array([1]), 'image/png')),
      assistant(
        new LanguageModelThinkingPart('hm'),
        new Text('I look.'),
        new Call('1', 'look at', { city: 'Paris' }),
        new Call('2', 'look at', { city: 'Rome' }),
      ),
      user(
        new Result('2', [
          new Text('sunny'),
          cacheMark,
          new LanguageModelPromptTsxPart({
            node: {
              type: 1,
              children: [
                { type: 2, text: ' and' },
                { type: 1, children: [{ type: 2, text: 'warm', lineBreakBefore: true }] },
              ],
            },
          }),
          picture,
          { secret: 'internal' },
        ]),
        new Text('thanks'),
      ),
      user(new Result('1', [])),
    ];
    const options = {
      tools: [
        { ...look, name: 'look at' },
        { name: 'now', description: 'Tells the time.' },
      ],
      toolMode: toolModes.required,
      modelOptions: { temperature: 0.5, top_p: 7, unknown: 'x', max_tokens: null },
    };
    await withModels(
      [eventStream(replyStream(['ok']))],
      async ({ models, service }) => {
        await replyOf(models, { messages, options });
        const url = `data:image/png;base64,${Buffer.from(aPng(3, 2)).toString('base64')}`;
        const image = { type: 'image_url', image_url: { url } };
        const call = (id: string, city: string) => ({
          id,
          type: 'function',
          function: { name: 'look_at', arguments: JSON.stringify({ city }) },
        });
        assert.deepEqual(bodyOf(service), {
          seed: 7,
          temperature: 0.5,
          model: 'm',
          messages: [
            { role: 'system', content: 'be brief' },
            {
              role: 'user',
              content: [
                { type: 'text', text: 'look' },
                image,
                { type: 'text', text: '[Image of type image/png; not sent]' },
              ],
            },
            {
              role: 'assistant',
              content: 'I look.',
              tool_calls: [call('1', 'Paris'), call('2', 'Rome')],
            },
            { role: 'tool', content: '', tool_call_id: '1' },
            { role: 'tool', content: 'sunny and\nwarm', tool_call_id: '2' },
            { role: 'user', content: [image, { type: 'text', text: '\n\nthanks' }] },
          ],
          tools: [
            {
              type: 'function',
              function: {
                name: 'look_at',
                description: 'Looks at a city.',
                parameters: look.inputSchema,
              },
            },
            {
              type: 'function',
              function: {
                name: 'now',
                description: 'Tells the time.',
                parameters: { type: 'object', properties: {} },
              },
            },
          ],
          tool_choice: 'required',
          stream: true,
          stream_options: { include_usage: true },
        });
        assert.equal(service.requests[0]?.headers['authorization'], 'Bearer sk-secret-key');
      },
      { connection: { extraBody: { seed: 7 }, systemPrompt: 'of the user’s own chats' } },
    );
  });

  it('get no image that the model does not take, but a note', async () => {
    const messages = [
      user(
        new Text('see '),
        new LanguageModelDataPart(new Uint8Array([1]), 'image/png'),
        new LanguageModelDataPart(new TextEncoder().encode('{"a":1}'), 'application/json'),
      ),
    ];
    await withModels(
      [eventStream(replyStream(['ok']))],
      async ({ models, service }) => {
        await replyOf(models, { messages });
        assert.deepEqual(bodyOf(service)['messages'], [
          { role: 'user', content: 'see [Image of type image/png; not sent]{"a":1}' },
        ]);
      },
      { list: [{ id: 'm', images: 'none' }] },
    );
  });

  it('reply with text, reasoning and calls, the calls last', async () => {
    const script = deltas(
      { reasoning_content: 'hm' },
      { content: 'I ' },
      { tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '{"ci' } }] },
      { content: 'look.' },
      { tool_calls: [{ index: 0, function: { arguments: 'ty":"Paris"}' } }] },
    );
    await withModels([script], async ({ models }) => {
      const parts = await replyOf(models, { ...hello, options: { tools: [look] } });
      assert.deepEqual(shown(parts), [
        new LanguageModelThinkingPart('hm'),
        'I ',
        'look.',
        { call: 'look', input: { city: 'Paris' } },
      ]);
      const call = parts.at(-1);
      assert.equal(call instanceof Call && call.callId, 'a');
    });
  });

  it('reply with the reasoning as text if there is nothing else, and fail without any', async () => {
    await withModels(
      [deltas({ reasoning_content: 'It is 4.' }), deltas({ content: '' })],
      async ({ models }) => {
        assert.deepEqual(shown(await replyOf(models, hello)), [
          new LanguageModelThinkingPart('It is 4.'),
          'It is 4.',
        ]);
        assert.match((await failureOf(replyOf(models, hello))).message, /The reply is empty/);
      },
    );
  });

  it('reply with images that the model makes', async () => {
    const png = 'iVBORw0KGgoAAAA=';
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
    await withModels([deltas({ content: '', images: [image] })], async ({ models }) => {
      const [part] = await replyOf(models, hello);
      assert.ok(part instanceof LanguageModelDataPart);
      assert.deepEqual(
        [part.mimeType, Buffer.from(part.data).toString('base64')],
        ['image/png', png],
      );
    });
  });

  const paris = { call: 'look', input: { city: 'Paris' } };
  const rome = { call: 'look', input: { city: 'Rome' } };
  const [parisJson, romeJson] = ['{"city":"Paris"}', '{"city":"Rome"}'];
  const piece = (fields: object, args?: unknown, name = 'look') => ({
    ...fields,
    type: 'function',
    function: { name, arguments: args },
  });
  const calls = (...all: readonly object[]) => ({ tool_calls: all });
  const ways: Readonly<Record<string, Script>> = {
    'with index and id': deltas(
      calls(piece({ index: 0, id: 'a' }, '')),
      calls({ index: 0, function: { arguments: parisJson } }),
      calls(piece({ index: 1, id: 'b' }, romeJson)),
    ),
    'without index, by new ids': deltas(
      calls(piece({ id: 'a' }, '{"city":')),
      calls({ function: { arguments: '"Paris"}' } }),
      calls(piece({ id: 'b' }, romeJson)),
    ),
    'without index and id': deltas(calls(piece({}, parisJson)), calls(piece({}, romeJson))),
    'with index 0 for all': deltas(
      calls(piece({ index: 0, id: 'a' }, parisJson), piece({ index: 0, id: 'b' }, romeJson)),
    ),
    'with index 0 for all, without ids': deltas(
      calls(piece({ index: 0 }, parisJson)),
      calls(piece({ index: 0 }, romeJson)),
    ),
    'whole, in one chunk': deltas(
      calls(piece({ id: 'a' }, parisJson), piece({ id: 'b' }, romeJson)),
    ),
    'with arguments as objects': deltas(
      calls(piece({ index: 0, id: 'a' }, { city: 'Paris' }), piece({ index: 1 }, { city: 'Rome' })),
    ),
    'with the same id twice': deltas(
      calls(piece({ index: 0, id: 'a' }, parisJson), piece({ index: 1, id: 'a' }, romeJson)),
    ),
    'with an empty name first': deltas(
      calls(piece({ index: 0, id: 'a' }, '', '')),
      calls(piece({ index: 0 }, parisJson)),
      calls(piece({ index: 1, id: 'b' }, romeJson)),
    ),
    'with the name in every piece': deltas(
      calls(piece({ index: 0, id: 'a' }, '{"city"')),
      calls(piece({ index: 0, id: 'a' }, ':"Paris"}')),
      calls(piece({ index: 1, id: 'b' }, romeJson)),
    ),
    'after empty arguments': deltas(
      calls(piece({ index: 0, id: 'a' }, {})),
      calls({ index: 0, function: { arguments: parisJson } }),
      calls(piece({ index: 1, id: 'b' }, romeJson)),
    ),
    'as JSON in place of a stream': json({
      choices: [
        {
          message: {
            content: null,
            ...calls(piece({ id: 'a' }, parisJson), piece({ id: 'b' }, romeJson)),
          },
          finish_reason: 'stop',
        },
      ],
    }),
  };
  for (const [way, script] of Object.entries(ways)) {
    it(`pass on the same calls, sent ${way}`, async () => {
      await withModels([script], async ({ models }) => {
        const parts = await replyOf(models, { ...hello, options: { tools: [look] } });
        assert.deepEqual(shown(parts), [paris, rome]);
        const ids = parts.map((part) => part instanceof Call && part.callId);
        assert.equal(new Set(ids).size, 2);
        assert.ok(ids.every((id) => id !== ''));
      });
    });
  }

  it('pass on a call by its old name, with an ID that is new in the chat', async () => {
    const messages = [
      ...hello.messages,
      assistant(new Call('call_0', 'my tool', {})),
      user(new Result('call_0', [new Text('ok')])),
    ];
    const script = deltas(calls(piece({ id: 'call_0' }, '', 'my_tool')));
    const asked = { messages, options: { tools: [{ name: 'my tool', description: '' }] } };
    await withModels([script], async ({ models }) => {
      const [part] = await replyOf(models, asked);
      assert.ok(part instanceof Call);
      assert.deepEqual([part.name, part.input], ['my tool', {}]);
      assert.notEqual(part.callId, 'call_0');
    });
  });

  it('pass on no call that is cut, damaged or without a name, nor those beside it', async () => {
    const whole = piece({ index: 0, id: 'a' }, parisJson);
    const damaged: Readonly<Record<string, readonly [Script, RegExp]>> = {
      'longer than the limit': [
        deltas(
          calls(whole, piece({ index: 1, id: 'b' }, JSON.stringify({ t: 'x'.repeat(4_100_000) }))),
        ),
        /exceeds the limits/,
      ],
      'not JSON': [
        deltas(calls(whole, piece({ index: 1, id: 'b' }, '{city}'))),
        /not a JSON object/,
      ],
      'without a name': [
        deltas(calls(whole, piece({ index: 1, id: 'b' }, '{}', ''))),
        /without naming/,
      ],
      cut: [
        eventStream(
          `data: ${chunk(calls(whole, piece({ index: 1, id: 'b' }, '{"city":')))}\n\ndata: ${chunk({}, 'length')}\n\ndata: [DONE]\n\n`,
        ),
        /ended before the tool call “look” was complete/,
      ],
    };
    for (const [name, [script, words]] of Object.entries(damaged)) {
      await withModels([script], async ({ models }) => {
        const parts: ReportedPart[] = [];
        const asked: Asked = {
          ...hello,
          options: { tools: [look] },
          onPart: (part) => void parts.push(part),
        };
        assert.match((await failureOf(replyOf(models, asked))).message, words, name);
        assert.deepEqual(parts, [], name);
      });
    }
  });

  it('send back what a service wants back with its calls', async () => {
    const extra_content = { google: { thought_signature: 'abc' } };
    const call = { ...piece({ index: 0, id: 'a' }, parisJson), extra_content };
    const answered = (id: string) => [
      ...hello.messages,
      assistant(new Call(id, 'look', { city: 'Paris' })),
      user(new Result(id, [new Text('sunny')])),
    ];
    await withModels(
      [deltas({ reasoning_content: 'hm' }, calls(call)), eventStream(replyStream(['ok']))],
      async ({ models, service }) => {
        const options = { tools: [look] };
        await replyOf(models, { ...hello, options });
        await replyOf(models, { messages: answered('a'), options });
        const [, message] = bodyOf(service, 1)['messages'] as readonly Record<string, unknown>[];
        assert.deepEqual(message, {
          role: 'assistant',
          content: null,
          reasoning_content: 'hm',
          tool_calls: [
            {
              id: 'a',
              type: 'function',
              function: { name: 'look', arguments: parisJson },
              extra_content,
            },
          ],
        });
        // Of a call that is not remembered there is nothing to send, and Kimi requires the field.
        await replyOf(models, { messages: answered('b'), options });
        const [, other] = bodyOf(service, 2)['messages'] as readonly Record<string, unknown>[];
        assert.equal(other?.['reasoning_content'], ' ');
        assert.ok(!JSON.stringify(other).includes('extra_content'));
      },
      { favourites: ['kimi-k3'] },
    );
  });

  it('close the connection within 200 ms when they are cancelled', async () => {
    const stalled: Script = async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.send(`data: ${chunk({ content: 'one' })}\n\n`);
      await answer.stall();
    };
    await withModels([stalled], async ({ models, service }) => {
      const { token, cancel } = cancellation();
      let isLate: Promise<string> | undefined;
      const asked = replyOf(models, {
        ...hello,
        token,
        onPart() {
          // A slow machine delays this and what it is compared with alike.
          isLate = delay(200, 'late');
          cancel();
        },
      });
      assert.ok((await failureOf(asked)) instanceof CancellationError);
      const closed = service.requests[0]?.closed.then(() => 'closed');
      assert.equal(await Promise.race([closed, isLate]), 'closed');
    });
    // Before the first byte, too, and before the request.
    await withModels([(answer) => answer.stall()], async ({ models, service }) => {
      const { token, cancel } = cancellation();
      const asked = failureOf(replyOf(models, { ...hello, token }));
      await service.arrived(1);
      cancel();
      assert.ok((await asked) instanceof CancellationError);
      await service.requests[0]?.closed;
      assert.ok(
        (await failureOf(replyOf(models, { ...hello, token }))) instanceof CancellationError,
      );
      assert.equal(service.requests.length, 1);
    });
  });

  it('fail with the codes of VS Code, and with what to do', async () => {
    const error = (message: string, code?: string) => ({ error: { message, code } });
    const cases: readonly (readonly [Script, string | undefined, RegExp])[] = [
      [json(error('no key'), 401), 'NoPermissions', /^Parley: .*key/],
      [json(error('forbidden'), 403), 'NoPermissions', /forbidden/],
      [json(error('nothing left'), 402), 'Blocked', /nothing left/],
      [json(error('slow down'), 429), 'Blocked', /slow down/],
      [json(error('no such model', 'model_not_found'), 404), 'NotFound', /no such model/],
      [json(error('broken'), 500), undefined, /broken/],
      [(answer) => answer.hangUp(), undefined, /^Parley: /],
    ];
    for (const [script, code, words] of cases) {
      await withModels([script], async ({ models, happened }) => {
        const failure = await failureOf(replyOf(models, hello));
        assert.equal(failure.code, code, failure.message);
        assert.match(failure.message, words);
        assert.ok(!failure.message.includes('sk-secret-key'));
        assert.match(happened.log.at(-1) ?? '', /The reply for .* has ended/);
      });
    }
  });

  it('learn from errors how long the context is, and that images are not taken', async () => {
    const tooLong = {
      error: {
        message: "This model's maximum context length is 8192 tokens.",
        code: 'context_length_exceeded',
      },
    };
    await withModels([json(tooLong, 400)], async ({ models, happened }) => {
      await failureOf(replyOf(models, hello));
      assert.deepEqual(happened.lengths, [8192]);
    });
    const refused = { error: { message: 'No endpoints found that support image input' } };
    const messages = [user(new LanguageModelDataPart(aPng(3, 2), 'image/png'))];
    await withModels([json(refused, 404)], async ({ models, happened }) => {
      assert.equal(models.list()[0]?.capabilities.imageInput, true);
      await failureOf(replyOf(models, { messages }));
      assert.deepEqual(happened.remembered, [{ field: 'image_url' }]);
      assert.equal(models.list()[0]?.capabilities.imageInput, false);
    });
  });

  it('send once more without a field that the extension has set and the service rejects', async () => {
    const rejected = json(
      {
        error: {
          message: 'temperature is not supported',
          param: 'temperature',
          code: 'unsupported_parameter',
        },
      },
      400,
    );
    const asked = { ...hello, options: { modelOptions: { temperature: 0 } } };
    const ok = eventStream(replyStream(['ok']));
    await withModels([rejected, ok], async ({ models, service, happened }) => {
      assert.deepEqual(shown(await replyOf(models, asked)), ['ok']);
      assert.deepEqual(
        service.requests.map((_, index) => bodyOf(service, index)['temperature']),
        [0, undefined],
      );
      await replyOf(models, asked);
      assert.equal(service.requests.length, 3, 'it is known from then on');
      assert.equal(bodyOf(service, 2)['temperature'], undefined);
      assert.deepEqual(happened.remembered, [], 'and only for other extensions');
    });
    // A field of the user is not left out without them.
    await withModels(
      [rejected, ok],
      async ({ models, service }) => {
        await failureOf(replyOf(models, hello));
        assert.equal(service.requests.length, 1);
      },
      { connection: { parameters: { temperature: 0 } } },
    );
  });

  it('send nothing where a cost limit is reached', async () => {
    await withModels(
      [eventStream(replyStream(['ok']))],
      async ({ models, service, happened }) => {
        const failure = await failureOf(replyOf(models, hello));
        assert.deepEqual([failure.code, failure.message], ['Blocked', 'Enough for today.']);
        assert.deepEqual(service.requests, []);
        assert.match(happened.log.at(-1) ?? '', /Nothing was sent for/);
      },
      { refusal: 'Enough for today.' },
    );
  });

  it('say in the log and in the status bar who asked, and how many tokens it was', async () => {
    const usage = { prompt_tokens: 11, completion_tokens: 3 };
    const counted = eventStream(
      `data: ${chunk({ content: 'ok' })}\n\ndata: ${chunk({}, 'stop', { usage })}\n\ndata: [DONE]\n\n`,
    );
    await withModels([counted, eventStream(replyStream(['ok']))], async ({ models, happened }) => {
      const before = statusBarItems.length;
      const by = (requestInitiator?: string) =>
        replyOf(models, {
          ...hello,
          options: requestInitiator === undefined ? {} : { requestInitiator },
        });
      await by('acme.helper');
      assert.match(
        happened.log[0] ?? '',
        /^acme\.helper asks for a reply: connection=Home model=m messages=1 tools=0, about \d+ tokens$/,
      );
      assert.equal(
        happened.log[1],
        'The reply for acme.helper has ended: 11 tokens in the prompt, 3 in the reply',
      );
      await by('core');
      await by();
      await by(`x\n${'y'.repeat(500)}`);
      assert.match(
        happened.log.at(-1) ?? '',
        /^The reply for x\\u\{a\}y{98} has ended: about \d+ tokens in the prompt; the service stated no count$/,
      );
      const item = statusBarItems.at(-1);
      assert.equal(statusBarItems.length, before + 1);
      assert.deepEqual(
        [item?.['text'], item?.['command']],
        ['$(plug) 4', 'parley.manageLanguageModels'],
      );
      assert.match(
        String(item?.['tooltip']),
        /^Replies requested .*: 4\nacme\.helper: 1\nVS Code: 1\nunknown extension: 1\nx/,
      );
    });
  });
});
