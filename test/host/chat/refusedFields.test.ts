import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { type Activated, handleIntent } from '../activated.ts';
import { eventStream, json, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import { withConnection } from '../withConnection.ts';

/** A service that takes no `max_tokens` and no `temperature`, and says so one after the other. */
const strict: Script = async (answer) => {
  const body = JSON.parse(answer.request.body) as Record<string, unknown>;
  const refused = ['max_tokens', 'temperature'].find((name) => name in body);
  if (refused === undefined) {
    return eventStream(replyStream(['fine']))(answer);
  }
  const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
  return json({ error: { message, param: refused, code: 'unsupported_parameter' } }, 400)(answer);
};

async function replyEnded({ chat }: Activated) {
  await until('the reply has ended', () => !chat.session.isRunning);
  const last = transcript(chat.session.conversation).at(-1);
  assert.ok(last);
  return last;
}

async function click(parley: Activated, kind: 'sendRenamed' | 'sendWithout', turnId: string) {
  await handleIntent({ kind, turnId }, parley.chat);
  return replyEnded(parley);
}

describe('a field that the service refuses', () => {
  it('is changed only on a click, and from then on once that was accepted', async () => {
    await withConnection([strict], async (parley, service) => {
      const { session, sender, target: chatTarget } = parley.chat;
      const bodies = () =>
        service.requests.map(({ body }) => {
          const { max_tokens, max_completion_tokens, temperature } = JSON.parse(body);
          return [max_tokens, max_completion_tokens, temperature];
        });
      session.setParameters({ max_tokens: 9, temperature: 0.5 });
      await sender.send({ text: 'Hello', context: [] });
      const first = await replyEnded(parley);
      assert.deepEqual(first.reply.error?.refused, {
        name: 'max_tokens',
        otherName: 'max_completion_tokens',
        isValue: false,
      });
      assert.equal(service.requests.length, 1);

      const second = await click(parley, 'sendRenamed', first.id);
      assert.equal(second.reply.error?.refused?.name, 'temperature');
      const target = chatTarget.current();
      assert.ok(target);
      assert.deepEqual(parley.services.adjustments.of(target), []);

      const third = await click(parley, 'sendWithout', second.id);
      assert.equal(third.reply.text, 'fine');
      const renamed = { field: 'max_tokens', sentAs: 'max_completion_tokens' };
      assert.deepEqual(JSON.parse(JSON.stringify(third.reply.changes)), [
        renamed,
        { field: 'temperature' },
      ]);
      await sender.send({ text: 'More', context: [] });
      assert.equal((await replyEnded(parley)).reply.text, 'fine');
      assert.deepEqual(bodies(), [
        [9, undefined, 0.5],
        [undefined, 9, 0.5],
        [undefined, 9, undefined],
        [undefined, 9, undefined],
      ]);

      await vscode.commands.executeCommand('parley.forgetRequestChanges');
      await sender.send({ text: 'Again', context: [] });
      assert.equal((await replyEnded(parley)).reply.status, 'failed');
      assert.deepEqual(bodies().at(-1), [9, undefined, 0.5]);
    });
  });

  it('is shown in the preview as it is then sent', async () => {
    await withConnection([strict], async (parley, service) => {
      const { session, sender } = parley.chat;
      session.setParameters({ max_tokens: 9 });
      await sender.send({ text: 'Hello', context: [] });
      const failed = await replyEnded(parley);
      await click(parley, 'sendWithout', failed.id);
      await parley.services.preview.show({ text: 'And now?', context: [] }, parley.chat);
      const document = await until('the request is shown', () => {
        const shown = vscode.window.activeTextEditor?.document.getText() ?? '';
        return shown.includes('max_tokens is left out') && shown.includes('And now?') && shown;
      });
      await sender.send({ text: 'And now?', context: [] });
      await replyEnded(parley);
      assert.ok(document.includes(service.requests.at(-1)?.body ?? 'nothing was sent'));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  });

  it('is left out once where only its value was refused', async () => {
    const tooLarge = { message: 'max_tokens is too large: 9.', param: 'max_tokens' };
    const fine = eventStream(replyStream(['fine']));
    await withConnection([json({ error: tooLarge }, 400), fine], async (parley, service) => {
      const { session, sender } = parley.chat;
      session.setParameters({ max_tokens: 9 });
      await sender.send({ text: 'Hello', context: [] });
      const failed = await replyEnded(parley);
      assert.equal((await click(parley, 'sendWithout', failed.id)).reply.text, 'fine');
      await sender.send({ text: 'More', context: [] });
      await replyEnded(parley);
      const limits = service.requests.map(
        ({ body }) => (JSON.parse(body) as Record<string, unknown>)['max_tokens'],
      );
      assert.deepEqual(limits, [9, undefined, 9]);
    });
  });

  it('is left out without a click if Parley has added it, and remembered', async () => {
    const strict: Script = async (answer) =>
      'stream_options' in (JSON.parse(answer.request.body) as object)
        ? json({ error: { message: 'Unknown parameter: stream_options' } }, 400)(answer)
        : eventStream(replyStream(['fine']))(answer);
    await withConnection([strict], async (parley, service) => {
      const { sender, target } = parley.chat;
      await sender.send({ text: 'Hello', context: [] });
      const { reply } = await replyEnded(parley);
      const leftOut = [{ field: 'stream_options' }];
      assert.equal(reply.text, 'fine');
      assert.deepEqual(reply.changes, leftOut);
      const ready = target.current();
      assert.ok(ready);
      assert.deepEqual(parley.services.adjustments.of(ready), leftOut);
      assert.equal(service.requests.length, 2);
      await sender.send({ text: 'More', context: [] });
      assert.deepEqual((await replyEnded(parley)).reply.changes, leftOut);
      assert.equal(service.requests.length, 3);
    });
  });

  it('is that of the stored failure, whatever the panel asks for', async () => {
    await withConnection([strict], async (parley, service) => {
      const { session, sender } = parley.chat;
      await sender.send({ text: 'Hello', context: [] });
      const fine = await replyEnded(parley);
      await handleIntent({ kind: 'sendWithout', turnId: fine.id }, parley.chat);
      await handleIntent({ kind: 'sendRenamed', turnId: 'no such turn' }, parley.chat);
      assert.equal(session.isRunning, false);
      assert.equal(service.requests.length, 1);
    });
  });
});
