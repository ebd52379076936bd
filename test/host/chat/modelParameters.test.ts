import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { panelSettings } from '../../../src/host/panel/panelSettings.ts';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import { createWorkspaceFiles } from '../../../src/host/store/storeFiles.ts';
import type { Reply } from '../../../src/shared/conversation/conversation.ts';
import type { OwnParameters } from '../../../src/shared/service/requestParameters.ts';
import { chunk, eventStream, json } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { type Activated, handleIntent } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

/** A service that thinks little or much, and says so of any other effort. */
const choosy: Script = async (answer) => {
  const { reasoning_effort: effort } = JSON.parse(answer.request.body) as Record<string, unknown>;
  if (effort === 'low' || effort === 'high') {
    return reply('fine')(answer);
  }
  const message = `Invalid value: '${String(effort)}'. Supported values are: 'low' and 'high'.`;
  const error = { message, param: 'reasoning_effort', code: 'invalid_value' };
  return json({ error }, 400)(answer);
};

function reply(text: string, fields: Record<string, unknown> = {}): Script {
  const data = [chunk({ content: text }, null, fields), chunk({}, 'stop', fields), '[DONE]'];
  return eventStream(data.map((line) => `data: ${line}\n\n`).join(''));
}

async function ended({ chat: { session } }: Activated): Promise<Reply> {
  await until('the reply has ended', () => !session.isRunning);
  const last = transcript(session.conversation).at(-1);
  assert.ok(last);
  return last.reply;
}

async function send(parley: Activated, text: string): Promise<Reply> {
  await parley.chat.sender.send({ text, context: [] });
  return ended(parley);
}

/** The chat as it is stored. */
async function stored({ chat, context, flush }: Activated) {
  await flush();
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
  const loaded = await createChatStore(createWorkspaceFiles(folder)).load(
    chat.session.conversation.id,
  );
  assert.ok(loaded);
  return loaded.conversation;
}

describe('a thinking effort that the service refuses', () => {
  it('offers those that the service names, on the card and in the parameters', async () => {
    await withConnection([choosy], async (parley, service) => {
      const { chat, services } = parley;
      const { adjustments, models } = services;
      const efforts = () => panelSettings(chat, adjustments, models).target?.thinking?.efforts;
      const target = chat.target.current();
      assert.ok(target);
      assert.ok((efforts()?.length ?? 0) > 2);
      chat.session.setParameters({ thinkingEffort: 'max', seed: 7 });
      const { error } = await send(parley, 'Hello');
      assert.deepEqual(error?.refused, {
        name: 'reasoning_effort',
        isValue: true,
        values: ['low', 'high'],
      });
      assert.deepEqual(efforts(), ['low', 'high']);
      assert.equal(service.requests.length, 1);

      const { showQuickPick } = vscode.window;
      const offered: unknown[] = [];
      Object.assign(vscode.window, {
        async showQuickPick(values: unknown) {
          offered.push(values);
          return offered.length > 1 ? 'high' : undefined;
        },
      });
      try {
        const turnId = chat.session.conversation.headId ?? '';
        await handleIntent({ kind: 'chooseEffort', turnId }, chat);
        assert.equal(service.requests.length, 1);
        await handleIntent({ kind: 'chooseEffort', turnId }, chat);
      } finally {
        Object.assign(vscode.window, { showQuickPick });
      }
      assert.deepEqual(offered, [
        ['low', 'high'],
        ['low', 'high'],
      ]);
      assert.equal((await ended(parley)).text, 'fine');
      const sent = JSON.parse(service.requests.at(-1)?.body ?? '') as Record<string, unknown>;
      assert.equal(sent['reasoning_effort'], 'high');
      assert.equal(sent['seed'], 7);
      assert.deepEqual((await stored(parley)).parameters, { thinkingEffort: 'high', seed: 7 });

      await vscode.commands.executeCommand('parley.forgetRequestChanges');
      assert.equal(adjustments.effortsOf(target), undefined);
    });
  });
});

describe('the parameters of a chat', () => {
  it('are sent as the preview shows them, and stored', async () => {
    await withConnection([reply('{"a": 1}')], async (parley, service) => {
      const { chat, services } = parley;
      const schema = { type: 'object', properties: { a: { type: 'string' } } };
      const parameters: OwnParameters = {
        thinkingEffort: 2000,
        thinkingField: 'enable_thinking',
        seed: -1,
        presence_penalty: -0.5,
        frequency_penalty: 2,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
        fields: { min_p: 0.05, user: null },
      };
      chat.session.setParameters(parameters);
      const target = await chat.target.ensureReady();
      assert.ok(target);
      const request = chat.session.nextRequest({ text: 'Hello', context: [] }, target);
      const client = await services.clients(target.connection);
      const shown = client.preview(request, 'streamed').body;
      const { formatCheck } = await send(parley, 'Hello');
      assert.equal(service.requests.at(-1)?.body, shown);
      assert.deepEqual(JSON.parse(shown), {
        min_p: 0.05,
        user: null,
        enable_thinking: true,
        thinking_budget: 2000,
        model: 'm1',
        messages: [{ role: 'user', content: 'Hello' }],
        seed: -1,
        presence_penalty: -0.5,
        frequency_penalty: 2,
        response_format: parameters.response_format,
        stream: true,
        stream_options: { include_usage: true },
      });
      const problems = [{ path: '/a', keyword: 'type', subject: 'string' }];
      assert.deepEqual(formatCheck, { kind: 'differs', problems });
      const kept = await stored(parley);
      assert.deepEqual(kept.parameters, parameters);
      assert.deepEqual(kept.turns.at(-1)?.reply.formatCheck, formatCheck);
    });
  });

  it('ask for no check where none was asked for, or the field is left out', async () => {
    await withConnection([reply('no JSON')], async (parley) => {
      const { session, sender } = parley.chat;
      assert.equal((await send(parley, 'Hello')).formatCheck, undefined);
      session.setParameters({ response_format: { type: 'json_object' } });
      assert.deepEqual((await send(parley, 'Hello')).formatCheck, { kind: 'notJson' });
      const turnId = session.conversation.headId ?? '';
      await sender.retry(turnId, { adjustment: { field: 'response_format', once: true } });
      assert.equal((await ended(parley)).formatCheck, undefined);
    });
  });
});

describe('who answered', () => {
  it('is kept: model, provider, and a configuration that has changed', async () => {
    const scripts = ['fp_1', 'fp_1', 'fp_2'].map((system_fingerprint) =>
      reply('fine', { model: 'm1', system_fingerprint, provider: 'Hamster' }),
    );
    const other = reply('fine', { model: 'm2', system_fingerprint: 'fp_3' });
    await withConnection([...scripts, other], async (parley) => {
      for (const text of ['a', 'b', 'c', 'd']) {
        await send(parley, text);
      }
      const { turns } = await stored(parley);
      assert.deepEqual(
        turns.map(({ reply: { answeredBy, provider, fingerprint, fingerprintBefore } }) => [
          answeredBy,
          provider,
          fingerprint,
          fingerprintBefore,
        ]),
        [
          ['m1', 'Hamster', 'fp_1', undefined],
          ['m1', 'Hamster', 'fp_1', undefined],
          ['m1', 'Hamster', 'fp_2', 'fp_1'],
          ['m2', undefined, 'fp_3', undefined],
        ],
      );
    });
  });
});
