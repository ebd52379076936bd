import assert from 'node:assert/strict';
import { findNginx } from '../../../launch/nginx.ts';
import {
  type BufferingProxy,
  startBufferingProxy,
} from '../../../support/diagnosis/bufferingProxy.ts';
import { canaryKey, diagnosed, type Diagnosed } from '../../../support/diagnosis/diagnosed.ts';
import { startNginx } from '../../../support/diagnosis/nginx.ts';
import { type Script, startScriptedService } from '../../../support/service/scriptedService.ts';

type Options = Parameters<typeof diagnosed>[1];

const list = '{"object":"list","data":[{"id":"m"},{"id":"n"}]}';

/** Answers with a status and a body, which also says what it was sent. */
function answers(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Script {
  return async (answer) => {
    await answer.head(status, headers);
    await answer.send(body);
  };
}

/** What a diagnosis finds of a service that answers with these scripts, in turn. */
async function found(scripts: readonly Script[], options: Options = {}): Promise<Diagnosed> {
  const service = await startScriptedService(...scripts);
  try {
    return await diagnosed(service.origin, { apiKey: canaryKey, ...options });
  } finally {
    await service.close();
  }
}

const page = { 'content-type': 'text/html' };
const loginPage = '<!doctype html><html><head><title>Sign in to the network</title></head></html>';

describe('diagnose: the model list', () => {
  const cases: readonly (readonly [name: string, script: Script, cause: string | undefined])[] = [
    ['a list', answers(200, list), undefined],
    ['an empty list', answers(200, '{"object":"list","data":[]}'), 'listEmpty'],
    ['401', answers(401, '{"error":{"message":"Incorrect API key provided"}}'), 'auth'],
    ['403', answers(403, '{"error":{"message":"Not allowed for this project"}}'), 'forbidden'],
    ['a login page with 200', answers(200, loginPage, page), 'webPage'],
    ['404', answers(404, '{"detail":"Not Found"}'), 'noModelList'],
    [
      'a redirect to another host',
      (answer) => answer.head(302, { location: 'https://login.example/x?token=secretvalue' }),
      'redirect',
    ],
    ['429', answers(429, '{"error":{"message":"Rate limit reached"}}'), 'rateLimited'],
    ['402', answers(402, '{"error":{"message":"Insufficient credits"}}'), 'quota'],
    ['500', answers(500, '{"error":{"message":"oops"}}'), 'server'],
    ['a connection that breaks off', (answer) => answer.reset(), 'broken'],
  ];
  for (const [name, script, cause] of cases) {
    it(`is told apart: ${name}`, async () => {
      const { causes, finding, report } = await found([script]);
      assert.deepEqual(causes, cause === undefined ? [] : [cause]);
      assert.match(finding('models')?.tried ?? '', /^GET http:\/\/127\.0\.0\.1:\d+\/v1\/models$/);
      assert.doesNotMatch(report, /secretvalue|canary-7Gq2/);
    });
  }

  it('is fine with its number, the limits of the headers and what answered', async () => {
    const { finding } = await found([
      answers(200, list, {
        'content-type': 'application/json',
        server: 'uvicorn',
        via: '1.1 gateway',
        'x-ratelimit-limit-requests': '60',
        'x-ratelimit-remaining-requests': '59',
      }),
    ]);
    const { title, facts = [] } = finding('models') ?? {};
    assert.equal(title, '2 models');
    assert.match(
      facts.join(' '),
      /HTTP 200.*server: uvicorn, via: 1\.1 gateway, x-ratelimit-limit-requests: 60, x-ratelimit-remaining-requests: 59/,
    );
  });

  it('asks for a key if none was sent, and offers to set it', async () => {
    const { finding } = await found([answers(401, '{"error":"no key"}')], { apiKey: '' });
    assert.equal(finding('models')?.cause, 'keyMissing');
    assert.equal(finding('models')?.action, 'setKey');
  });

  it('names a model that is not in it', async () => {
    const { causes } = await found([answers(200, list)], { model: 'M' });
    assert.deepEqual(causes, ['modelMissing']);
  });

  it('is requested once, whatever comes', async () => {
    const service = await startScriptedService(
      answers(429, '{}', { 'retry-after': '0', 'content-type': 'application/json' }),
    );
    await diagnosed(service.origin, { replies: 1 });
    assert.equal(service.requests.length, 1);
    await service.close();
  });

  it('shows no value of the query, but its names', async () => {
    const { diagnosis, report, finding } = await found(
      [answers(404, '{"message":"no abcd1234 here"}')],
      {
        connection: { paths: { models: '/list?tenant=abcd1234&api-version=2024-10-21' } },
      },
    );
    assert.match(finding('models')?.tried ?? '', /\/list\?tenant=…&api-version=2024-10-21$/);
    assert.doesNotMatch(report + JSON.stringify(diagnosis), /abcd1234/);
  });

  it('that repeats the key in every place leaves it out of findings and report', async () => {
    const echoing: Script = async (answer) => {
      const said = `${String(answer.request.headers['authorization'])} ${encodeURIComponent(canaryKey)} ${btoa(canaryKey)}`;
      await answer.head(400, { 'content-type': 'application/json', server: said, via: canaryKey });
      await answer.send(JSON.stringify({ error: { message: said, code: said, param: said } }));
    };
    const { report, diagnosis, finding } = await found([echoing]);
    assert.match(finding('models')?.facts.join(' ') ?? '', /\[key\]/);
    for (const text of [report, JSON.stringify(diagnosis)]) {
      assert.doesNotMatch(text, /canary-7Gq2|1LdN8s/);
      assert.ok(!text.includes(btoa(canaryKey).slice(4, 24)));
    }
  });

  it('bounds megabytes in every field', async () => {
    const much = 'x'.repeat(4_000_000);
    const models = JSON.stringify({
      data: [{ id: much }, { id: 'm', supported_parameters: [much] }],
    });
    const { diagnosis } = await found([answers(200, models)], {
      model: much,
      connection: { name: much },
    });
    assert.ok(JSON.stringify(diagnosis).length < 40_000, String(JSON.stringify(diagnosis).length));
  });
});

/** The chunks of a reply with these words, and what ends it. */
function chunks(words: readonly string[], end: object = { usage }): readonly string[] {
  const chunk = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
  return [
    ...words.map((content) => chunk({ content }, null)),
    chunk({}, 'length', end),
    'data: [DONE]\n\n',
  ];
}

const usage = { prompt_tokens: 12, completion_tokens: 1, total_tokens: 13 };
const stream = { 'content-type': 'text/event-stream' };

/** Streams these pieces, with a pause before each that the script waits for. */
function streams(
  pieces: readonly string[],
  pauseMs = 0,
  headers: Readonly<Record<string, string>> = stream,
): Script {
  return async (answer) => {
    await answer.head(200, headers);
    for (const piece of pieces) {
      if (pauseMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      await answer.send(piece);
    }
  };
}

const many = Array.from({ length: 40 }, (_, index) => `${index} `);

describe('diagnose: a reply', () => {
  it('is asked for on a click only, and its cost is said before', async () => {
    const service = await startScriptedService(answers(200, list), streams(chunks(['ok'])));
    const { diagnosis } = await diagnosed(service.origin);
    assert.equal(service.requests.length, 1);
    assert.match(
      diagnosis.offer ?? '',
      /two short messages to m and requests up to 65 tokens\. The cost is not known\.$/,
    );
    assert.equal(diagnosis.model, 'm');
    service.answer(answers(200, list));
    const known = {
      facts: undefined,
      price: { prompt: 10, completion: 20 },
      adjustments: [],
    };
    const priced = await diagnosed(service.origin, {
      services: { known: () => known },
      model: 'm',
    });
    assert.match(priced.diagnosis.offer ?? '', /about \$0\.0019/);
    await service.close();
  });

  it('of one token is fine: usage is told, and a longer one shows whether it is streamed', async () => {
    const service = await startScriptedService(
      answers(200, list),
      streams(chunks(['ok'])),
      streams(chunks(many), 8),
    );
    const { causes, finding, diagnosis } = await diagnosed(service.origin, { replies: 1 });
    const sent = service.requests.map(({ body }) => /"max_tokens":(\d+)/.exec(body)?.[1]);
    await service.close();
    assert.deepEqual(causes, []);
    assert.match(finding('reply')?.facts.join(' ') ?? '', /First byte after .* s.*“0 1 2/);
    assert.match(finding('usage')?.title ?? '', /Prompt: 12 tokens, reply: 1 tokens/);
    assert.equal(finding('streaming')?.title, 'Replies are streamed');
    assert.equal(diagnosis.offer, undefined);
    assert.deepEqual(sent, [undefined, '1', '64']);
  });

  it('without usage is named, also if the service rejects the field that asks for it', async () => {
    const bare = streams(chunks(['ok'], {}));
    const { causes } = await found([answers(200, list), bare, bare], { replies: 1 });
    assert.deepEqual(causes, ['usageMissing']);
    const refused =
      '{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}';
    const { finding } = await found([answers(200, list), answers(422, refused), bare, bare], {
      replies: 1,
    });
    assert.equal(finding('usage')?.cause, 'usageMissing');
    assert.equal(finding('parameters')?.cause, 'fieldsRejected');
    assert.deepEqual(finding('parameters')?.facts, ['stream_options → –']);
  });

  it('that rejects a field is named, and asked for again only on another click', async () => {
    const service = await startScriptedService(
      answers(200, list),
      answers(
        400,
        `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}`,
      ),
      streams(chunks(['ok'])),
    );
    const first = await diagnosed(service.origin, { replies: 1 });
    assert.equal(first.finding('reply')?.cause, 'fieldsRejected');
    assert.match(
      first.finding('parameters')?.facts.join(' ') ?? '',
      /max_tokens → max_completion_tokens/,
    );
    assert.equal(service.requests.length, 2);
    await service.close();
  });

  it('that begins late is named', async () => {
    const slow = streams(chunks(['ok']), 5);
    const { causes } = await found([answers(200, list), slow, slow], {
      replies: 1,
      limits: { slowMs: 1 },
    });
    assert.deepEqual(causes, ['slowFirstByte']);
  });

  it('that never ends is named', async () => {
    const { causes, diagnosis } = await found([answers(200, list), (answer) => answer.stall()], {
      replies: 1,
      limits: { replyMs: 200 },
    });
    assert.deepEqual(causes, ['timeout']);
    assert.equal(diagnosis.isRunning, false);
  });

  it('in one piece is named', async () => {
    const whole = JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      model: 'm',
      choices: [
        { index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'length' },
      ],
      usage,
    });
    const { causes, finding } = await found([answers(200, list), answers(200, whole)], {
      replies: 1,
    });
    assert.deepEqual(causes, ['notStreamed']);
    assert.equal(finding('streaming')?.action, 'useStandardMode');
  });

  it('whose response states its length was held back', async () => {
    const body = chunks(['ok']).join('');
    const headers = { ...stream, 'content-length': String(body.length), server: 'nginx' };
    const { causes, finding } = await found([answers(200, list), streams([body], 0, headers)], {
      replies: 1,
    });
    assert.deepEqual(causes, ['heldBack']);
    assert.match(finding('streaming')?.facts.join(' ') ?? '', /server: nginx/);
    assert.match(
      finding('streaming')?.advice.join(' ') ?? '',
      /proxy_buffering off;.*X-Accel-Buffering: no/,
    );
  });

  it('that names an unknown model says so', async () => {
    const unknown = '{"error":{"message":"The model does not exist","code":"model_not_found"}}';
    const { finding } = await found([answers(200, list), answers(404, unknown)], { replies: 1 });
    assert.equal(finding('reply')?.cause, 'unknownModel');
    assert.equal(finding('reply')?.action, 'chooseModel');
  });

  it('that repeats the key leaves it out', async () => {
    const echoing = streams(chunks([`${canaryKey} `]));
    const { report, diagnosis } = await found([answers(200, list), echoing, echoing], {
      replies: 1,
    });
    assert.doesNotMatch(report + JSON.stringify(diagnosis), /canary-7Gq2/);
  });
});

