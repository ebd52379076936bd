import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import {
  findConnection,
  readConnections,
  storedConnections,
} from '../../../src/host/connections/connectionSettings.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import { chunk, eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script, ScriptedService } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { activated, type Activated } from '../activated.ts';
import { openPage } from '../connectionsPage/openPage.ts';
import { offerConsent } from '../../../src/host/connections/consents/consents.ts';
import { answering } from '../answering.ts';
import { withConnection } from '../withConnection.ts';

/** Runs `test` with a connection whose model `m1` is a favourite. */
async function withFavourite(
  scripts: readonly Script[],
  test: (parley: Activated, service: ScriptedService) => Promise<void>,
  fields: Partial<Connection> = {},
  isConfirmed = true,
): Promise<void> {
  await withConnection(
    scripts,
    async (parley, service) => {
      const connection = findConnection(`scripted-${service.origin}`);
      assert.ok(connection);
      parley.services.models.memory.change(connection, { favourites: ['m1'] });
      await until('it is a favourite', () =>
        parley.services.models.memory.of(connection).favourites.includes('m1'),
      );
      if (isConfirmed) {
        await answering('Offer Models', async () =>
          parley.services.keys.consents.ask(offerConsent(connection)),
        );
      }
      await test(parley, service);
    },
    fields,
  );
}

const offered = { offerToVSCode: true };

async function listed(): Promise<readonly vscode.LanguageModelChat[]> {
  return vscode.lm.selectChatModels({ vendor: 'parley' });
}

async function theModel(): Promise<vscode.LanguageModelChat> {
  return until('the model is listed', async () => (await listed())[0]);
}

async function partsOf(response: vscode.LanguageModelChatResponse): Promise<readonly unknown[]> {
  const parts: unknown[] = [];
  for await (const part of response.stream) {
    parts.push(part);
  }
  return parts;
}

async function failureOf(model: vscode.LanguageModelChat): Promise<unknown> {
  try {
    await partsOf(await model.sendRequest(hello()));
  } catch (error) {
    return error;
  }
  return assert.fail('It did not fail.');
}

const hello = () => [vscode.LanguageModelChatMessage.User('hello')];

function bodyOf(service: ScriptedService, index: number): Readonly<Record<string, unknown>> {
  return JSON.parse(service.requests[index]?.body ?? '{}') as Readonly<Record<string, unknown>>;
}

