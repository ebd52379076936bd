import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReadyTarget } from '../../../src/host/connections/target.ts';
import { until } from '../../support/until.ts';
import { type Activated, handleIntent } from '../activated.ts';
import { setUserSettings } from '../setUserSettings.ts';
import {
  cancel,
  choose,
  ended,
  held,
  message,
  type Question,
  replies,
  sendAnyway,
  withLimits,
} from './withLimits.ts';

/** Every way in which a message of a chat with one turn is sent. */
const ways: Readonly<
  Record<string, (parley: Activated, turnId: string, target: ReadyTarget) => Promise<void>>
> = {
  'a new message': async ({ chat }) => chat.sender.send(message('Next')),
  'a message of the panel': async ({ chat }) => handleIntent({ kind: 'send', text: 'Next' }, chat),
  Regenerate: async ({ chat }, turnId) => handleIntent({ kind: 'retry', turnId }, chat),
  'the same without attachments': async ({ chat }, turnId) =>
    handleIntent({ kind: 'leaveOutAttachments', turnId }, chat),
  Continue: async ({ chat }, turnId) => handleIntent({ kind: 'continueReply', turnId }, chat),
  'an edited message': async ({ chat }, turnId) =>
    handleIntent({ kind: 'edit', turnId, text: 'Edited' }, chat),
  Compare: async ({ chat }, turnId, target) => chat.sender.compare(turnId, target),
};

