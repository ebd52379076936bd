import assert from 'node:assert/strict';
import type { SourceKey } from '../../../../../src/host/connections/keySources/commandKeys.ts';
import { sourceClient } from '../../../../../src/host/connections/clients/serviceClients.ts';
import {
  createServiceClient,
  type ServiceClient,
} from '../../../../../src/service/client/serviceClient.ts';
import type { ServiceClientOptions } from '../../../../../src/service/endpoint.ts';
import { ServiceError } from '../../../../../src/service/serviceError.ts';
import type { KeySource } from '../../../../../src/shared/service/keySource.ts';
import {
  startScriptedService,
  type Script,
  type ScriptedService,
} from '../../../../support/service/scriptedService.ts';
import { eventStream, json, replyStream } from '../../../../support/service/scripts.ts';

const command: KeySource = { kind: 'command', command: 'give-key' };
const request = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] } as const;
const expired = json({ error: { message: 'Token expired', code: 'invalid_api_key' } }, 401);
const list = json({ object: 'list', data: [{ id: 'm' }] });
const reply = eventStream(replyStream(['Hello']));
const whole = json({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, message: { content: 'Hello' }, finish_reason: 'stop' }],
});

/** The client of a source that gives these keys in turn, and what happens with it. */
async function withKeys(
  keys: readonly SourceKey[],
  scripts: readonly Script[],
  test: (
    client: ServiceClient,
    seen: {
      readonly service: ScriptedService;
      readonly rejected: readonly string[];
      readonly given: () => number;
    },
  ) => Promise<void>,
  {
    source = command,
    fields = {},
  }: {
    readonly source?: KeySource;
    readonly fields?: Pick<ServiceClientOptions, 'paths' | 'headers'>;
  } = {},
): Promise<void> {
  const service = await startScriptedService(...scripts);
  const rejected: string[] = [];
  let given = 0;
  const supply = {
    source,
    async get() {
      given += 1;
      const key = keys[given - 1];
      assert.ok(key, 'A key too many was asked for.');
      return key;
    },
    reject: (key: string) => rejected.push(key),
  };
  const client = sourceClient(supply, (apiKey) =>
    createServiceClient({ baseUrl: service.origin, apiKey, ...fields }),
  );
  try {
    await test(client, { service, rejected, given: () => given });
  } finally {
    await service.close();
  }
}

function sentKeys({ requests }: ScriptedService): readonly unknown[] {
  return requests.map(({ headers }) => headers['authorization']);
}

async function textOf(client: ServiceClient): Promise<string> {
  let text = '';
  for await (const event of client.stream(request)) {
    text += event.kind === 'text' ? event.text : '';
  }
  return text;
}

function isRejection(words: RegExp, keySource: string) {
  return (error: unknown) => {
    assert.ok(error instanceof ServiceError);
    const { kind, status, code, detail } = error;
    assert.deepEqual(
      [kind, status, code, detail, error.keySource],
      ['auth', 401, 'invalid_api_key', 'Token expired', keySource],
    );
    assert.match(error.message, words);
    return true;
  };
}

const kept = { key: 'old', isKept: true };
const fresh = { key: 'new', isKept: false };

