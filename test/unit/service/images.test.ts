import assert from 'node:assert/strict';
import type { ServiceDiagnostic } from '../../../src/service/endpoint.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import type { ChatMessage, ServiceEvent } from '../../../src/shared/service/chatCompletion.ts';
import { chunk, eventStream, json, text } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { withService } from '../../support/service/withService.ts';

const url = 'data:image/png;base64,iVBORw0KGgo=';
const withImage: readonly ChatMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ],
  },
];

const error = (message: string, status: number, fields: object = {}) =>
  json({ error: { message, ...fields } }, status);

/** What services answer to an image if the model takes none. */
const refusals: Readonly<Record<string, Script>> = {
  OpenRouter: error('No endpoints found that support image input', 404, { code: 404 }),
  DeepSeek: error(
    'Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 100',
    400,
  ),
  'DeepSeek, 422': text(
    'messages[0]: unknown variant `image_url`, expected `text`',
    'text/plain',
    422,
  ),
  'llama.cpp': error(
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
    500,
    { code: 500, type: 'server_error' },
  ),
  vLLM: json({ object: 'error', message: 'Llama-3 is not a multimodal model', code: 400 }, 400),
  'vLLM, count': error('At most 0 image(s) may be provided in one request.', 400),
  Pydantic: json(
    { detail: [{ loc: ['body', 'messages', 0, 'content'], msg: "allowed values: ['text']" }] },
    422,
  ),
  'a text only': json(
    {
      detail: [{ loc: ['body', 'messages', 0, 'content'], msg: 'Input should be a valid string' }],
    },
    422,
  ),
  'old OpenAI': error('Invalid content type. image_url is only supported by certain models.', 400, {
    param: 'messages.[0].content.[1].type',
  }),
  'DeepSeek, a list': text(
    'Failed to deserialize the JSON body: messages[1]: invalid type: sequence, expected a string at line 17 column 3',
    'text/plain',
    422,
  ),
  SambaNova: error("Invalid 'content' type. Expected one of: ['str'], got list.", 400),
  'vLLM, part': error('Unknown part type: image_url', 400),
  'old llama.cpp': error('unsupported content[].type', 500),
  GLM: error("The messages parameter is illegal: content.type only supports 'text'", 400),
  Hunyuan: error('当前模型不支持图片输入', 400),
  'LM Studio': error('Model does not support images. Please use a model that does.', 400),
  Mistral: json({ object: 'error', message: 'Image input is not enabled for this model' }, 400),
  Bedrock: json({ message: "This model doesn't support the image content block" }, 400),
  'an overloaded gateway': json({ error: 'image input is not supported' }, 503, {
    'retry-after': '1',
  }),
  'an object with status 200': json({ error: { message: 'image input is not supported' } }),
  'a stream': eventStream(
    `data: ${JSON.stringify({ error: { message: 'This model does not support image input' } })}\n\n`,
  ),
  'behind a gateway': error('Provider returned error', 400, {
    metadata: { raw: '{"error":{"message":"This model does not support images"}}' },
  }),
};

async function failure(script: Script, messages = withImage): Promise<ServiceError> {
  let thrown: unknown;
  await withService([script], async ({ client, service }) => {
    try {
      for await (const _ of client.stream({ model: 'm', messages })) {
        // The reply fails.
      }
    } catch (caught) {
      thrown = caught;
    }
    // No automatic repeat.
    assert.equal(service.requests.length, 1);
  });
  assert.ok(thrown instanceof ServiceError);
  return thrown;
}

describe('an error about images', () => {
  for (const [service, script] of Object.entries(refusals)) {
    it(`of ${service} is an error of its own, whatever its status`, async () => {
      const { kind, refusesImages, refused } = await failure(script);
      assert.deepEqual([kind, refusesImages, refused], ['badRequest', true, undefined]);
    });
  }

  it('is one however the model, the images and the no are put into a sentence', async () => {
    const what = [
      'images',
      'image input',
      'image inputs',
      'vision',
      'multimodal input',
      'visual content',
    ];
    const put: readonly ((what: string) => string)[] = [
      (what) => `This model does not support ${what}.`,
      (what) => `${what} is not supported by m. For more information, see https://host/docs.`,
      (what) => `Model m cannot process ${what}`,
      (what) => `400: m has no ${what} capability`,
      (what) => `Your plan doesn’t allow ${what}. Allowed formats: text.`,
      (what) => `${what} is disabled. The request exceeds nothing else.`,
    ];
    for (const one of what) {
      for (const say of put) {
        const { refusesImages } = await failure(error(say(one), 400));
        assert.equal(refusesImages, true, say(one));
      }
    }
    const code = error('Bad request', 400, { code: 'image_input_not_supported' });
    assert.equal((await failure(code)).refusesImages, true);
  });

  it('is one only if the request had images', async () => {
    const plain: readonly ChatMessage[] = [{ role: 'user', content: '"type":"image_url"' }];
    const { refusesImages } = await failure(refusals['llama.cpp'] ?? json({}), plain);
    assert.equal(refusesImages, undefined);
  });

  for (const message of [
    'Image size exceeds the limit of 5 MB.',
    'This service does not support images larger than 8000 pixels.',
    'Unable to process input image. Please retry or report it.',
    'The image type image/gif is not allowed.',
    'Unsupported image format.',
    'invalid image input',
    "messages.0.content.1.image_url.detail: Input should be 'low' or 'high'",
    'The type of the image is not supported. Supported types: png, jpeg',
    'At most 4 images are supported.',
    'The image could not be fetched: not available.',
    'The model `x` does not exist.',
    'You exceeded your current quota.',
  ]) {
    it(`is another one if it says: ${message}`, async () => {
      assert.equal((await failure(error(message, 400))).refusesImages, undefined);
    });
  }
});

