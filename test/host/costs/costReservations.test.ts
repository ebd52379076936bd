import assert from 'node:assert/strict';
import { costDocument } from '../../../src/host/costs/costDocument.ts';
import { createCosts } from '../../../src/host/costs/costs.ts';
import { chunk } from '../../support/service/scripts.ts';
import type { Script } from '../../support/service/scriptedService.ts';
import { until } from '../../support/until.ts';
import type { Activated } from '../activated.ts';
import { setUserSettings } from '../setUserSettings.ts';
import { cancel, ended, held, type Limited, message, withLimits } from './withLimits.ts';

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

/** Gets two replies without a question, and is asked about the next message. Gives what the question shows. */
async function askedAfterTwo(
  parley: Activated,
  { questions, answer, requests }: Limited,
): Promise<string> {
  const { sender } = parley.chat;
  for (const turns of [1, 2]) {
    await sender.send(message('Hello'));
    await ended(parley, turns);
  }
  assert.deepEqual(questions, []);
  answer(cancel);
  await sender.send(message('Once more'));
  assert.deepEqual([questions.length, requests()], [1, 2]);
  return questions.map(({ placeHolder }) => placeHolder).join();
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
        await Promise.all([services.costs.flush(), other.flush()]);
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

  it('asks about a message while a reply is running that may reach it', async () => {
    await withLimits(
      [held],
      { perDay: 2 },
      async (parley, { questions, answer, requests, letGoOn }) => {
        const target = parley.chat.target.current() ?? assert.fail('no target');
        const first = parley.chat;
        await first.sender.send(message('Hello'));
        await until('it was sent', () => requests() === 1);
        const next = parley.panels.newChat();
        await next.target.choose(target.connection.id, 'm1');
        answer(cancel);
        await next.sender.send(message('Hello'));
        assert.deepEqual([questions.length, requests()], [1, 1]);
        letGoOn();
        await ended({ chat: first }, 1);
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

  it('counts it towards the limit of the chat as well, and says that it is estimated', async () => {
    await withLimits([unstated], { perChat: 4 }, async (parley, limited) => {
      const shown = await askedAfterTwo(parley, limited);
      assert.match(shown, /^This chat: about XA.\s4\.00 of XA.\s4\.00$/);
    });
  });

  it('counts what was sent and received where no usage is stated, and says so', async () => {
    await withLimits([unstated], { perDay: 4 }, async (parley, limited) => {
      assert.match(await askedAfterTwo(parley, limited), /^Today: about /);
      await parley.services.costs.flush();
    });
  });
});
