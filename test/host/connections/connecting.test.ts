import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConnect } from '../../../src/host/connections/connecting/connectFlow.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';
import {
  type Script,
  type ScriptedService,
  startScriptedService,
} from '../../support/service/scriptedService.ts';
import { json } from '../../support/service/scripts.ts';
import { activated } from '../activated.ts';
import { type Act, acting, connectServices } from './connectActs.ts';
import { answerQuestions } from './keySources/answerQuestions.ts';

const key = 'sk-connect-canary-0123456789';
const list = json({ object: 'list', data: [{ id: 'm1' }] });

/** Connects to a scripted service below `path` with what the user does after the address. */
async function connectTo(path: string, scripts: readonly Script[], acts: readonly Act[]) {
  const service: ScriptedService = await startScriptedService(...scripts);
  const { services, forms } = await connectServices();
  const address: Act = { type: service.origin + path };
  try {
    const seen = await acting([address, ...acts], async () => createConnect(services)());
    const [saved] = readConnections();
    const stored = await services.keys.get(service.origin);
    return { requests: [...service.requests], origin: service.origin, saved, seen, forms, stored };
  } finally {
    await services.keys.forget(service.origin);
    await service.close();
  }
}

async function store(value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('parley')
    .update('connections', value, vscode.ConfigurationTarget.Global);
}

