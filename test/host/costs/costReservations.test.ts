import assert from 'node:assert/strict';
import { costDocument } from '../../../src/host/costs/costDocument.ts';
import { createCosts } from '../../../src/host/costs/costs.ts';
import { chunk } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { setUserSettings } from '../setUserSettings.ts';
import { cancel, ended, held, message, withLimits } from './withLimits.ts';

/** A reply of two tokens by Parley's estimate, whose service states none. */
const unstated: Script = async (answer) => {
  await answer.head(200, { 'content-type': 'text/event-stream' });
  const data = [chunk({ content: 'Eight or' }), chunk({}, 'stop'), '[DONE]'];
  await answer.send(data.map((line) => `data: ${line}\n\n`).join(''));
};

/** Asks at once as often as another extension can, in these windows, and counts what is permitted. */
async function permitted(
  windows: readonly Pick<Activated['services']['costs'], 'mayCostElsewhere'>[],
  { chat }: Activated,
): Promise<number> {
  const target = (await chat.target.ensureReady()) ?? assert.fail('no target');
  const asked = Array.from({ length: 30 }, async (_, index) =>
    windows[index % windows.length]?.mayCostElsewhere(target, 10),
  );
  const answers = await Promise.all(asked);
  const permissions = answers.filter((one) => typeof one === 'object');
  permissions.forEach((one) => one.cancel());
  return permissions.length;
}

describe('the cost limit of a day', () => {
  after(async () =>
    setUserSettings({
      prices: undefined,
      'costLimit.currency': undefined,
      'costLimit.perDay': undefined,
    }),
  );

  it('has room for one of many requests of another extension that come at once', async () => {
    await withLimits([held], { perDay: 2 }, async (parley) => {
      const { costs } = parley.services;
      assert.equal(await permitted([costs], parley), 1);
      // What was permitted and not sent is counted no more.
      assert.equal(await permitted([costs], parley), 1);
    });
  });

  it('has room for no more of them in two windows at once', async () => {
    await withLimits([held], { perDay: 2 }, async (parley) => {
      const { context, services } = parley;
      const other = createCosts(context, {
        lists: services.models.catalogue,
        log: services.log,
        loadDocument: async () => costDocument,
      });
      try {
        assert.ok((await permitted([services.costs, other], parley)) <= 1);
        const target = (await parley.chat.target.ensureReady()) ?? assert.fail('no target');
        const first = await other.mayCostElsewhere(target, 10);
        assert.equal(typeof first, 'object');
        assert.equal(typeof (await services.costs.mayCostElsewhere(target, 10)), 'string');
        if (typeof first === 'object') {
          first.cancel();
        }
      } finally {
        await other.flush();
        other.dispose();
      }
    });
  });

  it('has room for one of many messages at once, and asks about the others', async () => {
    await withLimits(
      [held],
      { perDay: 2 },
      async (parley, { questions, answer, requests, letGoOn }) => {
        const target = parley.chat.target.current() ?? assert.fail('no target');
        const chats = [];
        for (let count = 0; count < 5; count += 1) {
          const chat = parley.panels.newChat();
          await chat.target.choose(target.connection.id, 'm1');
          chats.push(chat);
        }
        answer(cancel, cancel, cancel, cancel);
        await Promise.all(chats.map(async ({ sender }) => sender.send(message('Hello'))));
        await until('one was sent', () => requests() === 1);
        assert.equal(questions.length, 4);
        letGoOn();
        const sent = chats.find(({ session }) => session.conversation.turns.length > 0);
        await ended({ chat: sent ?? assert.fail('none was sent') }, 1);
        assert.equal(requests(), 1);
      },
    );
  });

  it('counts what was sent and received where a reply is stopped', async () => {
    await withLimits([held], { perDay: 4 }, async (parley, { questions, answer, requests }) => {
      const { chat } = parley;
      for (const turns of [1, 2]) {
        await chat.sender.send(message('Hello'));
        await until('the first word is there', () => {
          const reply = chat.session.conversation.turns.at(-1)?.reply;
          return chat.session.conversation.turns.length === turns && reply?.text === 'First';
        });
        chat.session.stop();
        await ended(parley, turns);
      }
      assert.deepEqual(questions, []);
      answer(cancel);
      await chat.sender.send(message('Once more'));
      assert.deepEqual([questions.length, requests()], [1, 2]);
    });
  });

  it('counts what was sent and received where no usage is stated, and says so', async () => {
    await withLimits([unstated], { perDay: 4 }, async (parley, { questions, answer, requests }) => {
      const { chat, services } = parley;
      for (const turns of [1, 2]) {
        await chat.sender.send(message('Hello'));
        await ended(parley, turns);
      }
      assert.deepEqual(questions, []);
      answer(cancel);
      await chat.sender.send(message('Once more'));
      assert.deepEqual([questions.length, requests()], [1, 2]);
      await services.costs.flush();
    });
  });
});
