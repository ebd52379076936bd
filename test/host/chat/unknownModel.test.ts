import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { contextOf } from '../../../src/host/models/models.ts';
import { activated, type Activated, handleIntent } from '../activated.ts';
import { eventStream, json, replyStream } from '../../support/service/scripts.ts';
import { startScriptedService, type Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { withConnection } from '../withConnection.ts';

/** A service that has `ids` and nothing else, with the list or without. */
function serving(ids: readonly string[], list: Script = models(ids)): Script {
  return async (answer) => {
    if (answer.request.method === 'GET') {
      return list(answer);
    }
    const { model } = JSON.parse(answer.request.body) as { model: string };
    const error = { message: `The model '${model}' does not exist.`, code: 'model_not_found' };
    return ids.includes(model)
      ? eventStream(replyStream(['fine']))(answer)
      : json({ error }, 404)(answer);
  };
}

function models(ids: readonly string[]): Script {
  return json({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });
}

async function replyTo({ chat }: Activated, text: string) {
  await chat.sender.send({ text, context: [] });
  return replyEnded({ chat });
}

async function replyEnded({ chat }: Pick<Activated, 'chat'>) {
  await until('the reply has ended', () => !chat.session.isRunning);
  const last = transcript(chat.session.conversation).at(-1);
  assert.ok(last);
  return last;
}

describe('a model that the service does not know', () => {
  beforeEach(async () => {
    await activated();
  });

  it('is compared with the list that is fetched anew, and changed and sent again on a click', async () => {
    await withConnection([serving(['M1', 'other'])], async (parley, service) => {
      const { services } = parley;
      const { session } = parley.chat;
      const failed = await replyTo(parley, 'Hello');
      assert.deepEqual(failed.reply.error?.modelCheck, {
        kind: 'unlisted',
        asked: 'm1',
        nearest: [{ id: 'M1', differences: ['case'] }],
      });
      assert.deepEqual(
        service.requests.map(({ method, url }) => `${method} ${url}`),
        ['POST /v1/chat/completions', 'GET /v1/models'],
      );
      const target = parley.chat.target.current();
      assert.ok(target);
      assert.equal(services.models.catalogue.peek(target.connection)?.models.length, 2);

      await handleIntent({ kind: 'useNearest', turnId: failed.id }, parley.chat);
      const sent = await replyEnded(parley);
      assert.equal(sent.reply.text, 'fine');
      assert.equal(sent.user.text, 'Hello');
      assert.equal(sent.parentId, failed.parentId);
      assert.equal(session.conversation.target?.model, 'M1');
      assert.equal(parley.chat.target.current()?.model, 'M1');
      assert.equal(service.requests.length, 3);
    });
  });

  it('is changed for the connection of the reply, not for another one of the same name', async () => {
    await withConnection([serving(['M1'])], async (parley, service) => {
      const { session, target } = parley.chat;
      const failed = await replyTo(parley, 'Hello');
      const own = target.current()?.connection;
      assert.ok(own);
      assert.equal(failed.reply.connectionId, own.id);
      const other = await startScriptedService(serving(['M1']));
      try {
        const twin = { ...own, id: 'twin', baseUrl: other.origin };
        await vscode.workspace
          .getConfiguration('parley')
          .update('connections', [twin, own], vscode.ConfigurationTarget.Global);
        await target.choose(twin.id, 'm1');
        await handleIntent({ kind: 'useNearest', turnId: failed.id }, parley.chat);
        assert.equal((await replyEnded(parley)).reply.text, 'fine');
        assert.deepEqual(session.conversation.target, { connectionId: own.id, model: 'M1' });
        assert.equal(other.requests.length, 0);
        assert.equal(service.requests.length, 3);
      } finally {
        await other.close();
      }
    });
  });

  it('is not compared where there is no list, and the card says why', async () => {
    const none = json({ error: { message: 'Nothing here.' } }, 404);
    await withConnection([serving(['M1'], none)], async (parley, service) => {
      const { reply, id } = await replyTo(parley, 'Hello');
      const check = reply.error?.modelCheck;
      assert.equal(check?.kind, 'noList');
      assert.match(check.reason, /GET .*\/models: 404/);
      assert.equal(service.requests.length, 2);
      await handleIntent({ kind: 'useNearest', turnId: id }, parley.chat);
      assert.equal(service.requests.length, 2);
    });
  });

  it('asks for no list after another failure', async () => {
    const busy = json({ error: { message: 'Slow down.' } }, 429);
    await withConnection([busy], async (parley, service) => {
      const { reply } = await replyTo(parley, 'Hello');
      assert.equal(reply.error?.kind, 'rateLimited');
      assert.equal(service.requests.length, 1);
    });
  });

  it('learns from an error how much a model takes', async () => {
    const message = "This model's maximum context length is 4096 tokens.";
    const tooLong = json({ error: { message, code: 'context_length_exceeded' } }, 400);
    await withConnection([tooLong], async (parley, service) => {
      const { services } = parley;
      const { reply } = await replyTo(parley, 'Hello');
      assert.equal(reply.error?.kind, 'contextTooLong');
      assert.equal(service.requests.length, 1);
      const target = parley.chat.target.current();
      assert.ok(target);
      const learnt = { tokens: 4096, source: 'error' };
      await until('it is noted', () => contextOf(target, services.models) !== undefined);
      assert.deepEqual(contextOf(target, services.models), learnt);
      services.models.catalogue.remember(target.connection, [{ id: 'm1' }]);
      assert.deepEqual(contextOf(target, services.models), learnt);
      assert.equal(contextOf({ ...target, model: 'm2' }, services.models), undefined);
    });
  });

  it('stops at once while the list is awaited', async () => {
    const never: Script = async (answer) => answer.stall();
    await withConnection([serving([], never)], async (parley, service) => {
      await parley.chat.sender.send({ text: 'Hello', context: [] });
      await service.arrived(2);
      parley.chat.session.stop();
      const { reply } = await replyEnded(parley);
      assert.equal(reply.status, 'stopped');
      await service.requests[1]?.closed;
    });
  });
});
