import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { anEndedTurn, openPanel, settings, type OpenPanel } from '../openPanel.ts';
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

  it('comes back into the box to be edited, before what stands there', async () => {
    const panel = await queued();
    panel.box.focus();
    await typeText('more');
    panel.get('[aria-label="Edit it in the box"]').click();
    equal(panel.posted.at(-1), { kind: 'unqueue' });
    equal(panel.box.value, 'next\nmore');
    panel.events({ kind: 'messageQueued' });
    equal(panel.root.querySelector('.queued'), null);
  });

  it('is held back after a reply that was not completed, and can be sent or removed', async () => {
    const panel = await queued();
    equal(panel.root.querySelector('[aria-label="Send it now"]'), null);
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'failed', at: 1 });
    equal(panel.get('.queued-state').textContent.startsWith('Held back'), true);
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
    panel.get('[aria-label="Send it now"]').click();
    panel.get('[aria-label="Remove from the queue"]').click();
    equal(panel.posted.slice(-2), [{ kind: 'sendQueued' }, { kind: 'unqueue' }]);
  });
});

describe('a removed turn', () => {
  it('goes and what came after it stays; the notice takes it back', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a'), { ...anEndedTurn('2', 'b'), parentId: '1' }]);
    const second = panel.get('[data-turn-id="2"]');
    panel.events({ kind: 'turnsRemoved', turnIds: ['1'] });
    equal(panel.root.querySelectorAll('.turn').length, 1);
    equal(panel.get('.turn') === second, true);
    const notice = { severity: 'info', text: 'Removed.', removedIds: ['1'] } as const;
    panel.tell({ kind: 'notice', notice });
    panel.get('.notice .text-button').click();
    equal(panel.posted.at(-1), { kind: 'restoreTurns', turnIds: ['1'] });
    equal(panel.root.querySelector('.notice'), null);
    panel.events({ kind: 'turnsRestored', turnIds: ['1'] });
    equal(panel.root.querySelectorAll('.turn').length, 2);
    equal(panel.root.querySelectorAll('.turn')[1] === second, true);
  });
});

describe('the system prompt of a conversation', () => {
  const withPrompt = { target: { connection: 'L', model: 'm1', systemPrompt: 'Be brief.' } };
  const text = (panel: OpenPanel): string => panel.get('.system-prompt-text').textContent;

  it('is offered in an empty conversation and written in place', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.get('.system-prompt button').click();
    await typeText('Answer in verse.');
    panel.get('.system-prompt vscode-button').click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Answer in verse.' });
    panel.events({ kind: 'systemPromptSet', systemPrompt: 'Answer in verse.' });
    equal(text(panel), 'Answer in verse.');
    equal(document.activeElement === panel.box, true);
  });

  it('goes before the connection’s and gives way to it again', () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a')], withPrompt);
    equal(text(panel), 'Be brief.');
    panel.events({ kind: 'systemPromptSet', systemPrompt: 'Own.' });
    equal(text(panel), 'Own.');
    panel.get('[aria-label^="Edit the system prompt"]').click();
    const buttons = [...panel.root.querySelectorAll<HTMLElement>('.system-prompt vscode-button')];
    buttons.find(({ textContent }) => textContent.includes('connection’s'))?.click();
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt' });
    panel.events({ kind: 'systemPromptSet' });
    equal(text(panel), 'Be brief.');
  });

  it('says that there is none where the connection has one, and stays away otherwise', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'a')], withPrompt);
    panel.events({ kind: 'systemPromptSet', systemPrompt: '' });
    equal(panel.get('.system-prompt').textContent.trim(), 'No system prompt here');
    panel.snapshot([anEndedTurn('1', 'a')], settings);
    equal(panel.root.querySelector('.system-prompt'), null);
  });

  it('is saved with Ctrl+Enter', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.get('.system-prompt button').click();
    await typeText('Be brief.');
    await pressKey('Enter');
    await typeText('Be kind.');
    await pressKey('Control+Enter');
    equal(panel.posted.at(-1), { kind: 'setSystemPrompt', text: 'Be brief.\nBe kind.' });
    equal(document.activeElement === panel.box, true);
  });

  it('is left as it was with Escape', async () => {
    const panel = openPanel();
    panel.snapshot([], withPrompt);
    panel.get('[aria-label^="Edit the system prompt"]').click();
    await typeText('changed');
    const posted = panel.posted.length;
    await pressKey('Escape');
    equal(panel.posted.length, posted);
    equal(text(panel), 'Be brief.');
  });
});
