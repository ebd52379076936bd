import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { continueMessage } from '../../../src/conversation/exchanges.ts';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { type Activated, handleIntent } from '../activated.ts';
import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { chunk, eventStream, replyStream } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Chat } from '../../../src/host/chat/chat.ts';
import { findConnection } from '../../../src/host/connections/connectionSettings.ts';
import type { ChatTarget } from '../../../src/host/chat/chatTarget.ts';
import { withConnection } from '../withConnection.ts';
import { closeEditors } from '../closeEditors.ts';

function textReply(text: string, finishReason?: string): Script {
  return eventStream(replyStream([text], finishReason));
}

const path = ({ chat }: Activated): readonly Turn[] => transcript(chat.session.conversation);

/** The chat with a target whose user chooses `model`. */
function choosing({ target }: Chat, connectionId: string, model: string): ChatTarget {
  return {
    ...target,
    async ask() {
      await target.choose(connectionId, model);
      return true;
    },
    async askOnce() {
      const connection = findConnection(connectionId);
      return connection && { connection, model };
    },
  };
}

async function ended({ chat }: Activated): Promise<void> {
  await until('the reply has ended', () => !chat.session.isRunning);
}

describe('branches', () => {
  it('edits a message as a sibling, keeps its context, and goes back to where each was left', async () => {
    await withConnection(
      [textReply('one'), textReply('two'), textReply('three')],
      async (parley) => {
        const { chat } = parley;
        const context = [{ path: 'a.ts', languageId: 'ts', startLine: 1, endLine: 1, text: 'x' }];
        await chat.sender.send({ text: 'First', context });
        await ended(parley);
        await chat.sender.send({ text: 'Second', context: [] });
        await ended(parley);
        const [first, second] = path(parley);
        await handleIntent({ kind: 'edit', turnId: first?.id ?? '', text: 'Edited' }, chat);
        await ended(parley);
        assert.deepEqual(
          path(parley).map(({ user }) => user),
          [{ text: 'Edited', context }],
        );
        await handleIntent({ kind: 'showTurn', turnId: first?.id ?? '' }, chat);
        assert.deepEqual(path(parley), [first, second], 'nothing of the other branch is lost');
      },
    );
  });

  it('goes on with a reply that was cut, with the message that the panel shows', async () => {
    await withConnection(
      [textReply('Half a', 'length'), textReply(' reply')],
      async (parley, service) => {
        const { chat } = parley;
        await chat.sender.send({ text: 'Write', context: [] });
        await ended(parley);
        const [cut] = path(parley);
        const target = await chat.target.ensureReady();
        assert.ok(target && cut);
        const preview = chat.session.nextRequest({ text: continueMessage, context: [] }, target);
        await handleIntent({ kind: 'continueReply', turnId: cut.id }, chat);
        await ended(parley);
        const sent = JSON.parse(service.requests.at(-1)?.body ?? '') as { messages: unknown };
        assert.deepEqual(sent.messages, [
          { role: 'user', content: 'Write' },
          { role: 'assistant', content: 'Half a' },
          { role: 'user', content: continueMessage },
        ]);
        assert.deepEqual(sent.messages, preview.messages);
        const [same, more] = path(parley);
        assert.equal(same, cut, 'the turn that had ended is as it was');
        assert.equal(more?.isContinuation, true);
        assert.equal(more.reply.text, ' reply');
      },
    );
  });

  it('goes on with a reply whose connection broke', async () => {
    const broken: Script = async (answer) => {
      await answer.head(200, { 'content-type': 'text/event-stream' });
      await answer.send(`data: ${chunk({ content: 'Half a' })}\n\n`);
      answer.reset();
    };
    await withConnection([broken, textReply(' reply')], async (parley, service) => {
      await parley.chat.sender.send({ text: 'Write', context: [] });
      await ended(parley);
      assert.equal(path(parley)[0]?.reply.status, 'failed');
      await vscode.commands.executeCommand('parley.turn.continueReply');
      await until('it is gone on with', () => path(parley).length === 2);
      await ended(parley);
      assert.deepEqual(
        path(parley).map(({ reply }) => reply.text),
        ['Half a', ' reply'],
      );
      assert.equal(service.requests.length, 2);
    });
  });

  it('removes a message with all that went on with its reply, and puts it back', async () => {
    const replies = [textReply('one', 'length'), textReply(' more'), textReply('two')];
    await withConnection(replies, async (parley, service) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      await chat.sender.continueReply(path(parley)[0]?.id ?? '');
      await ended(parley);
      const before = path(parley);
      await handleIntent({ kind: 'removeTurn', turnId: before[0]?.id ?? '' }, chat);
      assert.deepEqual(path(parley), []);
      await chat.sender.send({ text: 'Second', context: [] });
      await ended(parley);
      const sent = JSON.parse(service.requests.at(-1)?.body ?? '') as { messages: unknown };
      assert.deepEqual(sent.messages, [{ role: 'user', content: 'Second' }]);
      const turnIds = before.map(({ id }) => id);
      await handleIntent({ kind: 'restoreTurns', turnIds }, chat);
      assert.deepEqual(
        path(parley).map(({ user }) => user.text),
        ['First', continueMessage, 'Second'],
      );
    });
  });

  it('shows another version where the last message is removed', async () => {
    await withConnection([textReply('one'), textReply('two')], async (parley) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      const [first] = path(parley);
      await chat.sender.retry(first?.id ?? '');
      await ended(parley);
      await handleIntent({ kind: 'removeTurn', turnId: path(parley)[0]?.id ?? '' }, chat);
      assert.deepEqual(path(parley), [first]);
    });
  });
});