const look: vscode.LanguageModelChatTool = {
  name: 'look',
  description: 'Looks at a city.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

describe('language models', () => {
  it('are listed only while the connection is offered, and no request is made for that', async () => {
    let changes = 0;
    const listening = vscode.lm.onDidChangeChatModels(() => (changes += 1));
    try {
      await withFavourite([eventStream(replyStream(['ok']))], async (parley, service) => {
        assert.deepEqual(await listed(), []);
        const settings = vscode.workspace.getConfiguration('parley');
        const [connection] = settings.get<readonly object[]>('connections', []);
        const set = async (fields: object): Promise<void> =>
          settings.update(
            'connections',
            [{ ...connection, ...fields }],
            vscode.ConfigurationTarget.Global,
          );
        await set(offered);
        const model = await theModel();
        assert.deepEqual(
          [model.name, model.family, model.vendor, model.maxInputTokens > 0],
          ['m1', 'm1', 'parley', true],
        );
        assert.equal(await model.countTokens('four words are here'), 5);
        await set({ offerToVSCode: false });
        await until('no model is listed', async () => (await listed()).length === 0);
        await assert.rejects(async () => model.sendRequest(hello()).then(partsOf));
        assert.deepEqual(service.requests, []);
        assert.ok(changes > 0, 'VS Code tells of the change');
        assert.ok(parley.services.models);
      });
    } finally {
      listening.dispose();
    }
  });

  it('are not offered because the settings say so, before the user has confirmed it for their address', async () => {
    const { showInformationMessage } = vscode.window;
    const told: string[] = [];
    const answered = Promise.withResolvers<string>();
    try {
      Object.assign(vscode.window, {
        showInformationMessage: async (words: string) => {
          told.push(words);
          return answered.promise;
        },
      });
      await withFavourite(
        [],
        async ({ services: { keys } }) => {
          await until(
            'the user is told',
            async () => (await listed()).length > 0 || told.length > 0,
          );
          assert.deepEqual(await listed(), []);
          assert.match(told.join(' '), /^The settings offer the models of “.*” to VS Code/);
          const [connection] = readConnections();
          assert.ok(connection);
          await answering('Offer Models', async () => {
            answered.resolve('Offer Models');
            await theModel();
          });
          assert.equal(told.length, 1);
          assert.ok(keys.consents.has(offerConsent(connection)));
          const elsewhere = { ...connection, baseUrl: 'https://elsewhere.example' };
          assert.ok(!keys.consents.has(offerConsent(elsewhere)));
        },
        offered,
        false,
      );
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
  });

  it('stream a reply to another extension', async () => {
    await withFavourite(
      [eventStream(replyStream(['one ', 'two']))],
      async (_parley, service) => {
        const model = await theModel();
        const response = await model.sendRequest(hello());
        let text = '';
        for await (const piece of response.text) {
          text += piece;
        }
        assert.equal(text, 'one two');
        assert.deepEqual(bodyOf(service, 0)['messages'], [{ role: 'user', content: 'hello' }]);
      },
      offered,
    );
  });

  it('pass on a tool call, and its result in the order of the service', async () => {
    const call = {
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'look', arguments: '{"city":"Paris"}' },
    };
    const data = [
      chunk({ content: 'I look.' }),
      chunk({ tool_calls: [call] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ];
    const calling = eventStream(data.map((line) => `data: ${line}\n\n`).join(''));
    await withFavourite(
      [calling, eventStream(replyStream(['sunny']))],
      async (_parley, service) => {
        const model = await theModel();
        const options = { tools: [look], toolMode: vscode.LanguageModelChatToolMode.Required };
        const parts = await partsOf(await model.sendRequest(hello(), options));
        const asked = parts.find((part) => part instanceof vscode.LanguageModelToolCallPart);
        assert.ok(asked instanceof vscode.LanguageModelToolCallPart);
        assert.deepEqual([asked.callId, asked.name, asked.input], ['a', 'look', { city: 'Paris' }]);
        assert.equal(bodyOf(service, 0)['tool_choice'], 'required');
        const messages = [
          ...hello(),
          vscode.LanguageModelChatMessage.Assistant([
            new vscode.LanguageModelTextPart('I look.'),
            asked,
          ]),
          vscode.LanguageModelChatMessage.User([
            new vscode.LanguageModelToolResultPart('a', [
              new vscode.LanguageModelTextPart('22 °C'),
            ]),
            new vscode.LanguageModelTextPart('thanks'),
          ]),
        ];
        await partsOf(await model.sendRequest(messages, { tools: [look] }));
        assert.deepEqual(bodyOf(service, 1)['messages'], [
          { role: 'user', content: 'hello' },
          {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [
              {
                id: 'a',
                type: 'function',
                function: { name: 'look', arguments: '{"city":"Paris"}' },
              },
            ],
          },
          { role: 'tool', content: '22 °C', tool_call_id: 'a' },
          { role: 'user', content: 'thanks' },
        ]);
      },
      offered,
    );
  });

  it('close the connection when the other extension cancels', async () => {
    const stalled: Script = async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.send(`data: ${chunk({ content: 'one' })}\n\n`);
      await answer.stall();
    };
    await withFavourite(
      [stalled],
      async (_parley, service) => {
        const model = await theModel();
        const source = new vscode.CancellationTokenSource();
        const response = await model.sendRequest(hello(), {}, source.token);
        const reading = (async () => {
          for await (const piece of response.text) {
            assert.equal(piece, 'one');
            source.cancel();
          }
        })();
        await reading.catch(() => {});
        await service.requests[0]?.closed;
        await delay(0);
      },
      offered,
    );
  });

  it('fail with the codes of VS Code', async () => {
    const failing = (status: number, code?: string) =>
      json({ error: { message: `the service says ${status}`, code } }, status);
    await withFavourite(
      [failing(401), failing(402), failing(404, 'model_not_found'), failing(500)],
      async () => {
        const model = await theModel();
        for (const [code, status] of [
          ['NoPermissions', 401],
          ['Blocked', 402],
          ['NotFound', 404],
          [undefined, 500],
        ] as const) {
          const failure = await failureOf(model);
          assert.ok(failure instanceof Error);
          assert.match(failure.message, new RegExp(`^Parley: .*the service says ${status}`));
          const isTyped = failure instanceof vscode.LanguageModelError;
          assert.equal(isTyped ? failure.code : undefined, code, failure.message);
        }
      },
      offered,
    );
  });

  it('are offered on the page of connections after the user has confirmed it, once', async () => {
    const { services } = await activated();
    const { act } = openPage(services);
    const draft = {
      name: 'Home',
      baseUrl: 'https://home.example/v1',
      offerToVSCode: 'true',
    };
    const ref = 'id home';
    const save = async (name: string, answer: string | undefined) => {
      const work = async () => act('save', { ...draft, name }, ref);
      return (await answering(answer, work)).asked;
    };
    try {
      assert.match(
        (await save('Home', undefined)).join(' '),
        /Offer the favourite models of “Home”/,
      );
      assert.deepEqual(storedConnections(), []);
      await save('Home', 'Offer Models');
      assert.equal(findConnection('home')?.offerToVSCode, true);
      assert.deepEqual(await save('Renamed', undefined), []);
      assert.equal(findConnection('home')?.name, 'Renamed');
    } finally {
      await vscode.workspace
        .getConfiguration('parley')
        .update('connections', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('are asked for nothing in the user’s name, and count towards the costs', async () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    const counted = eventStream(
      `data: ${chunk({ content: 'ok' })}\n\ndata: ${chunk({}, 'stop', { usage })}\n\ndata: [DONE]\n\n`,
    );
    const settings = vscode.workspace.getConfiguration('parley');
    const set = async (key: string, value: unknown): Promise<void> =>
      settings.update(key, value, vscode.ConfigurationTarget.Global);
    await set('prices', { m1: { prompt: 7, completion: 1, currency: 'XTS' } });
    await set('costLimit.currency', 'XTS');
    await set('costLimit.perDay', 5);
    try {
      await withFavourite(
        [counted],
        async (_parley, service) => {
          const model = await theModel();
          await partsOf(await model.sendRequest(hello()));
          const failure = await failureOf(model);
          assert.ok(failure instanceof vscode.LanguageModelError);
          assert.equal(failure.code, 'Blocked');
          assert.match(failure.message, /Cost limit reached/);
          assert.equal(service.requests.length, 1);
        },
        offered,
      );
    } finally {
      await set('prices', undefined);
      await set('costLimit.currency', undefined);
      await set('costLimit.perDay', undefined);
    }
  });
});