const stream = (chunks: readonly string[]): string =>
  [...chunks, chunk({}, 'stop'), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');

async function eventsOf(script: Script): Promise<{
  readonly events: readonly ServiceEvent[];
  readonly diagnostics: readonly ServiceDiagnostic[];
}> {
  const events: ServiceEvent[] = [];
  const diagnostics: ServiceDiagnostic[] = [];
  await withService([script], async ({ client }) => {
    const messages = [{ role: 'user', content: 'Draw.' }] as const;
    const onDiagnostic = (diagnostic: ServiceDiagnostic) => void diagnostics.push(diagnostic);
    for await (const event of client.stream({ model: 'm', messages }, { onDiagnostic })) {
      events.push(event);
    }
  });
  return { events, diagnostics };
}

const imagesIn = (events: readonly ServiceEvent[]) =>
  events.flatMap((event) => (event.kind === 'image' ? event.data : []));
const textIn = (events: readonly ServiceEvent[]) =>
  events.map((event) => (event.kind === 'text' ? event.text : '')).join('');

/** The places in which services put images. */
const forms: Readonly<Record<string, Record<string, unknown>>> = {
  'images with image_url': { images: [{ type: 'image_url', image_url: { url } }] },
  'images as texts': { images: [url] },
  'images with b64_json': { images: [{ b64_json: 'iVBORw0KGgo=' }] },
  'a part image_url': { content: [{ type: 'image_url', image_url: { url } }] },
  'a part output_image': { content: [{ type: 'output_image', image_url: url }] },
  'a part with data': { content: [{ type: 'output_image', b64_json: 'iVBORw0KGgo=' }] },
};

describe('an image in a reply', () => {
  for (const [form, delta] of Object.entries(forms)) {
    it(`is found as ${form}, in a stream and in a whole reply`, async () => {
      const streamed = await eventsOf(
        eventStream(stream([chunk({ content: 'Here:' }), chunk(delta)])),
      );
      assert.deepEqual(imagesIn(streamed.events), ['iVBORw0KGgo=']);
      assert.equal(textIn(streamed.events), 'Here:');
      const choices = [
        { index: 0, message: { role: 'assistant', ...delta }, finish_reason: 'stop' },
      ];
      const whole = await eventsOf(json({ id: 'x', choices }));
      assert.deepEqual(imagesIn(whole.events), ['iVBORw0KGgo=']);
      assert.equal(whole.events.at(-1)?.kind, 'ended');
    });
  }

  it('is named and not loaded if it is at an address', async () => {
    const addresses = ['https://example.com/a.png', 'javascript:alert(1)', 'file:///etc/passwd'];
    const images = addresses.map((address) => ({ image_url: { url: address } }));
    const { events } = await eventsOf(eventStream(stream([chunk({ images })])));
    assert.deepEqual(imagesIn(events), []);
    assert.equal(textIn(events).trim(), '![image](<https://example.com/a.png>)');
  });

  it('counts once if it is repeated', async () => {
    const same = chunk({ images: [{ image_url: { url } }] });
    const { events } = await eventsOf(eventStream(stream([same, same])));
    assert.equal(imagesIn(events).length, 1);
  });

  it('is left out beyond the limits, which is reported before the end', async () => {
    const images = Array.from({ length: 34 }, (_, index) => ({ b64_json: `AAAA${index}` }));
    const { events, diagnostics } = await eventsOf(eventStream(stream([chunk({ images })])));
    assert.equal(imagesIn(events).length, 30);
    assert.deepEqual(
      diagnostics.filter(({ kind }) => kind === 'lostImages'),
      [{ kind: 'lostImages', count: 4 }],
    );
  });

  it('has a limit of its own if it is only named', async () => {
    const images = Array.from({ length: 100 }, (_, index) => ({
      url: `https://example.com/${index}`,
    }));
    const more = [
      { url: 'https://example.com/more' },
      { b64_json: 'AAAA' },
      { url: 'https://example.com/0' },
    ];
    const chunks = [chunk({ images }), chunk({ images: more })];
    const { events, diagnostics } = await eventsOf(eventStream(stream(chunks)));
    assert.deepEqual(imagesIn(events), ['AAAA']);
    assert.equal(textIn(events).split('![image]').length, 101);
    assert.deepEqual(diagnostics, [{ kind: 'lostImages', count: 1 }]);
  });

  it('is no reason to fail, whatever stands in its place', async () => {
    const odd = [
      null,
      7,
      '',
      [],
      {},
      { image_url: null },
      { image_url: { url: 7 } },
      { b64_json: {} },
    ];
    const { events } = await eventsOf(
      eventStream(stream([chunk({ images: odd, content: odd }), chunk({ images: 'x' })])),
    );
    assert.deepEqual(imagesIn(events), []);
    assert.equal(events.at(-1)?.kind, 'ended');
  });
});
