import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createConnect } from '../../../src/host/connections/connecting/connectFlow.ts';
import type { Connected } from '../../../src/host/connections/connecting/connected.ts';
import { readConnections } from '../../../src/host/connections/connectionSettings.ts';
import { type Act, acting, connectServices } from './connectActs.ts';

/** Looks for servers where the ones on these ports answer with these bodies. */
async function finding(answers: Readonly<Record<string, unknown>>, acts: readonly Act[]) {
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    const { port } = new URL(input instanceof Request ? input.url : input);
    if (answers[port] === undefined) {
      throw new TypeError('fetch failed');
    }
    return Response.json(answers[port]);
  };
  const { services } = await connectServices();
  let connected: Connected | undefined;
  try {
    const seen = await acting(acts, async () => {
      connected = await createConnect(services)('servers');
    });
    return { seen, connected };
  } finally {
    globalThis.fetch = fetch;
  }
}

describe('servers on this computer', () => {
  afterEach(async () => {
    await vscode.workspace
      .getConfiguration('parley')
      .update('connections', undefined, vscode.ConfigurationTarget.Global);
  });

  it('that have no models yet are listed, with what installs one', async () => {
    const { seen, connected } = await finding(
      {
        11434: { object: 'list', data: null },
        1234: { data: [] },
        8080: { models: null },
        8000: { data: [{ id: 'm' }] },
      },
      [{ choose: 'vLLM' }],
    );
    assert.deepEqual(seen[0]?.details, [
      'No models yet. Install one, for example with “ollama pull <model>” in a terminal.',
      'No models yet. Install one, for example with “lms get <model>” in a terminal.',
      'No models yet. Load one on the server.',
      '1 model',
    ]);
    assert.deepEqual(connected?.models, [{ id: 'm' }]);
    assert.deepEqual(
      readConnections().map(({ name, baseUrl }) => [name, baseUrl]),
      [['vLLM', 'http://127.0.0.1:8000/v1']],
    );
  });

  it('are used without a choice where there is one', async () => {
    const { seen, connected } = await finding({ 1234: { data: [{ id: 'm' }] } }, []);
    assert.deepEqual(seen, []);
    assert.equal(connected?.connection.name, 'LM Studio');
  });

  it('that do not answer are named, and looked for again', async () => {
    const { seen, connected } = await finding({}, [{ choose: 'Use a Server' }, 'leave']);
    assert.equal(seen.length, 2);
    for (const { problem } of seen) {
      assert.match(
        problem,
        /No server found on this computer\. Tried Ollama, LM Studio, llama\.cpp, vLLM\./,
      );
    }
    assert.equal(connected, undefined);
  });
});