describe('commands of the palette', () => {
  it('are about the last reply', async () => {
    await withConnection(
      [textReply('Half a', 'length'), textReply(' reply'), textReply('Another')],
      async (parley) => {
        const run = async (name: string) => vscode.commands.executeCommand(`parley.turn.${name}`);
        await parley.chat.sender.send({ text: 'Write', context: [] });
        await ended(parley);
        const replies = () => path(parley).map(({ reply }) => reply.text);
        await run('continueReply');
        await until('it is gone on with', () => replies().length === 2);
        await ended(parley);
        await run('continueReply');
        await run('copyReply');
        await until(
          'the reply is copied',
          async () => (await vscode.env.clipboard.readText()) === 'Half a reply',
        );
        assert.deepEqual(replies(), ['Half a', ' reply'], 'what is whole is not gone on with');
        await run('retry');
        await until('it is asked for again', () => replies().length === 1);
        await ended(parley);
        assert.deepEqual(replies(), ['Another']);
        await run('removeTurn');
        assert.deepEqual(replies(), ['Half a', ' reply'], 'the version before is shown');
        await run('removeTurn');
        assert.deepEqual(replies(), []);
        await run('retry');
        assert.deepEqual(replies(), [], 'there is nothing to ask for');
      },
    );
  });
});

describe('a reply in an editor', () => {
  it('is the whole of it, as markdown', async () => {
    await withConnection([textReply('Half a', 'length'), textReply(' reply')], async (parley) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'Write', context: [] });
      await ended(parley);
      const turnId = path(parley)[0]?.id ?? '';
      await chat.sender.continueReply(turnId);
      await ended(parley);
      await vscode.commands.executeCommand('parley.turn.openReply', { turnId });
      const isOpen = () => vscode.window.activeTextEditor?.document.getText() === 'Half a reply';
      await until('the reply is in an editor', isOpen);
      assert.equal(vscode.window.activeTextEditor?.document.languageId, 'markdown');
      await closeEditors();
    });
  });
});

describe('comparing two models', () => {
  it('asks another model the same, shows both, and goes on with the one that is picked', async () => {
    await withConnection([textReply('one'), textReply('two')], async (parley) => {
      const { chat } = parley;
      const { session } = chat;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      const [first] = path(parley);
      const turnId = first?.id ?? '';
      const { id } = chat.target.current()?.connection ?? { id: '' };
      const target = choosing(chat, id, 'm2');
      await handleIntent({ kind: 'compare', turnId }, { ...chat, target });
      await ended(parley);
      assert.equal(session.conversation.besideId, turnId);
      assert.equal(path(parley)[0]?.reply.model, 'm2');
      assert.equal(
        chat.target.current()?.model,
        first?.reply.model,
        'The model of the chat stays.',
      );
      await handleIntent({ kind: 'pick', turnId }, chat);
      assert.equal(session.conversation.besideId, undefined);
      assert.deepEqual(path(parley), [first]);
    });
  });

  it('asks the model that messages go to already, where the reply is of another', async () => {
    await withConnection([textReply('one'), textReply('two')], async (parley) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      const turnId = path(parley)[0]?.id ?? '';
      const { id } = chat.target.current()?.connection ?? { id: '' };
      await chat.target.choose(id, 'm2');
      const target = choosing(chat, id, 'm2');
      await handleIntent({ kind: 'compare', turnId }, { ...chat, target });
      await ended(parley);
      assert.equal(chat.session.conversation.besideId, turnId);
      assert.equal(path(parley)[0]?.reply.model, 'm2');
    });
  });

  it('sends nothing where no model is chosen', async () => {
    await withConnection([textReply('one')], async (parley, service) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      const count = service.requests.length;
      const target = { ...chat.target, ask: async () => false, askOnce: async () => undefined };
      for (const kind of ['compare', 'retryWith'] as const) {
        const turnId = path(parley)[0]?.id ?? '';
        await handleIntent({ kind, turnId }, { ...chat, target });
      }
      assert.equal(service.requests.length, count);
      assert.equal(chat.session.conversation.besideId, undefined);
    });
  });

  it('shows nothing side by side where nothing is sent after all', async () => {
    const stalled: Script = (answer) => answer.stall();
    await withConnection([textReply('one'), stalled], async (parley, service) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      await chat.sender.send({ text: 'Second', context: [] });
      await service.arrived(2);
      const { showWarningMessage } = vscode.window;
      // The user does not want the running reply to be stopped.
      Object.assign(vscode.window, { showWarningMessage: async () => undefined });
      try {
        const turnId = path(parley)[0]?.id ?? '';
        const { id } = chat.target.current()?.connection ?? { id: '' };
        const target = choosing(chat, id, 'm2');
        await handleIntent({ kind: 'compare', turnId }, { ...chat, target });
      } finally {
        Object.assign(vscode.window, { showWarningMessage });
      }
      assert.equal(service.requests.length, 2);
      assert.equal(chat.session.conversation.besideId, undefined);
    });
  });
});