describe('the client of a connection whose key comes from elsewhere', () => {
  const calls = [
    ['a streamed reply', reply, textOf],
    ['a whole reply', whole, async (client: ServiceClient) => client.complete(request)],
    ['a model list', list, async (client: ServiceClient) => client.listModels()],
  ] as const;
  for (const [what, success, call] of calls) {
    it(`asks for a key for each request: ${what}`, async () => {
      await withKeys([fresh, kept], [success], async (client, { service, rejected }) => {
        await call(client);
        await call(client);
        assert.deepEqual(sentKeys(service), ['Bearer new', 'Bearer old']);
        assert.deepEqual(rejected, []);
      });
    });

    it(`sends a request once more if its kept key has expired: ${what}`, async () => {
      await withKeys([kept, fresh], [expired, success], async (client, { service, rejected }) => {
        await call(client);
        assert.deepEqual(sentKeys(service), ['Bearer old', 'Bearer new']);
        assert.deepEqual(
          service.requests.map(({ url, body }) => [url, body])[0],
          service.requests.map(({ url, body }) => [url, body])[1],
        );
        assert.deepEqual(rejected, ['old']);
      });
    });

    it(`sends it no third time: ${what}`, async () => {
      const keys = [kept, { key: 'new', isKept: true }];
      await withKeys(keys, [expired], async (client, { service, rejected }) => {
        await assert.rejects(call(client), isRejection(/the command printed/, 'command'));
        assert.deepEqual(sentKeys(service), ['Bearer old', 'Bearer new']);
        assert.deepEqual(rejected, ['old', 'new']);
      });
    });

    it(`does not repeat it with a key that was new: ${what}`, async () => {
      await withKeys([fresh], [expired], async (client, { service, rejected }) => {
        await assert.rejects(call(client), isRejection(/the command printed/, 'command'));
        assert.deepEqual([sentKeys(service), rejected], [['Bearer new'], ['new']]);
      });
    });
  }

  it('repeats a request for which 403 says that the key is wrong', async () => {
    const wrong = json({ error: { message: 'Invalid access token.' } }, 403);
    await withKeys([kept, fresh], [wrong, reply], async (client, { service, rejected }) => {
      assert.equal(await textOf(client), 'Hello');
      assert.deepEqual(sentKeys(service), ['Bearer old', 'Bearer new']);
      assert.deepEqual(rejected, ['old']);
    });
  });

  it('does not repeat a request with the same key', async () => {
    await withKeys([kept, { ...kept, isKept: false }], [expired], async (client, { service }) => {
      await assert.rejects(textOf(client), isRejection(/the command printed/, 'command'));
      assert.equal(service.requests.length, 1);
    });
  });

  const others: readonly (readonly [what: string, script: Script])[] = [
    ['403', json({ error: { message: 'No' } }, 403)],
    ['500', json({ error: { message: 'No' } }, 500)],
    [
      'an error about the key within a reply',
      eventStream(
        `${replyStream(['Some']).split('\n\n')[0]}\n\ndata: {"error":{"message":"Token expired","code":"invalid_api_key"}}\n\n`,
      ),
    ],
  ];
  for (const [what, script] of others) {
    it(`repeats nothing that may have been billed: ${what}`, async () => {
      await withKeys([kept], [script], async (client, { service, rejected }) => {
        await assert.rejects(textOf(client), ServiceError);
        assert.deepEqual([service.requests.length, rejected], [1, []]);
      });
    });
  }

  const sources: readonly (readonly [source: KeySource, words: RegExp])[] = [
    [{ kind: 'stored', name: 'Work' }, /API key “Work”/],
    [{ kind: 'environment', variable: 'TEAM_KEY' }, /environment variable TEAM_KEY/],
    [{ kind: 'microsoft' }, /Microsoft account/],
  ];
  for (const [source, words] of sources) {
    it(`says that the key came from: ${source.kind}`, async () => {
      await withKeys(
        [fresh],
        [expired],
        async (client) => assert.rejects(textOf(client), isRejection(words, source.kind)),
        { source },
      );
    });
  }

  it('needs no key for a preview, which shows where it will be', async () => {
    await withKeys([], [], async (client, { given }) => {
      const { headers } = client.preview(request, 'streamed');
      assert.equal(headers['Authorization'], 'Bearer $API_KEY');
      assert.equal(given(), 0);
    });
  });

  it('sends the key in the header that has a place for it, to the paths of the connection', async () => {
    const key = 'sk-canary-1a2b3c4d5e6f7a8b9c';
    const scripts = [list, json({ error: { message: `No ${key}` } }, 400)];
    const fields = {
      paths: { models: '../list', chatCompletions: '/chat' },
      headers: { 'api-key': 'Key ${key}' },
    };
    const test = async (client: ServiceClient, { service }: { service: ScriptedService }) => {
      const { headers } = client.preview(request, 'streamed');
      assert.equal(headers['api-key'], 'Key $API_KEY');
      assert.equal(headers['Authorization'], undefined);
      await client.listModels();
      await assert.rejects(textOf(client), { detail: 'No [key]' });
      assert.deepEqual(
        service.requests.map(({ url, headers }) => [url, headers['api-key']]),
        [
          ['/list', `Key ${key}`],
          ['/v1/chat', `Key ${key}`],
        ],
      );
      assert.deepEqual(sentKeys(service), [undefined, undefined]);
    };
    await withKeys(
      [
        { key, isKept: false },
        { key, isKept: true },
      ],
      scripts,
      test,
      { fields },
    );
  });

  it('closes the connection when the loop is left', async () => {
    const endless: Script = async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.send(`${replyStream(['Some']).split('\n\n')[0]}\n\n`);
      await answer.stall();
    };
    await withKeys([fresh], [endless], async (client, { service }) => {
      for await (const event of client.stream(request)) {
        assert.equal(event.kind, 'started');
        break;
      }
      await service.requests[0]?.closed;
    });
  });
});
