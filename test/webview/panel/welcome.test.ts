import { demoOpeners } from '../../../src/shared/demoOpeners.ts';
import type { HostToView } from '../../../src/shared/panel/panelProtocol.ts';
import type { PanelSettings } from '../../../src/shared/panel/panelState.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { openPanel, type OpenPanel, settings } from '../openPanel.ts';

const service = { host: 'one.example', connections: [] };

function openers(panel: OpenPanel): readonly HTMLElement[] {
  return [...panel.root.querySelectorAll<HTMLElement>('.opener')];
}

function words(panel: OpenPanel): readonly string[] {
  return openers(panel).map(({ textContent }) => textContent.trim());
}

describe('an empty chat', () => {
  it('with the demo offers messages that are sent when they are pressed', () => {
    const panel = openPanel();
    panel.snapshot([], { target: { connection: 'Demo', model: 'demo-tour' }, editor: 'selection' });
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

  it('with a service offers what fits the editor', () => {
    const panel = openPanel();
    const show = (editor: PanelSettings['editor']): readonly string[] => {
      const told = { ...settings, target: { connection: 'A', model: 'm', service }, editor };
      panel.tell({ kind: 'settings', settings: told } satisfies HostToView);
      return words(panel);
    };
    panel.snapshot([], { target: { connection: 'A', model: 'm', service } });
    equal(words(panel), []);
    equal(show('file'), ['Explain code of the open file…', 'Write tests for the open file…']);
    equal(show('selection'), [
      'Explain the selected code',
      'Find and fix mistakes in the selected code',
      'Write tests for the selected code',
    ]);
    equal(panel.posted.length, 1, 'nothing is sent by showing them');
    openers(panel).forEach((opener) => opener.click());
    equal(
      panel.posted.slice(1),
      ['explain', 'fix', 'writeTests'].map((question) => ({ kind: 'draftQuestion', question })),
    );
    equal(show(undefined), []);
  });
});
