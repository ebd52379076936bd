import assert from 'node:assert/strict';
import {
  readConversationHead,
  readLabels,
  readTurn,
} from '../../../../src/shared/conversation/storedConversation.ts';
import { aTurn } from '../../../support/builders.ts';

const long = 'x'.repeat(1_000_000);

/** Lists in lists: JSON of this depth is read, but cannot be written again. */
const deep: unknown = JSON.parse('['.repeat(6000) + ']'.repeat(6000));

function turnWith({
  user = {},
  reply = {},
  ...turn
}: {
  readonly user?: object;
  readonly reply?: object;
  readonly later?: unknown;
}): unknown {
  const base = aTurn('a', { user: { text: long, context: [] }, reply: { text: long } });
  return { ...base, ...turn, user: { ...base.user, ...user }, reply: { ...base.reply, ...reply } };
}

const item = { path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 1, text: 'a' };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what is read of a stored or imported file', () => {
  it('has names of limited length, and as few tags as a list can show', () => {
    const tags = Array.from({ length: 1000 }, (_, index) => `${index} ${long}`);
    const labels = { title: `${'x'.repeat(499)}😀`, tags, workspace: long, pinned: true };
    const read = readLabels(labels);
    assert.equal(read.title, 'x'.repeat(499), 'no character is halved');
    assert.equal(read.workspace?.length, 500);
    assert.equal(read.tags?.length, 100);
    assert.ok(read.tags.every((tag, index) => tag.length === 100 && tag.startsWith(`${index} `)));
    assert.equal(read.pinned, true);

    const target = { connectionId: long, model: long };
    const head = readConversationHead({ id: 'c', createdAt: 1, headId: long, target, ...labels });
    assert.deepEqual([head?.target?.connectionId.length, head?.target?.model?.length], [500, 500]);
    // The rest of a chat's file is written again with the head, and goes to the page with it.
    assert.ok(JSON.stringify(head).length < 15_000);
  });

  it('has the branches that were left last, and no id that is that of no file', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `t${index}`);
    const head = { id: 'c', createdAt: 1, leftHeadIds: [...ids, long], removedIds: [...ids, long] };
    const { leftHeadIds, removedIds } = readConversationHead(head) ?? {};
    assert.deepEqual(leftHeadIds, ids.slice(-200));
    assert.deepEqual(removedIds, ids);
  });

  it('has the texts as they are, and what is known of a reply within its limits', () => {
    const facts = {
      connection: long,
      model: long,
      answeredBy: long,
      provider: long,
      requestId: long,
      finishReason: long,
      changes: Array.from({ length: 100_000 }, () => ({ field: 'top_k' })),
      error: {
        kind: 'server',
        message: long,
        detail: long,
        tried: long,
        code: long,
        requestId: long,
        modelCheck: { kind: 'listed', asked: long },
      },
    };
    const turn = readTurn(turnWith({ reply: facts }));
    assert.equal(turn?.user.text, long);
    const { text, reasoning: _none, ...rest } = turn.reply;
    assert.equal(text, long);
    assert.equal(rest.model.length, 500);
    assert.equal(rest.error?.detail?.length, 500);
    assert.equal(rest.error.kind, 'server');
    assert.ok(JSON.stringify(rest).length < 15_000);
  });

  it('has names of images of limited length, also where no file of them is there', () => {
    const images = [
      { id: 'a'.repeat(64), type: 'image/png', name: long, width: 1, height: 1, size: 1 },
    ];
    const turn = readTurn(turnWith({ user: { images }, reply: { images } }));
    const queued = { text: 'And?', context: [], images };
    const head = readConversationHead({ id: 'c', createdAt: 1, queued });
    const all = [turn?.user.images, turn?.reply.images, head?.queued?.images];
    assert.deepEqual(
      all.map((some) => some?.map(({ name }) => name.length)),
      [[200], [200], [200]],
    );
  });

  it('can be written again: a field that is nested too deeply is left out', () => {
    assert.throws(() => JSON.stringify(turnWith({ later: deep })), RangeError);
    for (const part of [
      { later: deep },
      { user: { later: deep } },
      { user: { context: [{ ...item, later: deep }, item] } },
      { reply: { later: deep } },
      { reply: { usage: { prompt_tokens: 1, later: deep } } },
      { reply: { reasoningDetails: [{ later: deep }] } },
    ]) {
      const turn = readTurn(turnWith(part));
      assert.equal(turn?.reply.text, long);
      assert.doesNotThrow(() => JSON.stringify(turn, undefined, 1));
    }
    const head = readConversationHead({ id: 'c', createdAt: 1, later: deep, headId: 'a' });
    assert.deepEqual(head, { id: 'c', createdAt: 1, headId: 'a' });
    const queued = { text: 'And?', context: [item] };
    const waiting = { ...queued, context: [{ ...item, later: deep }], later: deep };
    const { queued: read } = readConversationHead({ id: 'c', createdAt: 1, queued: waiting }) ?? {};
    assert.deepEqual(plain(read), queued);
    const kept = { later: [[[[{ a: [1] }]]]] };
    assert.deepEqual(readTurn({ ...aTurn('a'), ...kept }), { ...aTurn('a'), ...kept });
  });
});