describe('a cost limit', () => {
  after(async () =>
    setUserSettings({
      prices: undefined,
      'costLimit.currency': undefined,
      'costLimit.perChat': undefined,
      'costLimit.perDay': undefined,
    }),
  );

  for (const [way, send] of Object.entries(ways)) {
    it(`asks before ${way}, and sends only after the user has agreed`, async () => {
      await withLimits(
        [replies('length'), replies()],
        { perChat: 3 },
        async (parley, { questions, answer, requests }) => {
          const { chat } = parley;
          await chat.sender.send(message('First'));
          await ended(parley, 1);
          assert.deepEqual(questions, []);
          const [turn] = chat.session.conversation.turns;
          const target = await chat.target.ensureReady();
          assert.ok(turn && target);
          for (const no of [cancel, () => undefined]) {
            answer(no);
            await send(parley, turn.id, target);
          }
          assert.equal(questions.length, 2);
          assert.equal(requests(), 1);
          assert.equal(chat.session.conversation.turns.length, 1);
          answer(sendAnyway);
          await send(parley, turn.id, target);
          await ended(parley, 2);
          assert.equal(questions.length, 3);
          assert.equal(requests(), 2);
        },
      );
    });
  }

  it('asks before a title from the model, which is confirmed before', async () => {
    await withLimits(
      [replies()],
      { perChat: 3 },
      async (parley, { questions, answer, requests }) => {
        const { showInformationMessage } = vscode.window;
        await parley.chat.sender.send(message('First'));
        await ended(parley, 1);
        await parley.flush();
        try {
          Object.assign(vscode.window, { showInformationMessage: async () => 'Send' });
          answer(cancel);
          await vscode.commands.executeCommand('parley.chats.titleFromModel');
          assert.deepEqual([questions.length, requests()], [1, 1]);
          answer(sendAnyway);
          await vscode.commands.executeCommand('parley.chats.titleFromModel');
          assert.deepEqual([questions.length, requests()], [2, 2]);
        } finally {
          Object.assign(vscode.window, { showInformationMessage });
        }
      },
    );
  });

  it('names what was spent, and asks again when that has doubled', async () => {
    await withLimits(
      [replies()],
      { perChat: 3 },
      async (parley, { questions, answer, currency }) => {
        const { sender } = parley.chat;
        for (let turns = 1; turns <= 4; turns += 1) {
          answer(sendAnyway);
          await sender.send(message(`${turns}`));
          await ended(parley, turns);
        }
        const amount = (value: number) => `${currency}\u00a0${value}.00`;
        assert.deepEqual(
          questions.map(({ title, placeHolder, items }) => [title, placeHolder, items[0]?.detail]),
          [3, 6].map((spent) => [
            'Cost limit reached',
            `This chat: ${amount(spent)} of ${amount(3)}`,
            `Asks again at ${amount(spent * 2)} for this chat.`,
          ]),
        );
      },
    );
  });

  it('of a day counts every chat, and is agreed to once for all', async () => {
    await withLimits([replies()], { perDay: 5 }, async (parley, { questions, answer }) => {
      const { panels } = parley;
      const target = parley.chat.target.current();
      assert.ok(target);
      const begin = async (isTemporary: boolean): Promise<Activated> => {
        const chat = panels.newChat({ isTemporary });
        await chat.target.choose(target.connection.id, 'm1');
        return { ...parley, chat };
      };
      for (const [index, asked] of [0, 0, 1, 1, 2].entries()) {
        const next = await begin(index === 1);
        answer(sendAnyway);
        await next.chat.sender.send(message('Hello'));
        await ended(next, 1);
        assert.equal(questions.length, asked, `message ${index + 1}`);
      }
      assert.match(questions[0]?.placeHolder ?? '', /^Today: .*6\.00 of .*5\.00/);
      assert.match(questions[1]?.placeHolder ?? '', /^Today: .*12\.00 of .*5\.00/);
    });
  });

  it('keeps a queued message, and asks about it once at a time', async () => {
    await withLimits(
      [held, replies()],
      { perChat: 3 },
      async (parley, { questions, answer, requests, letGoOn }) => {
        const { sender, session } = parley.chat;
        await sender.send(message('First'));
        await until('the request is there', () => requests() === 1);
        await sender.sendOrQueue(message('Queued'));
        answer(cancel);
        letGoOn();
        await until('it was asked', () => questions.length === 1);
        await ended(parley, 1);
        assert.equal(session.conversation.queued?.text, 'Queued');
        let agree: (item: unknown) => void = () => {};
        answer((items) => new Promise((resolve) => (agree = () => resolve(sendAnyway(items)))));
        const first = sender.sendQueued();
        await until('it was asked again', () => questions.length === 2);
        await sender.sendQueued();
        agree(undefined);
        await first;
        await ended(parley, 2);
        assert.equal(session.conversation.queued, undefined);
        assert.deepEqual([questions.length, requests()], [2, 2]);
      },
    );
  });

  it('includes the prompt of the message, where a price is known', async () => {
    const price = { prompt: 1_000_000 };
    await withLimits(
      [replies()],
      { perChat: 30 },
      async (parley, { questions, answer, requests }) => {
        const { sender } = parley.chat;
        answer(cancel);
        await sender.send(message('x'.repeat(160)));
        assert.equal(requests(), 0);
        assert.match(questions[0]?.placeHolder ?? '', /0\.00 of .*30\.00$/);
        assert.match(questions[0]?.items[0]?.description ?? '', /^This prompt: about .*40\.00$/);
        await sender.send(message('x'.repeat(40)));
        await ended(parley, 1);
        assert.equal(questions.length, 1);
      },
      price,
    );
  });

  it('opens the settings to change it, and sends nothing', async () => {
    await withLimits([replies()], { perChat: 3 }, async (parley, { answer, requests }) => {
      const { sender } = parley.chat;
      await sender.send(message('First'));
      await ended(parley, 1);
      answer(choose('Change Limit'));
      await sender.send(message('Next'));
      assert.equal(requests(), 1);
      const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await until('the settings are open', () => tabs().some(({ label }) => label === 'Settings'));
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    });
  });

  it('asks about a model without a known price, and not about one that costs nothing', async () => {
    await withLimits(
      [replies()],
      { perChat: 3 },
      async (parley, { questions, answer, requests, currency }) => {
        const { sender, target } = parley.chat;
        await sender.send(message('First'));
        await ended(parley, 1);
        await target.choose(target.current()?.connection.id ?? '', 'm2');
        answer(cancel);
        await sender.send(message('Next'));
        assert.equal(requests(), 1);
        assert.equal(questions[0]?.items[0]?.description, '');
        await setUserSettings({
          prices: {
            m1: { prompt: 0, completion: 1_000_000, currency },
            m2: { prompt: 0, completion: 0 },
          },
        });
        await sender.send(message('Next'));
        await ended(parley, 2);
        await target.choose('demo', 'demo-echo');
        await sender.send(message('Echo this'));
        await ended(parley, 3);
        assert.equal(questions.length, 1);
      },
    );
  });

  it('does not count other currencies, and is none by itself', async () => {
    const twice = async (parley: Activated, { questions }: { questions: readonly Question[] }) => {
      for (const turns of [1, 2]) {
        await parley.chat.sender.send(message('Hello'));
        await ended(parley, turns);
      }
      assert.deepEqual(questions, []);
    };
    await withLimits([replies()], { perChat: 1, perDay: 1 }, twice, { currency: 'XZZ' });
    await withLimits([replies()], {}, twice);
    await withLimits([replies()], { perChat: 0, perDay: -1 }, twice);
  });

  it('does not keep a temporary chat', async () => {
    await withLimits([replies()], { perChat: 3 }, async (parley, { answer, questions }) => {
      const { context, panels, flush } = parley;
      const target = parley.chat.target.current();
      assert.ok(target);
      const chat = panels.newChat({ isTemporary: true });
      await chat.target.choose(target.connection.id, 'm1');
      for (const turns of [1, 2]) {
        answer(sendAnyway);
        await chat.sender.send(message('A secret'));
        await ended({ chat }, turns);
      }
      assert.equal(questions.length, 1);
      await flush();
      const folder = vscode.Uri.joinPath(context.globalStorageUri, 'costs');
      for (const [name] of await vscode.workspace.fs.readDirectory(folder)) {
        const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, name));
        const text = `${name} ${new TextDecoder().decode(file)}`;
        assert.ok(!text.includes(chat.session.conversation.id) && !text.includes('secret'));
      }
      const kept = context.globalState.keys().map((key) => context.globalState.get<unknown>(key));
      assert.ok(!JSON.stringify(kept).includes(chat.session.conversation.id));
    });
  });
});
