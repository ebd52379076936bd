import assert from 'node:assert/strict';
import process from 'node:process';
import * as vscode from 'vscode';
import { createConnect } from '../../../src/host/connections/connecting/connectFlow.ts';
import {
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import { readPastedText } from '../../../src/pastedConnection/readPastedText.ts';
import { type Script, startScriptedService } from '../../support/service/scriptedService.ts';
import { json } from '../../support/service/scripts.ts';
import { activated } from '../activated.ts';
import { type Act, acting, connectServices } from './connectActs.ts';

const key = 'sk-clip-canary-0123456789';
const list = json({ object: 'list', data: [{ id: 'm1' }, { id: 'm2' }] });
const { window } = vscode;

/**
 * Connects with what the clipboard holds, which contains what `text` gives for the address of a scripted service; `next` is what is
 * asked when the user connects once more.
 */
async function pasting(
  text: (origin: string) => string | Promise<string>,
  acts: readonly Act[],
  scripts: readonly Script[] = [list],
) {
  await activated();
  const service = await startScriptedService(...scripts);
  const { services, forms } = await connectServices({
    readPasted: async (text) => readPastedText(text),
  });
  const connect = createConnect(services);
  const before = await vscode.env.clipboard.readText();
  try {
    await vscode.env.clipboard.writeText(await text(service.origin));
    const [, ...seen] = await acting([{ choose: 'Paste From Clipboard' }, ...acts], async () =>
      connect(),
    );
    const next = await acting([], async () => connect());
    return {
      seen,
      /** What the first box said. */
      said: seen[0]?.prompt ?? '',
      asked: seen.map(({ title, problem }) => `${title} ${problem}`),
      next,
      forms,
      origin: service.origin,
      requests: [...service.requests],
      saved: readConnections(),
      stored: await services.keys.get(service.origin),
    };
  } finally {
    await vscode.env.clipboard.writeText(before);
    await services.keys.forget(service.origin);
    await service.close();
  }
}

const keyBox = 'Connect to a Service (2/2): API Key';

describe('connecting from the clipboard', () => {
  afterEach(async () => {
    await vscode.workspace
      .getConfiguration('parley')
      .update('connections', undefined, vscode.ConfigurationTarget.Global);
  });

  it('takes a curl command, says what is in it and keeps the key in the secret storage only', async () => {
    const { seen, said, requests, saved, stored, origin } = await pasting(
      (origin) => `curl ${origin}/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "api-key: ${key}" \\
  -H "X-Team: docs" \\
  -d '{"model": "m2", "messages": [], "service_tier": "flex"}'`,
      ['enter'],
    );
    assert.deepEqual(
      seen.map(({ title }) => title),
      [keyBox],
    );
    assert.equal(requests.length, 1);
    assert.equal(requests[0]?.url, '/v1/models');
    assert.equal(requests[0].headers['api-key'], key);
    assert.equal(requests[0].headers['authorization'], undefined);
    assert.equal(requests[0].headers['x-team'], 'docs');
    assert.equal(stored, key);
    const { id: _id, ...connection } = saved[0] ?? {};
    assert.deepEqual(connection, {
      name: new URL(origin).host,
      baseUrl: `${origin}/v1`,
      model: 'm2',
      headers: { 'api-key': '${key}', 'X-Team': 'docs' },
      extraBody: { service_tier: 'flex' },
    });
    assert.ok(said.startsWith(`Enter the API key for ${origin}, `), said);
    assert.ok(said.endsWith('Found in the text: API key, m2, api-key, X-Team, service_tier'), said);
    assert.doesNotMatch(said + JSON.stringify(storedConnections()), /canary/);
  });

  it('sends nothing and saves nothing if the user leaves', async () => {
    const { requests, saved, stored } = await pasting(
      (origin) => `OPENAI_BASE_URL=${origin}/v1\nOPENAI_API_KEY=${key}`,
      [],
    );
    assert.deepEqual([requests, saved, stored], [[], [], undefined]);
  });

  it('lets the user pick one of several connections', async () => {
    const { seen, saved, stored } = await pasting(
      (origin) =>
        `models:\n  - name: First\n    provider: openai\n    model: a\n    apiBase: https://a.invalid/v1\n    apiKey: aa-0011223344\n` +
        `  - name: Second\n    provider: openai\n    model: m1\n    apiBase: ${origin}/v1\n    apiKey: ${key}\n`,
      [{ choose: 'Second' }, 'enter'],
    );
    assert.deepEqual(
      seen.map(({ title }) => title),
      ['Connect to a Service: Choose a Connection', keyBox],
    );
    assert.deepEqual(
      saved.map(({ name, model }) => [name, model]),
      [['Second', 'm1']],
    );
    assert.equal(stored, key);
  });

  it('takes the key from an environment variable that the text names, after a question', async () => {
    const { showWarningMessage } = window;
    process.env['PARLEY_PASTED_KEY'] = key;
    Object.assign(window, { showWarningMessage: async () => 'Send' });
    try {
      const { said, requests, saved, stored } = await pasting(
        (origin) => `curl ${origin}/v1/models -H "Authorization: Bearer $PARLEY_PASTED_KEY"`,
        ['enter'],
      );
      assert.match(said, /API key in the environment variable PARLEY_PASTED_KEY$/);
      assert.equal(requests[0]?.headers['authorization'], `Bearer ${key}`);
      assert.deepEqual(saved[0]?.keyFrom, { kind: 'environment', variable: 'PARLEY_PASTED_KEY' });
      assert.equal(stored, undefined);
    } finally {
      delete process.env['PARLEY_PASTED_KEY'];
      Object.assign(window, { showWarningMessage });
    }
  });

  it('asks for the key where the variable that the text names is not set', async () => {
    const { said, asked, requests } = await pasting(
      (origin) => `curl ${origin}/v1/models -H "Authorization: Bearer $PARLEY_UNSET_KEY"`,
      [],
    );
    assert.match(said, /PARLEY_UNSET_KEY, which is not set/);
    assert.match(asked.join('\n'), /2\/2/);
    assert.equal(requests.length, 0);
  });

  it('asks for a key that is rejected once more, and saves nothing before', async () => {
    const { asked, saved, stored, requests } = await pasting(
      (origin) => `client = OpenAI(base_url="${origin}/v1", api_key="${key}")`,
      ['enter'],
      [json({ error: { message: 'Incorrect API key' } }, 401)],
    );
    assert.equal(requests.length, 1);
    assert.match(asked.join('\n'), /2\/2.*401/);
    assert.doesNotMatch(asked.join('\n'), /canary/);
    assert.deepEqual([saved, stored], [[], undefined]);
  });

  it('goes on to the page if Enter is pressed again, as it says', async () => {
    const { asked, requests, forms } = await pasting(
      (origin) => `client = OpenAI(base_url="${origin}/v1", api_key="${key}")`,
      ['enter', 'enter'],
      [json({ message: 'x-provider is required' }, 400)],
    );
    assert.match(asked[1] ?? '', /2\/2.*x-provider is required.*press Enter again/);
    assert.equal(requests.length, 1);
    assert.equal(forms[0]?.[1], 'model');
  });

  it('keeps the headers of the text where the user goes back from the key to the address', async () => {
    const { seen, asked, requests, saved } = await pasting(
      (origin) => `curl ${origin}/v1/models -H 'X-Team: docs'`,
      ['enter', { press: 'Back' }, 'enter', 'enter'],
      [json({ message: 'x-provider is required' }, 400), list],
    );
    assert.match(asked[2] ?? '', /1\/2/);
    assert.match(seen[3]?.prompt ?? '', /Found in the text: X-Team$/);
    assert.equal(requests.at(-1)?.headers['x-team'], 'docs');
    assert.deepEqual(saved[0]?.headers, { 'X-Team': 'docs' });
  });

  it('has the address of the text the next time, where the user has left', async () => {
    const { next, origin } = await pasting(
      (host) => `OPENAI_BASE_URL=${host}/v1\nOPENAI_API_KEY=${key}`,
      [],
    );
    assert.match(next[0]?.title ?? '', /1\/2/);
    assert.equal(next[0]?.value, `${origin}/v1`);
  });

  it('shows the address of a saved connection as requests go there', async () => {
    const { said, origin } = await pasting(async (host) => {
      const baseUrl = `${host.replace('127.0.0.1', '0x7f.1')}/v1`;
      await vscode.workspace
        .getConfiguration('parley')
        .update(
          'connections',
          [{ id: 'a', name: 'A', baseUrl }],
          vscode.ConfigurationTarget.Global,
        );
      return `curl ${host}/v1/models -H 'Authorization: Bearer ${key}'`;
    }, []);
    assert.doesNotMatch(said, /0x7f/);
    assert.ok(said.includes(origin), said);
  });

  it('asks for the service of a key alone', async () => {
    const { seen, requests } = await pasting(() => 'sk-1a2b3c4d5e6f7a8b9c0d', []);
    assert.match(seen[0]?.title ?? '', /1\/2/);
    assert.match(seen[0]?.prompt ?? '', /service of this API key/);
    assert.equal(requests.length, 0);
  });

  // A word that is no key may be a password, and not the name of a host.
  for (const text of ['Dear all, lunch is at noon.', 'hunter2']) {
    it(`says that a text holds no connection: ${text}`, async () => {
      const { seen } = await pasting(() => text, []);
      assert.match(seen[0]?.problem ?? '', /No address and no API key were found in the text/);
    });
  }

  it('opens the form with everything but the key', async () => {
    const { forms, stored } = await pasting(
      (origin) => `curl ${origin}/v1/models -H 'Authorization: Bearer ${key}' -H 'X-Team: docs'`,
      [{ press: 'Set Headers' }],
    );
    assert.equal(forms[0]?.[0].headers?.['X-Team'], 'docs');
    assert.doesNotMatch(JSON.stringify(forms), /canary/);
    assert.equal(stored, key);
  });
});
