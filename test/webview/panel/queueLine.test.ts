import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { openPanel, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const message = { text: 'next', context: [] };

/** A panel with a running reply and a queued message. */
async function queued(): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot([aTurn('1')]);
  panel.box.focus();
  await typeText('next');
  await pressKey('Enter');
  panel.events({ kind: 'messageQueued', message });
  return panel;
}

describe('a queued message', () => {
  it('leaves the box once it is queued, and only one is', async () => {
    const panel = await queued();
    equal(panel.box.value, '');
    equal(panel.get('.queued-text').textContent, 'next');
    equal(panel.get('.queued-state').textContent, 'Queued');
    const posted = panel.posted.length;
    panel.box.focus();
    await typeText('another');
    await pressKey('Enter');
    equal(panel.posted.length, posted);
    equal(panel.box.value, 'another');
    equal(panel.get('.queued-state').textContent, 'Only one message can be queued');
    panel.events({ kind: 'messageQueued', message: { ...message } });
    equal(panel.get('.queued-state').textContent, 'Queued');
  });

  it('returns to the box to be edited, before the text there', async () => {
    const panel = await queued();
    panel.box.focus();
    await typeText('more');
    panel.get('[aria-label="Edit in Input Box"]').click();
    equal(panel.posted.at(-1), { kind: 'unqueue' });
    equal(panel.box.value, 'next\nmore');
    panel.events({ kind: 'messageQueued' });
    equal(panel.root.querySelector('.queued'), null);
  });

  it('is held back after a reply that was not completed, and can be sent or removed', async () => {
    const panel = await queued();
    equal(panel.root.querySelector('[aria-label="Send Now"]'), null);
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'failed', at: 1 });
    equal(panel.get('.queued-state').textContent.startsWith('On hold'), true);
    for (const panelWidth of ['240px', '420px']) {
      panel.root.style.width = panelWidth;
      const line = panel.get('.queued').getBoundingClientRect();
      for (const part of panel.get('.queued').children) {
        const { width, right } = part.getBoundingClientRect();
        equal(width >= 24 && right <= line.right, true, part.className);
      }
      const places = [...panel.root.querySelectorAll('.queued .icon-button')].map(
        (button) => button.getBoundingClientRect().top,
      );
      equal(new Set(places).size, 1, 'the buttons stand in one line');
    }
    panel.get('[aria-label="Send Now"]').click();
    panel.get('[aria-label="Remove from Queue"]').click();
    equal(panel.posted.slice(-2), [{ kind: 'sendQueued' }, { kind: 'unqueue' }]);
  });
});
