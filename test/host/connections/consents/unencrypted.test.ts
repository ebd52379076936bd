import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createDemoService } from '../../../../src/demo/service.ts';
import { createServiceClients } from '../../../../src/host/connections/clients/serviceClients.ts';
import { mayTravelInClear } from '../../../../src/host/connections/consents/consents.ts';
import { activated } from '../../activated.ts';

const { window } = vscode;

/** Answers every warning with its first button, or with none, and gives the warnings. */
async function warnedDuring(
  agrees: boolean,
  work: () => Promise<void>,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  const { showWarningMessage } = window;
  Object.assign(window, {
    async showWarningMessage(text: string, _options: unknown, button: string) {
      warnings.push(text);
      return agrees ? button : undefined;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(window, { showWarningMessage });
  }
  return warnings;
}

describe('what is not encrypted', () => {
  it('gets a key only after a question, unless it is this computer', async () => {
    const { services } = await activated();
    const { keys } = services;
    const warnings = await warnedDuring(false, async () => {
      for (const origin of ['https://a.example', 'http://127.0.0.1:1', 'http://localhost']) {
        assert.equal(await mayTravelInClear(origin, keys), true, origin);
      }
      for (const origin of ['http://a.example', 'http://a.localhost', 'http://10.0.0.1']) {
        assert.equal(await mayTravelInClear(origin, keys), false, origin);
      }
    });
    assert.equal(warnings.length, 3);
  });

  it('gets keys and secret headers only after a question, once for each origin', async () => {
    const { context, services } = await activated();
    const origin = 'http://headers.invalid';
    const connection = { id: 'clear', name: 'Clear', baseUrl: origin };
    const secret = { ...connection, headers: { 'X-Api-Key': 'k' } };
    await context.globalState.update('parley.unencryptedOrigins', undefined);
    const clients = createServiceClients({
      keys: services.keys,
      redactor: services.redactor,
      loadDemo: async () => createDemoService(),
    });
    const list = async (one: typeof connection, key?: string) =>
      (await clients(one, key)).listModels();
    const refused = await warnedDuring(false, async () => {
      await assert.rejects(list(secret), /Nothing was sent.*http:\/\/headers\.invalid is not/);
      await assert.rejects(list(connection, 'k'), /Nothing was sent/);
    });
    const agreed = await warnedDuring(true, async () => {
      await assert.rejects(list(secret), { name: 'ServiceError', kind: 'network' });
      await assert.rejects(list(connection, 'k'), { name: 'ServiceError', kind: 'network' });
    });
    const without = await warnedDuring(false, async () => {
      await assert.rejects(list({ ...connection, baseUrl: 'http://other.invalid' }));
    });
    assert.deepEqual([refused.length, agreed.length, without.length], [2, 1, 0]);
    await context.globalState.update('parley.unencryptedOrigins', undefined);
  });
});

describe('the key of the demo', () => {
  it('is not asked for', async () => {
    const { chat } = await activated();
    assert.equal(chat.target.current()?.connection.id, 'demo');
    const said: string[] = [];
    const { createInputBox, showInformationMessage } = window;
    Object.assign(window, {
      createInputBox: () => assert.fail('A key was asked for.'),
      showInformationMessage: async (text: string) => void said.push(text),
    });
    try {
      await vscode.commands.executeCommand('parley.setKey');
    } finally {
      Object.assign(window, { createInputBox, showInformationMessage });
    }
    assert.match(said.join(), /needs no API key/);
  });
});
