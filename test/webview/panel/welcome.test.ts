import { demoOpeners } from '../../../src/shared/demoOpeners.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { openPanel, type OpenPanel } from '../openPanel.ts';

function openers(panel: OpenPanel): readonly HTMLElement[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.opener')];
}

function words(panel: OpenPanel): readonly string[] {
  return openers(panel).map(({ textContent }) => textContent.trim());
}

describe('an empty chat', () => {
  it('with the demo offers messages that are sent when they are pressed', () => {
    const panel = openPanel();
    panel.snapshot([], { target: { connection: 'Demo', model: 'demo-tour' } });
    equal(words(panel), Object.values(demoOpeners()));
    equal(panel.posted.length, 1, 'nothing is sent by showing them');
    openers(panel)[2]?.focus();
    openers(panel)[2]?.click();
    equal(panel.posted.at(-1), { kind: 'send', text: 'An error, and what you can do' });
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    equal(words(panel), []);
    equal(document.activeElement === panel.box, true);
  });

  it('with another model of the demo offers none', () => {
    const panel = openPanel();
    panel.snapshot([], { target: { connection: 'Demo', model: 'demo-echo' } });
    equal(words(panel), []);
  });
});
