import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { openPanel, settings, textDelta, type OpenPanel } from '../openPanel.ts';

function said(panel: OpenPanel): readonly string[] {
  return [...panel.get('[aria-live]').children].map(({ textContent }) => textContent);
}

function stream(announce: 'off' | 'summary' | 'full'): OpenPanel {
  const panel = openPanel();
  panel.snapshot([], { ...settings, announce });
  panel.events({ kind: 'turnStarted', turn: aTurn('1') });
  for (const text of ['The **first', '** sentence. The sec', 'ond one! And', ' the rest']) {
    panel.events(textDelta('1', text));
  }
  panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 });
  return panel;
}

describe('the announcements for screen readers', () => {
  it('are off if the setting says so', () => {
    equal(said(stream('off')), []);
  });

  it('say that a reply is awaited and how it ended', () => {
    equal(said(stream('summary')), ['Waiting for the reply.', 'Reply finished.']);
  });

  it('say that a part of the reply is missing', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events({
      kind: 'turnEnded',
      turnId: '1',
      status: 'completed',
      at: 3000,
      flaws: { damagedEvents: 2 },
    });
    equal(said(panel), [
      'Reply finished. Text may be missing. Parts of this reply arrived damaged.',
    ]);
  });

  it('read the text by whole sentences if the setting says so', () => {
    equal(said(stream('full')), [
      'Waiting for the reply.',
      'The first sentence.',
      'The second one!',
      'And the rest',
      'Reply finished.',
    ]);
  });

  it('divide long text, which the browser would lay out for seconds', () => {
    const panel = openPanel();
    panel.snapshot([], { ...settings, announce: 'full' });
    const text = 'x\u0301'.repeat(20_000);
    panel.events({ kind: 'turnStarted', turn: aTurn('1') }, textDelta('1', text));
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'completed', at: 3000 });
    equal(said(panel)[1] === text, true);
    equal(panel.get('[aria-live]').children[1]?.children.length, 20);
  });

  it('say that a message is queued and that it is held back', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events({ kind: 'messageQueued', message: { text: 'next', context: [] } });
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'stopped', at: 3000 });
    panel.events({ kind: 'messageQueued' });
    equal(said(panel), ['The message is queued.', 'Stopped. The queued message is on hold.']);
  });
});