describe('diagnose: behind a reverse proxy', () => {
  const proxies = [
    ['nginx', async (origin: string) => nginx && startNginx(nginx, origin)],
    ['one that buffers as nginx does', startBufferingProxy],
  ] as const;
  const replies = [
    ['a stream is held back', stream, ['heldBack']],
    ['a stream flows if the service asks for it', { ...stream, 'x-accel-buffering': 'no' }, []],
  ] as const;
  const streamed = proxies.flatMap(([name, start]) =>
    replies.map(([how, headers, cause]) => ({ title: `${how}: ${name}`, start, headers, cause })),
  );
  let nginx: string | undefined;
  let diagnoses: ReadonlyMap<string, Diagnosed | undefined> = new Map();
  before(async function () {
    this.timeout(120_000);
    nginx = await findNginx();
    // All at once, because most of their time is the pauses of a reply.
    diagnoses = new Map(
      await Promise.all(
        streamed.map(
          async ({ title, start, headers }) =>
            [title, await diagnosedBehind(start, headers)] as const,
        ),
      ),
    );
  });

  for (const [name, start] of proxies) {
    it(`a dead upstream is the 502 of ${name}, with its page as text`, async function () {
      const dead = await startScriptedService();
      await dead.close();
      const proxy = (await start(dead.origin)) || this.skip();
      const { causes, finding } = await diagnosed(proxy.origin);
      await proxy.close();
      assert.deepEqual(causes, ['gateway']);
      assert.match(finding('models')?.facts.join(' ') ?? '', /502 Bad Gateway.*nginx/);
    });
  }

  for (const { title, cause } of streamed) {
    it(title, function () {
      const { causes, finding } = diagnoses.get(title) ?? this.skip();
      assert.deepEqual(causes, cause);
      assert.match(finding('streaming')?.facts.join(' ') ?? '', /arrived/);
    });
  }
});

