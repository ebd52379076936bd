import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import type { PanelSettings } from '../../../src/shared/panel/panelState.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { type OpenPanel, openPanel } from '../openPanel.ts';

const groq: PanelSettings = {
  target: {
    connection: 'Groq',
    model: 'm1',
    service: {
      host: 'api.groq.com',
      connections: [
        { id: 'g', name: 'Groq' },
        { id: 'g2', name: 'Groq, hot' },
      ],
    },
  },
};

/** A turn with the reply of a connection; without an id, it is an import or of an older version. */
function ended(id: string, connection: string, connectionId?: string, parentId?: string): Turn {
  return aTurn(id, {
    parentId,
    reply: { status: 'completed', text: 'reply', connection, connectionId },
  });
}

function remark({ root }: OpenPanel): string | undefined {
  return root
    .querySelector<HTMLElement>('.destination-line')
    ?.innerText.trim()
    .replaceAll(/[\u2068\u2069]/g, '');
}

describe('the remark that a chat goes to another service', () => {
  it('is there before the message is sent, and gone after it', () => {
    const panel = openPanel();
    const before = [
      ended('a', 'Local', 'l'),
      { ...ended('b', 'Local', 'l', 'a'), reply: { ...ended('b', 'Local', 'l').reply, text: '' } },
    ];
    panel.snapshot(before, groq);
    equal(remark(panel), 'Your next message sends this whole chat to Groq (api.groq.com).');
    equal(panel.get('.destination-line').role, 'status');
    const turn = aTurn('c', { parentId: 'b', reply: { connection: 'Groq', connectionId: 'g' } });
    panel.events({ kind: 'turnStarted', turn });
    equal(remark(panel), '');
  });

  it('comes when another connection is chosen, and goes with that choice', () => {
    const panel = openPanel();
    panel.snapshot([ended('a', 'Groq', 'g')], groq);
    equal(remark(panel), '');
    const target = {
      connection: 'host:1',
      service: { host: 'host:1', connections: [{ id: 'x', name: 'host:1' }] },
    };
    panel.tell({ kind: 'settings', settings: { target } });
    equal(remark(panel), 'Your next message sends this whole chat to host:1.');
    panel.tell({ kind: 'settings', settings: groq });
    equal(remark(panel), '');
  });

  it('is not there where nothing goes to another service', () => {
    const panel = openPanel();
    panel.snapshot([], groq);
    equal(remark(panel), '');
    panel.snapshot([ended('a', 'Groq, hot', 'g2')], groq);
    equal(remark(panel), '', 'another connection to the same origin');
    panel.snapshot([ended('a', 'Groq')], groq);
    equal(remark(panel), '', 'the reply of an older version');
  });

  it('leads from the demo to a service, once a message was sent', () => {
    const panel = openPanel();
    const demo: PanelSettings = { target: { connection: 'Demo', model: 'm' } };
    panel.snapshot([], demo);
    equal(remark(panel), '');
    panel.snapshot([ended('a', 'Local', 'l')], demo);
    equal(remark(panel)?.startsWith('This is the built-in demo.'), true);
    panel.get('.destination-line button').click();
    equal(panel.posted.at(-1), { kind: 'connect' });
  });

  it('is there for a chat that was imported', () => {
    const panel = openPanel();
    panel.snapshot([ended('a', 'Imported')], groq);
    equal(remark(panel), 'Your next message sends this whole chat to Groq (api.groq.com).');
  });
});
