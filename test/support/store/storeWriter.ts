import { applyEvent, emptyConversation } from '../../../src/conversation/conversationState.ts';
import { createSaver } from '../../../src/host/store/sync/saver.ts';
import { createChatStore } from '../../../src/host/store/chatStore.ts';
import type { ConversationEvent } from '../../../src/shared/conversation/conversationEvent.ts';
import { aTurn } from '../builders.ts';
import { createNodeFiles } from './nodeFiles.ts';

/** A process that writes to a store as Parley does, until it is killed or has written its share. */
const [root = '', task = '', name = '', turns = ''] = process.argv.slice(2);
const files = createNodeFiles(root);
const plainStore = createChatStore(files);
const store = createChatStore({
  ...files,
  async move(from, to) {
    await files.move(from, to);
    const turnId = /^c\/turns\/(\w+)\.json$/.exec(to)?.[1];
    if (turnId !== undefined) {
      const turn = await plainStore.loadTurn('c', turnId);
      tell('kept', turnId, turn?.reply.text.length ?? 0);
    }
  },
});

/** Tells the test, in one write to the pipe. */
function tell(...words: readonly (string | number)[]): void {
  process.stdout.write(`${words.join(' ')}\n`);
}

/** Replies that stream, one after another, without end; tells what has come and what is on disk. */
async function stream(): Promise<void> {
  let conversation = emptyConversation('c', 1);
  const saver = createSaver(store, {
    failed: (error) => tell('failed', String(error)),
    recovered: () => {},
  });
  const apply = (event: ConversationEvent): void => {
    conversation = applyEvent(conversation, event);
    saver.changed(conversation, event);
  };
  for (let count = 0; ; count += 1) {
    const turnId = `t${count}`;
    const turn = aTurn(turnId, { parentId: conversation.headId, reply: { startedAt: count } });
    apply({ kind: 'turnStarted', turn });
    // Every fifth is longer than any process lives.
    const deltas = count % 5 === 4 ? 5000 : 8;
    for (let delta = 1; delta <= deltas; delta += 1) {
      apply({ kind: 'replyText', turnId, text: 'some more text ', at: count });
      tell('text', turnId, delta * 15);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    apply({ kind: 'turnEnded', turnId, status: 'completed', at: count });
    await saver.flush();
    tell('ended', turnId, deltas * 15);
  }
}

/**
 * So many turns into one conversation: each as it begins and as it has ended,
 * with the head and the labels now and then, and a conversation of its own for every tenth.
 */
async function share(): Promise<void> {
  for (let count = 0; count < Number(turns); count += 1) {
    const id = `${name}-${count}`;
    await store.saveTurn('shared', aTurn(id, { reply: { startedAt: count } }));
    const turn = aTurn(id, { reply: { status: 'completed', text: id, startedAt: count } });
    await store.saveTurn('shared', turn);
    if (count % 10 === 0) {
      await store.saveHead({ id: 'shared', createdAt: 1, turns: [], headId: turn.id });
      await store.setLabels('shared', { tags: [id] });
      await store.saveTurn(id, turn);
      await store.saveHead({ id, createdAt: 1, turns: [turn], headId: turn.id });
    }
  }
}

await (task === 'share' ? share() : stream());
