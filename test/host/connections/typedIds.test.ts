import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { createConnect } from '../../../src/host/connections/connecting/connectFlow.ts';
import { draftOf } from '../../../src/host/connections/readDraft.ts';
import { readConnections } from '../../../src/host/connections/connectionSettings.ts';
import { type Script, startScriptedService } from '../../support/service/scriptedService.ts';
import { eventStream, json, replyStream, text } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { openPage } from '../connectionsPage/openPage.ts';
import { acting, connectServices } from './connectActs.ts';

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

/** Connects with Enter in each question, without a key, and enters the ID in the form to which that leads. */
async function connect(address: string): Promise<Chat> {
  const { services, forms } = await connectServices();
  // Where something answers, but not with a list, the key is entered once more; elsewhere, no second question comes.
  const asked = acting([{ type: address }, 'enter', 'enter'], async () =>
    createConnect(services)(),
  );
  await asked.catch(() => {});
  const [connection] = forms[0] ?? [];
  const parley = await activated();
  const { act } = openPage(parley.services);
  await act('save', { ...draftOf(connection), model: typedId });
  return parley.chat;
}

describe('a model list that cannot be read', () => {
  for (const [name, script] of noLists) {
    it(`does not block a typed model ID while connecting: ${name}`, async () => {
      const answer: Script = async (one) =>
        one.request.method === 'GET' ? script(one) : eventStream(replyStream(['Hello']))(one);
      const service = await startScriptedService(answer);
      const settings = vscode.workspace.getConfiguration('parley');
      try {
        const chat = await connect(service.origin);
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
