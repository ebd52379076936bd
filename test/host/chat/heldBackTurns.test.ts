import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { handleIntent } from '../activated.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { eventStream, json, replyStream } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { withConnection } from '../withConnection.ts';

const limit = { error: { message: 'Slow down.', code: 'rate_limit_exceeded' } };
const fine = eventStream(replyStream(['fine']));

function last({ session }: Chat) {
  const turn = transcript(session.conversation).at(-1);
  assert.ok(turn);
  return turn;
}

describe('a turn that is held back', () => {
  it('is sent no earlier than the service asked for, unless the user wants it', async () => {
    const limited = json(limit, 429, { 'retry-after': '100' });
    await withConnection([limited, fine], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      const wait = await until('the wait is shown', () => last(chat).reply.waiting);
      assert.ok(wait.delayMs >= 99_000 && wait.delayMs <= 101_000);
      assert.equal(wait.reason, 'rateLimited');
      assert.equal(service.requests.length, 1);
      await handleIntent({ kind: 'sendNow' }, chat);
      await until('the reply has ended', () => !chat.session.isRunning);
      assert.equal(last(chat).reply.text, 'fine');
      assert.equal(service.requests.length, 2);
    });
  });

  it('is not removed, nor is one before it, and why is said', async () => {
    const limited = json(limit, 429, { 'retry-after': '100' });
    await withConnection([fine, limited], async ({ chat }) => {
      await chat.sender.send({ text: 'First', context: [] });
      await until('the reply has ended', () => !chat.session.isRunning);
      const turnId = last(chat).id;
      await chat.sender.send({ text: 'Second', context: [] });
      await until('the wait is shown', () => last(chat).reply.waiting);
      const notices: string[] = [];
      const told = { ...chat, notice: ({ text }: { text: string }) => notices.push(text) };
      await handleIntent({ kind: 'removeTurn', turnId }, told);
      await handleIntent({ kind: 'removeTurn', turnId: last(chat).id }, told);
      assert.equal(transcript(chat.session.conversation).length, 2);
      assert.match(
        notices.join(),
        /^The message cannot be removed .*,The message cannot be removed /,
      );
    });
  });

  it('is never sent after a cancel', async () => {
    const limited = json(limit, 429, { 'retry-after': '100' });
    await withConnection([limited, fine], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the wait is shown', () => last(chat).reply.waiting);
      await handleIntent({ kind: 'stop' }, chat);
      await until('the reply has ended', () => !chat.session.isRunning);
      assert.equal(last(chat).reply.status, 'stopped');
      await handleIntent({ kind: 'sendNow' }, chat);
      assert.equal(service.requests.length, 1);
    });
  });

  it('with a wait that is not begun unasked waits what is left of it on a click', async () => {
    const limited = json(limit, 429, { 'retry-after': '600' });
    await withConnection([limited, fine], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the reply has ended', () => !chat.session.isRunning);
      const failed = last(chat);
      assert.equal(failed.reply.error?.retryAfterMs, 600_000);
      assert.equal(service.requests.length, 1);
      await handleIntent({ kind: 'retryLater', turnId: failed.id }, chat);
      const wait = await until('the wait is shown', () => last(chat).reply.waiting);
      const passedMs = Date.now() - (failed.reply.endedAt ?? 0);
      assert.ok(wait.delayMs <= 600_000 && wait.delayMs >= 599_000 - passedMs);
      assert.equal(service.requests.length, 1);
      chat.session.sendNow();
      await until('the reply has ended', () => !chat.session.isRunning);
      assert.equal(last(chat).reply.text, 'fine');
    });
  });

  it('is not sent later where nothing says how much later', async () => {
    await withConnection([json({}, 500), fine], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the reply has ended', () => !chat.session.isRunning);
      await handleIntent({ kind: 'retryLater', turnId: last(chat).id }, chat);
      await handleIntent({ kind: 'retryLater', turnId: 'no such turn' }, chat);
      assert.equal(chat.session.isRunning, false);
      assert.equal(service.requests.length, 1);
    });
  });

  it('goes to the model that the user chooses meanwhile, and only to that', async () => {
    const limited = json(limit, 429, { 'retry-after': '100' });
    await withConnection([limited, fine], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the wait is shown', () => last(chat).reply.waiting);
      const held = last(chat);
      const choosing = (ask: () => Promise<boolean>): Chat => ({
        ...chat,
        target: { ...chat.target, ask },
      });
      const choose = async (model: string) => {
        await chat.target.choose(id, model);
        return true;
      };
      const id = chat.target.current()?.connection.id ?? '';
      await handleIntent(
        { kind: 'otherModel', turnId: held.id },
        choosing(async () => false),
      );
      assert.notEqual(last(chat).reply.waiting, undefined, 'the user has left');
      await handleIntent(
        { kind: 'otherModel', turnId: held.id },
        choosing(async () => choose('m1')),
      );
      assert.notEqual(last(chat).reply.waiting, undefined, 'it is the same model');
      await handleIntent(
        { kind: 'otherModel', turnId: held.id },
        choosing(async () => choose('m2')),
      );
      await until('the reply has ended', () => !chat.session.isRunning);
      assert.equal(last(chat).reply.text, 'fine');
      const before = chat.session.conversation.turns.find((turn) => turn.id === held.id);
      assert.equal(before?.reply.status, 'stopped');
      const models = service.requests.map(
        ({ body }) => (JSON.parse(body) as { model: string }).model,
      );
      assert.deepEqual(models, ['m1', 'm2']);
    });
  });

  it('stays with the model that it went to in the end', async () => {
    const limited = json(limit, 429, { 'retry-after': '100' });
    await withConnection([limited, (answer) => answer.stall()], async ({ chat }, service) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      await until('the wait is shown', () => last(chat).reply.waiting);
      const id = chat.target.current()?.connection.id ?? '';
      const asking: Chat = {
        ...chat,
        target: {
          ...chat.target,
          async ask() {
            chat.session.sendNow();
            await service.arrived(2);
            await until('the wait is over', () => last(chat).reply.waiting === undefined);
            await chat.target.choose(id, 'm2');
            return true;
          },
        },
      };
      await handleIntent({ kind: 'otherModel', turnId: last(chat).id }, asking);
      assert.equal(service.requests.length, 2);
      assert.equal(last(chat).reply.status, 'running');
    });
  });
});

describe('what an editor command would send', () => {
  it('is shown with the code, and not sent', async () => {
    await withConnection([fine], async ({ chat }, service) => {
      const content = 'function two() {\n  return 2;\n}\n';
      const document = await vscode.workspace.openTextDocument({ language: 'javascript', content });
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = new vscode.Selection(0, 0, 2, 1);
      const running = vscode.commands.executeCommand('parley.showRequest', 'explain');
      const text = await until('the request is shown', () => {
        const shown = vscode.window.activeTextEditor?.document;
        return (
          shown?.uri.scheme === 'parley-request' &&
          shown.getText().includes('function two') &&
          shown.getText()
        );
      });
      await running;
      assert.match(text, /Context: .*lines 1–3 \(javascript\)/);
      assert.match(text, /^- Message: /m);
      assert.equal(service.requests.length, 0);
      assert.equal(chat.session.conversation.turns.length, 0);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });
  });
});
