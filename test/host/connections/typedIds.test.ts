import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readConnections } from '../../../src/host/connections/connectionSettings.ts';
import { type Script, startScriptedService } from '../../support/service/scriptedService.ts';
import { eventStream, json, replyStream, text } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const typedId = 'acme/typed id_1';

/** Answers to a request for the model list that are no list. */
const noLists: readonly (readonly [name: string, script: Script])[] = [
  ['a rejected key', json({ error: { message: 'Incorrect API key provided' } }, 401)],
  ['no permission', json({ message: 'Forbidden' }, 403)],
  ['no such address', json({ detail: 'Not Found' }, 404)],
  ['a failure', text('<title>Bad Gateway</title>', 'text/html', 502)],
  ['a limit', json({ error: 'Slow down' }, 429)],
  ['another object', json({ status: 'fine' })],
  ['an error with status 200', json({ success: false, errors: [{ code: 400, message: 'No' }] })],
  [
    'a refused parameter with status 200',
    json({ base_resp: { status_code: 2013, status_msg: 'no' } }),
  ],
  ['broken JSON', text('{"data":[', 'application/json')],
  ['an event stream', eventStream('data: {}\n\n')],
  ['a web page', text('<!doctype html><title>Hello</title>', 'text/html')],
];

/** More questions than connecting asks, each answered twice. */
const mostAnswers = 12;

/** Connects with Enter in each input box: the address, no key, and the typed ID. */
async function connect(address: string): Promise<void> {
  const { createInputBox } = vscode.window;
  let answers = 0;
  Object.assign(vscode.window, {
    createInputBox: () => {
      const listeners = new Map<string, (value?: unknown) => void>();
      const on = (name: string) => (listener: (value?: unknown) => void) => {
        listeners.set(name, listener);
      };
      let isEnabled = true;
      const box = {
        title: '',
        password: false,
        value: '',
        onDidChangeValue: on('value'),
        onDidAccept: on('accept'),
        onDidTriggerButton: on('button'),
        onDidHide: on('hide'),
        // Set again after a check without a result.
        get enabled() {
          return isEnabled;
        },
        set enabled(value: boolean) {
          isEnabled = value;
          if (value) {
            queueMicrotask(act);
          }
        },
        show: () => queueMicrotask(act),
        dispose: () => {},
      };
      function act(): void {
        answers += 1;
        if (answers > mostAnswers) {
          listeners.get('hide')?.();
          return;
        }
        box.value = box.password ? '' : /model/i.test(box.title) ? typedId : address;
        listeners.get('value')?.(box.value);
        listeners.get('accept')?.();
      }
      return box;
    },
  });
  try {
    await vscode.commands.executeCommand('parley.connect');
  } finally {
    Object.assign(vscode.window, { createInputBox });
  }
}

describe('a model list that cannot be read', () => {
  for (const [name, script] of noLists) {
    it(`does not block a typed model ID while connecting: ${name}`, async () => {
      const { chat } = await activated();
      const answer: Script = async (one) =>
        one.request.method === 'GET' ? script(one) : eventStream(replyStream(['Hello']))(one);
      const service = await startScriptedService(answer);
      const settings = vscode.workspace.getConfiguration('parley');
      try {
        await connect(service.origin);
        const saved = readConnections().find(({ baseUrl }) => baseUrl === service.origin);
        assert.equal(saved?.model, typedId);
        await chat.target.choose(saved.id, saved.model);
        await chat.sender.send({ text: 'Hi', context: [] });
        await until('the reply is there', () => !chat.session.isRunning);
        const [turn] = chat.session.conversation.turns;
        assert.equal(turn?.reply.text, 'Hello');
        const sent = service.requests.find(({ method }) => method === 'POST');
        assert.match(sent?.body ?? '', /"model":"acme\/typed id_1"/);
      } finally {
        await settings.update('connections', undefined, vscode.ConfigurationTarget.Global);
        await service.close();
      }
    });
  }
});