describe('connecting', () => {
  afterEach(async () => store(undefined));

  it('offers the services by their names, each at its address', async () => {
    const { services } = await connectServices();
    const seen = await acting([{ choose: 'Groq' }, 'leave'], async () => createConnect(services)());
    const rows = seen[0]?.rows ?? [];
    assert.ok(rows.includes('$(globe) OpenAI api.openai.com'), rows.join('\n'));
    assert.ok(rows.includes('$(server) Ollama http://127.0.0.1:11434/v1'), rows.join('\n'));
    assert.match(seen[1]?.prompt ?? '', /API key for https:\/\/api\.groq\.com,/);
    assert.deepEqual(storedConnections(), []);
  });

  it('asks for the part of an address that differs between accounts', async () => {
    const { services } = await connectServices();
    const seen = await acting(
      [
        { choose: 'Azure OpenAI' },
        'enter',
        { type: 'https://mine.openai.azure.com/openai/v1' },
        'leave',
      ],
      async () => createConnect(services)(),
    );
    assert.equal(seen[1]?.value, 'https://<name>.openai.azure.com/openai/v1');
    assert.match(seen[2]?.problem ?? '', /Replace <name> in the address/);
    assert.match(seen[3]?.prompt ?? '', /Added for Azure OpenAI: api-key: \$\{key\}$/);
  });

  it('asks for the service of a key that is entered alone, and checks it at once', async () => {
    const alone = 'sk-1a2b3c4d5e6f7a8b9c0d';
    const service = await startScriptedService(list);
    const { services } = await connectServices();
    try {
      const seen = await acting([{ type: alone }, { type: service.origin }], async () =>
        createConnect(services)(),
      );
      assert.match(seen[1]?.prompt ?? '', /Choose the service of this API key/);
      assert.equal(seen[1]?.value, '');
      assert.equal(service.requests[0]?.headers['authorization'], `Bearer ${alone}`);
      assert.equal(readConnections()[0]?.baseUrl, service.origin);
      assert.equal(await services.keys.get(service.origin), alone);
    } finally {
      await services.keys.forget(service.origin);
      await service.close();
    }
  });

  it('takes the address of a second text for a key that was entered alone', async () => {
    const alone = 'sk-1a2b3c4d5e6f7a8b9c0d';
    const service = await startScriptedService(list);
    const { services } = await connectServices();
    try {
      const text = `OPENAI_BASE_URL=${service.origin}/v1 OPENAI_API_KEY=$KEY`;
      const acts: readonly Act[] = [{ type: alone }, { type: text }, 'enter'];
      await acting(acts, async () => createConnect(services)());
      assert.equal(service.requests[0]?.headers['authorization'], `Bearer ${alone}`);
    } finally {
      await services.keys.forget(service.origin);
      await service.close();
    }
  });

  it('offers what the clipboard holds where that is a connection', async () => {
    const { env } = vscode;
    const before = await env.clipboard.readText();
    const { services } = await connectServices({ peeksAtClipboard: true });
    try {
      const text = 'GROQ_API_KEY=gsk_0123456789abcdef0123456789abcdef';
      await env.clipboard.writeText(text);
      const seen = await acting([{ choose: 'Paste From Clipboard' }, 'leave'], async () =>
        createConnect(services)(),
      );
      assert.match(seen[1]?.title ?? '', /2\/2/);
      assert.match(
        seen[1]?.prompt ?? '',
        /for https:\/\/api\.groq\.com,.*Found in the text: API key$/,
      );
      assert.doesNotMatch(
        JSON.stringify(seen.map(({ value: _value, ...others }) => others)),
        /gsk_/,
      );
    } finally {
      await env.clipboard.writeText(before);
    }
  });

  it('leads to the model on the page where there is no list, with what is known of it', async () => {
    const path = '/openai/deployments/my-gpt/chat/completions?api-version=2024-10-21';
    const { requests, saved, forms, origin, stored } = await connectTo(
      path,
      [json({ error: { code: '404', message: 'Resource not found' } }, 404)],
      [{ type: key }],
    );
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      ['GET /openai/deployments/my-gpt/models?api-version=2024-10-21'],
    );
    const [connection, place, failure] = forms[0] ?? [];
    assert.deepEqual([connection?.baseUrl, connection?.model], [origin + path, 'my-gpt']);
    assert.equal(place, 'model');
    assert.ok(failure instanceof ServiceError && failure.status === 404);
    assert.deepEqual([saved, stored], [undefined, key]);
    assert.doesNotMatch(JSON.stringify(forms), /canary/);
  });

  it('goes on to the page with a rejected key only when Enter is pressed again', async () => {
    const { requests, seen, forms, stored } = await connectTo(
      '/v1',
      [json({ message: 'x-provider is required' }, 400)],
      [{ type: key }, { type: key }],
    );
    assert.equal(requests.length, 1);
    assert.match(seen[2]?.problem ?? '', /x-provider is required.*press Enter again/);
    assert.equal(forms[0]?.[1], 'model');
    assert.equal(stored, key);
  });

  it('says what a known service expects, and leads to the page where that can be changed', async () => {
    const { services, forms } = await connectServices();
    const seen = await acting(
      [{ type: 'https://api.anthropic.com/v1/messages' }, { press: 'Set Headers' }],
      async () => createConnect(services)(),
    );
    assert.match(
      seen[1]?.prompt ?? '',
      /Added for Anthropic: x-api-key: \$\{key\}, anthropic-version: 2023-06-01$/,
    );
    const [connection, place] = forms[0] ?? [];
    assert.equal(place, 'headers');
    assert.equal(connection?.headers?.['anthropic-version'], '2023-06-01');
    assert.deepEqual(storedConnections(), []);
  });

  it('sends the key in the header that the form of a saved connection has', async () => {
    const { services } = await connectServices();
    const service = await startScriptedService(list);
    await store([
      {
        id: 'gateway',
        name: 'Gateway',
        baseUrl: `${service.origin}/v1?api-version=1`,
        headers: { 'api-key': '${key}' },
      },
    ]);
    try {
      await acting([{ type: `${service.origin}/v1/?api-version=1` }, { type: key }], async () =>
        createConnect(services)(),
      );
      assert.equal(service.requests[0]?.url, '/v1/models?api-version=1');
      assert.equal(service.requests[0].headers['api-key'], key);
      assert.equal(service.requests[0].headers['authorization'], undefined);
      assert.equal(await services.keys.get(service.origin), key);
      assert.doesNotMatch(JSON.stringify(storedConnections()), /canary/);
    } finally {
      await services.keys.forget(service.origin);
      await service.close();
    }
  });

  it('says what it removed from a key that is pasted over a longer one', async () => {
    const { requests, seen } = await connectTo(
      '/v1',
      [json({ error: { message: 'Wrong' } }, 401), list],
      [{ type: `${key}-wrong-and-longer` }, { paste: `"${key}"` }, { type: key }],
    );
    const removed = seen.find(({ problem }) => problem.startsWith('Removed'));
    assert.match(removed?.problem ?? '', /Removed what was around the API key\./);
    assert.equal(removed?.value, key);
    assert.equal(requests[1]?.headers['authorization'], `Bearer ${key}`);
  });

  it('diagnoses with a typed key', async () => {
    const diagnosed: (string | undefined)[] = [];
    const { services } = await connectServices({
      diagnose: async (_connection, apiKey) => void diagnosed.push(apiKey),
    });
    const acts = [{ type: 'http://127.0.0.1:9' }, { type: key }, { press: 'Diagnose Connection' }];
    await acting(acts, async () => createConnect(services)());
    assert.deepEqual(diagnosed, [key]);
  });

  it('sends a key without encryption only after a question', async () => {
    const { services } = await connectServices({});
    const acts = [{ type: 'http://clear.invalid' }, { type: key }, 'leave'] as const;
    let seen: Awaited<ReturnType<typeof acting>> = [];
    const asked = await answerQuestions(false, async () => {
      seen = await acting(acts, async () => createConnect(services)());
    });
    assert.equal(asked.length, 1);
    assert.match(seen.at(-1)?.problem ?? '', /^Nothing was sent.*http:\/\/clear\.invalid is not/);
  });

  it('masks a key that is not saved yet in what the service says of its models', async () => {
    const { services } = await activated();
    const fresh = `sk-${crypto.randomUUID()}`;
    const service = await startScriptedService(json({ data: [{ id: 'm1', owned_by: fresh }] }));
    try {
      const connection = { id: 'fresh', name: 'Fresh', baseUrl: service.origin };
      const [model] = await (await services.clients(connection, fresh)).listModels();
      assert.equal(model?.owned_by, '[key]');
    } finally {
      await service.close();
    }
  });

  it('says at once that a key must not be in the address', async () => {
    const { requests, seen, forms } = await connectTo('/v1?api-key=canary', [list], ['leave']);
    assert.equal(requests.length, 0);
    assert.match(seen[1]?.problem ?? '', /must not contain a key, as in “api-key”/);
    assert.deepEqual(forms, []);
  });
});
