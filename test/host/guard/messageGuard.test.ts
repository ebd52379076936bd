import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import { secretSamples } from '../../support/guard/secretSamples.ts';
import { eventStream, replyStream } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { handleIntent } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const samples = secretSamples(11);
const token = samples.find(({ mask }) => mask === 'GitHub token')?.value ?? '';
const key = samples.find(({ mask }) => mask === 'Stripe key')?.value ?? '';

const item = {
  path: 'a.ts',
  languageId: 'typescript',
  startLine: 1,
  endLine: 1,
  text: `const key = '${key}';`,
};

const fine = eventStream(replyStream(['fine']));

type HeldBack = Extract<HostToView, { readonly kind: 'heldBack' }>;

describe('the guard of messages', () => {
  it('holds back what the page posts, and sends it masked in chips, with the same number', async () => {
    await withConnection([fine, fine], async ({ chat }, { requests }) => {
      const told: HostToView[] = [];
      const post = async (text: string, allowed?: readonly number[]) =>
        handleIntent({ kind: 'send', text, context: [item], allowed }, chat, (message) =>
          told.push(message),
        );
      const ended = async (count: number) =>
        until('the reply has ended', () => {
          const path = transcript(chat.session.conversation);
          return path.length === count && path.at(-1)?.reply.status === 'completed';
        });
      await post(`Use ${token}`);
      assert.equal(requests.length, 0);
      const [held] = told as readonly HeldBack[];
      assert.equal(held?.kind, 'heldBack');
      const [inText] = held.found.text.findings;
      const [inItem] = held.found.context[0]?.findings ?? [];
      assert.ok(inText && inItem);
      assert.equal(`Use ${token}`.slice(inText.start, inText.end), token);

      await handleIntent({ kind: 'maskFindings', ids: [inItem.id] }, chat);
      // The text stands in the box, where the user would see the mask.
      await post(`Use ${token}`);
      assert.equal(told.length, 2);
      await post(`Use ${token}`, [inText.id]);
      await ended(1);
      assert.equal(requests.length, 1);
      assert.equal(requests[0]?.body.includes(key), false);
      assert.equal(requests[0]?.body.includes(token), true);
      assert.equal(requests[0]?.body.includes(inItem.mask), true);

      await post(`Again ${token}`);
      await ended(2);
      assert.equal(told.length, 2, 'what was allowed is not asked about again');
      assert.equal(requests[1]?.body.includes(key), false);
    });
  });

  it('does not trust ids that it has not given', async () => {
    await withConnection([fine], async ({ chat }, { requests }) => {
      const told: HostToView[] = [];
      const allowed = [-1, 0, 1, 2, 3, 1e9, Number.MAX_SAFE_INTEGER, 0.5];
      await handleIntent({ kind: 'send', text: `Use ${token}`, allowed }, chat, (message) =>
        told.push(message),
      );
      assert.equal(requests.length, 0);
      assert.equal((told[0] as HeldBack | undefined)?.kind, 'heldBack');
    });
  });

  it('asks before a message without an input box is sent, and sends nothing if cancelled', async () => {
    await withConnection([fine], async ({ chat }, { requests }) => {
      const sending = chat.sender.send({ text: 'Explain this code.', context: [item] });
      await cancelQuestion(sending);
      assert.equal(requests.length, 0);
      assert.equal(chat.session.conversation.turns.length, 0);
    });
  });

  it('asks about an edited message, and not about one that is regenerated where it was sent', async () => {
    await withConnection([fine, fine], async ({ chat }, { requests }) => {
      await chat.sender.send({ text: 'Hello', context: [] });
      const last = () => transcript(chat.session.conversation).at(-1);
      await until('the reply has ended', () => last()?.reply.status === 'completed');
      const id = last()?.id ?? '';
      await cancelQuestion(chat.sender.edit(id, `Hello ${token}`));
      assert.equal(requests.length, 1);
      await chat.sender.retry(id);
      await until('it was sent again', () => requests.length === 2);
    });
  });

  it('finds what the setting says, of the user and not of the workspace', async () => {
    await withConnection([], async ({ services }) => {
      const settings = vscode.workspace.getConfiguration('parley');
      const names = async () => {
        const [found] = await services.guard.find([`${token} a\u202Eb`], 'chat');
        return found?.findings.map(({ kind }) => kind);
      };
      assert.deepEqual(await names(), ['token', 'direction']);
      try {
        await settings.update('guard', { secrets: false }, vscode.ConfigurationTarget.Global);
        assert.deepEqual(await names(), ['direction']);
        await settings.update(
          'guard',
          { hiddenCharacters: false },
          vscode.ConfigurationTarget.Global,
        );
        assert.deepEqual(await names(), ['token']);
      } finally {
        await settings.update('guard', undefined, vscode.ConfigurationTarget.Global);
      }
      assert.deepEqual(await names(), ['token', 'direction']);
    });
  });
});

/** Cancels the question that `sending` asks, again until it was there. */
async function cancelQuestion(sending: Promise<void>): Promise<void> {
  let isOver = false;
  const over = sending.finally(() => (isOver = true));
  await until('the question is cancelled', async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    return isOver;
  });
  await over;
}
