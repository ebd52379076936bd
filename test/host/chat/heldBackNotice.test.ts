import assert from 'node:assert/strict';
import { createHeldBackNotice, useStandardMode } from '../../../src/host/chat/heldBackNotice.ts';
import { readConnections } from '../../../src/host/connections/connectionSettings.ts';
import type { PanelNotice } from '../../../src/shared/panel/panelState.ts';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { json } from '../../support/service/scripts.ts';
import { until } from '../../support/until.ts';
import { handleIntent } from '../activated.ts';
import { withConnection } from '../withConnection.ts';

const connection = { id: 'a', name: 'Office', baseUrl: 'https://a.example' };

const wholeReply = {
  choices: [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }],
};

/** A note with a store and a panel of its own. */
function noteWith(stored?: unknown) {
  const said: PanelNotice[] = [];
  const panel = { isShown: true, notice: (notice: PanelNotice) => void said.push(notice) };
  const state = { value: stored };
  const note = createHeldBackNotice(
    {
      get: () => state.value,
      update: async (_key: string, value: unknown) => void (state.value = value),
    },
    panel,
    { error: (message) => assert.fail(message) },
  );
  return { note, said, panel };
}

describe('replies that are held back', () => {
  it('are spoken of once for each connection and address', () => {
    const { note, said } = noteWith();
    note(connection);
    note(connection);
    assert.equal(said.length, 1);
    assert.match(said[0]?.text ?? '', /Office/);
    assert.equal(said[0]?.standardModeFor, 'a');
    note({ ...connection, baseUrl: 'https://b.example' });
    note({ ...connection, id: 'b' });
    assert.equal(said.length, 3);
  });

  it('are spoken of when a panel is there to say it', () => {
    const { note, said, panel } = noteWith();
    panel.isShown = false;
    note(connection);
    assert.deepEqual(said, []);
    panel.isShown = true;
    note(connection);
    assert.equal(said.length, 1);
  });

  it('may be spoken of again where the store holds nonsense', () => {
    for (const stored of [7, { a: 1 }, [1, 2], 'a']) {
      const { note, said } = noteWith(stored);
      note(connection);
      assert.equal(said.length, 1);
    }
  });

  it('come in one piece after the click, by the settings of the user', async () => {
    await withConnection(
      [],
      async ({ chat }) => {
        const id = chat.target.current()?.connection.id ?? '';
        assert.equal(await useStandardMode('no such connection'), undefined);
        assert.equal(await useStandardMode('demo'), undefined);
        assert.match((await useStandardMode(id))?.text ?? '', /no longer streamed/);
        const [stored] = readConnections();
        assert.deepEqual([stored?.mode, stored?.headers], ['standard', { 'X-Team': 'blue' }]);
      },
      { headers: { 'X-Team': 'blue' } },
    );
  });

  it('come in one piece, and at once, where the service does not stream them', async () => {
    const refusal = { message: 'Your organization must be verified to stream this model.' };
    await withConnection(
      [json({ error: refusal }, 400), json(wholeReply)],
      async ({ chat }, { requests }) => {
        const last = () => transcript(chat.session.conversation).at(-1);
        await chat.sender.send({ text: 'Hello', context: [] });
        await until('the refusal', () => last()?.reply.status === 'failed');
        await handleIntent({ kind: 'sendNotStreamed', turnId: last()?.id ?? '' }, chat);
        await until('the reply', () => last()?.reply.status === 'completed');
        assert.deepEqual(
          requests.map(({ body }) => JSON.parse(body).stream),
          [true, false],
        );
      },
    );
  });
});