describe('a queued message', () => {
  const queue = { kind: 'messageQueued', message: { text: 'Next', context: [] } } as const;
  const failing: Script = async (answer) => answer.head(400);

  async function afterReply(script: Script, test: (parley: Activated) => Promise<void>) {
    await withConnection([script, textReply('two')], async (parley) => {
      await parley.chat.sender.send({ text: 'First', context: [] });
      parley.chat.session.change(queue);
      await test(parley);
    });
  }

  it('is sent when the reply is complete', async () => {
    await afterReply(textReply('one'), async ({ chat: { session } }) => {
      await until('both replies have ended', () => {
        const { turns, queued } = session.conversation;
        return turns.length === 2 && queued === undefined && !session.isRunning;
      });
      assert.equal(session.conversation.turns[1]?.user.text, 'Next');
    });
  });

  it('is one that is sent while a reply is running', async () => {
    const stalled: Script = (answer) => answer.stall();
    await withConnection([stalled], async ({ chat }, service) => {
      await chat.sender.send({ text: 'First', context: [] });
      await service.arrived(1);
      await handleIntent({ kind: 'send', text: 'Next' }, chat);
      const { turns, queued } = chat.session.conversation;
      assert.deepEqual([turns.length, queued], [1, queue.message]);
    });
  });

  it('is none where the reply has ended before the host hears of the message', async () => {
    await withConnection([textReply('one'), textReply('two')], async (parley) => {
      const { chat } = parley;
      await chat.sender.send({ text: 'First', context: [] });
      await ended(parley);
      // The panel may still show the reply as running.
      await handleIntent({ kind: 'send', text: 'Next' }, chat);
      await ended(parley);
      assert.equal(chat.session.conversation.queued, undefined);
      assert.equal(path(parley).at(-1)?.reply.text, 'two');
    });
  });

  it('is held back when the reply has failed, until the user sends it', async () => {
    await afterReply(failing, async ({ chat }) => {
      const { session } = chat;
      await until('the reply has ended', () => !session.isRunning);
      assert.equal(session.conversation.turns.length, 1);
      assert.deepEqual(session.conversation.queued, queue.message);
      await handleIntent({ kind: 'sendQueued' }, chat);
      await until('the second reply has ended', () => !session.isRunning);
      assert.equal(session.conversation.turns.length, 2);
      assert.equal(session.conversation.queued, undefined);
    });
  });
});

describe('the system prompt of a conversation', () => {
  it('goes before the connection’s, and an empty one is none', async () => {
    const replies = [textReply('1'), textReply('2'), textReply('3')];
    const test = async (
      parley: Activated,
      service: { readonly requests: readonly { body: string }[] },
    ) => {
      const { chat } = parley;
      for (const text of ['Own.', '', undefined]) {
        await handleIntent({ kind: 'setSystemPrompt', text }, chat);
        chat.session.change({ kind: 'turnsRemoved', turnIds: path(parley).map(({ id }) => id) });
        await chat.sender.send({ text: 'Hi', context: [] });
        await until('the reply has ended', () => !chat.session.isRunning);
      }
      const first = service.requests.map(
        ({ body }) =>
          (JSON.parse(body) as { messages: { content: string }[] }).messages[0]?.content,
      );
      assert.deepEqual(first, ['Own.', 'Hi', 'Theirs.']);
    };
    await withConnection(replies, test, { systemPrompt: 'Theirs.' });
  });
});