/** What is found of a service that streams behind a proxy; undefined where there is no such proxy. */
async function diagnosedBehind(
  start: (origin: string) => Promise<BufferingProxy | undefined | ''>,
  headers: Readonly<Record<string, string>>,
): Promise<Diagnosed | undefined> {
  // 40 pieces take longer than the three seconds of silence that count as held back whatever else is known.
  const service = await startScriptedService(
    answers(200, list),
    streams(chunks(['ok']), 0, headers),
    streams(chunks(many), 85, headers),
  );
  const proxy = await start(service.origin);
  const diagnosis = proxy && (await diagnosed(proxy.origin, { replies: 1 }));
  if (proxy) {
    await proxy.close();
  }
  await service.close();
  return diagnosis || undefined;
}

describe('diagnose: its end', () => {
  it('comes at once when it is stopped, and closes the connection', async () => {
    const service = await startScriptedService((answer) => answer.stall());
    const stop = new AbortController();
    const diagnosing = diagnosed(service.origin, { signal: stop.signal });
    await service.arrived(1);
    stop.abort();
    const { diagnosis, finding } = await diagnosing;
    await service.requests[0]?.closed;
    assert.equal(diagnosis.isRunning, false);
    assert.equal(diagnosis.isStopped, true);
    assert.equal(finding('models')?.title, 'Stopped');
    assert.equal(diagnosis.offer, undefined);
    await service.close();
  });

  it('shows each step while it runs, in order, and no key at any time', async () => {
    const seen: string[] = [];
    const service = await startScriptedService(answers(200, list));
    await diagnosed(service.origin, {
      apiKey: canaryKey,
      onChange: (diagnosis) => {
        const running = diagnosis.findings.find(({ status }) => status === 'running');
        seen.push(running?.step ?? '');
        assert.doesNotMatch(JSON.stringify(diagnosis), /canary-7Gq2/);
      },
    });
    await service.close();
    assert.deepEqual([...new Set(seen)].filter(Boolean), ['proxy', 'name', 'port', 'models']);
  });

  it('says in a browser what cannot be looked at', async () => {
    const { finding, causes } = await found([answers(200, list)], {
      services: { network: undefined },
    });
    assert.deepEqual(causes, []);
    for (const step of ['proxy', 'name', 'port', 'certificate'] as const) {
      assert.equal(finding(step)?.status, 'skipped');
    }
    assert.equal(finding('models')?.title, '2 models');
  });
});
