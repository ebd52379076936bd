import assert from 'node:assert/strict';
import {
  createServiceClient,
  type ServiceClient,
} from '../../../../src/service/client/serviceClient.ts';
import { modelFacts } from '../../../../src/shared/models/modelFacts.ts';
import { recordedModelLists } from '../../../support/service/recordedModelLists.ts';
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../../../support/service/scriptedService.ts';
import { json } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';

describe('the model list', () => {
  for (const { service, answer, models } of recordedModelLists) {
    it(`of ${service} says what is expected`, async () => {
      const client = createServiceClient({
        baseUrl: 'https://host/v1',
        fetch: async () => Response.json(answer),
      });
      const listed = await client.listModels();
      assert.deepEqual(
        listed.map(({ id }) => id),
        Object.keys(models),
      );
      for (const model of listed) {
        // As it is stored: without the fields that are undefined.
        assert.deepEqual(JSON.parse(JSON.stringify(modelFacts(model))), models[model.id], model.id);
      }
    });
  }
});

describe('a service without models', () => {
  it('has an empty list, also where the list is null', async () => {
    const lists = [
      { object: 'list', data: null },
      { data: null },
      { models: null },
      { data: [] },
      [],
    ];
    const nested = [{ data: { models: null } }, { code: 0, message: 'success', data: null }];
    for (const answer of [...lists, ...nested, { total: 0, resources: [] }]) {
      const client = createServiceClient({
        baseUrl: 'https://host/v1',
        fetch: async () => Response.json(answer),
      });
      assert.deepEqual(await client.listModels(), []);
    }
  });

  it('is not one that says something in place of a list', async () => {
    const answers = [
      { data: null, message: 'Not signed in' },
      { data: null, msg: 'no', code: 401 },
      { data: { models: null, error: 'no' } },
    ];
    for (const answer of answers) {
      const client = createServiceClient({
        baseUrl: 'https://host/v1',
        fetch: async () => Response.json(answer),
      });
      await assert.rejects(client.listModels(), JSON.stringify(answer));
    }
  });
});

describe('a model list of another shape', () => {
  const idsOf = async (answer: unknown): Promise<readonly string[]> => {
    const client = createServiceClient({
      baseUrl: 'https://host/v1',
      fetch: async () => Response.json(answer),
    });
    return (await client.listModels()).map(({ id }) => id);
  };

  it('may have another name, and other names of the IDs', async () => {
    for (const list of ['data', 'resources', 'modelSummaries', 'available_models']) {
      for (const id of ['id', 'model_id', 'modelId', 'model-name', 'slug', 'key', 'model']) {
        const answer = { total: 2, [list]: [{ [id]: 'a', name: 'A' }, { [id]: 'b' }] };
        assert.deepEqual(await idsOf(answer), ['a', 'b'], `${list} ${id}`);
      }
    }
  });

  it('may have texts and objects, or an entry for each ID', async () => {
    assert.deepEqual(await idsOf({ models: { a: {}, b: { x: 1 } } }), ['a', 'b']);
    assert.deepEqual(await idsOf({ data: ['a', { id: 'b' }, 7, null, 'c'] }), ['a', 'b', 'c']);
    assert.deepEqual(await idsOf([{ id: 'a' }, 'b']), ['a', 'b']);
  });

  it('is no list of other things', async () => {
    for (const answer of [
      { notes: ['a'] },
      { warnings: [{ text: 'a' }] },
      { users: [{ name: 'a' }] },
    ]) {
      await assert.rejects(idsOf(answer), JSON.stringify(answer));
    }
  });
});

describe('a model list in pages', () => {
  const page = (ids: readonly string[], rest: object) =>
    json({ data: ids.map((id) => ({ id })), ...rest });
  const urlsOf = ({ requests }: ScriptedService) => requests.map(({ url }) => url);
  const idsOf = async (client: ServiceClient) => (await client.listModels()).map(({ id }) => id);

  it('is read to its end, as Anthropic and Google give it', async () => {
    await withService(
      [
        page(['a'], { has_more: true, last_id: 'a&b' }),
        page(['b'], { has_more: false, last_id: 'b' }),
      ],
      async ({ client, service }) => {
        assert.deepEqual(await idsOf(client), ['a', 'b']);
        assert.deepEqual(urlsOf(service), ['/v1/models', '/v1/models?after_id=a%26b&limit=1000']);
      },
      { headers: { 'anthropic-version': '2023-06-01' } },
    );
    await withService(
      [
        json({ models: [{ name: 'models/a' }], nextPageToken: 'x' }),
        json({ models: [{ name: 'models/b' }] }),
      ],
      async ({ client, service }) => {
        assert.deepEqual(await idsOf(client), ['models/a', 'models/b']);
        assert.equal(urlsOf(service)[1], '/v1/models?pageToken=x&pageSize=1000');
      },
    );
  });

  it('keeps the query of the address', async () => {
    const service = await startScriptedService(
      page(['a'], { nextPageToken: 'x' }),
      page(['b'], {}),
    );
    try {
      const baseUrl = `${service.origin}/v1?api-version=1`;
      assert.deepEqual(await idsOf(createServiceClient({ baseUrl })), ['a', 'b']);
      assert.equal(urlsOf(service)[1], '/v1/models?api-version=1&pageToken=x&pageSize=1000');
    } finally {
      await service.close();
    }
  });

  it('without end takes no requests without end', async () => {
    let count = 0;
    const endless: Script = async (answer) => {
      count += 1;
      await page([`m${count}`], { has_more: true, last_id: `m${count}` })(answer);
    };
    await withService([endless], async ({ client, service }) => {
      assert.equal((await idsOf(client)).length, 10);
      assert.equal(service.requests.length, 10);
    });
    await withService([page(['a'], { nextPageToken: 'same' })], async ({ client, service }) => {
      assert.deepEqual(await idsOf(client), ['a']);
      assert.equal(service.requests.length, 2);
    });
  });

  it('whose rest fails is the part that came', async () => {
    const scripts = [page(['a'], { next_page_token: 't' }), json({ error: 'no' }, 400)];
    await withService(scripts, async ({ client, service }) => {
      assert.deepEqual(await idsOf(client), ['a']);
      assert.equal(urlsOf(service)[1], '/v1/models?page_token=t');
    });
  });
});

describe('a hostile model list', () => {
  it('of 50,000 models is read as far as the limit', async () => {
    const data = Array.from({ length: 50_000 }, (_, index) => ({ id: `m${index}` }));
    await withService([json({ data })], async ({ client }) => {
      assert.equal((await client.listModels()).length, 20_000);
    });
  });
});
