import type { Conversation } from '../../../src/shared/conversation/conversation.ts';
import { equal } from '../assert.ts';
import { openPanel, settings, type StoredState } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

describe('a temporary chat', () => {
  const conversation: Conversation = { id: 'c', createdAt: 0, turns: [], isTemporary: true };

  it('is marked where the find bar does not cover it', async () => {
    const panel = openPanel();
    panel.tell({ kind: 'snapshot', conversation, settings });
    await pressKey('Control+f');
    const { bottom } = panel.get('.temporary-line').getBoundingClientRect();
    equal(panel.get('.find-bar').getBoundingClientRect().top, bottom);
  });

  it('is marked until it is kept, and stores no draft', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    panel.tell({ kind: 'snapshot', conversation, settings });
    equal(panel.get('.temporary-line').innerText.includes('not saved'), true);
    panel.box.focus();
    await typeText('a secret thought');
    equal(JSON.stringify(stored.value).includes('secret'), false);
    panel.get('.temporary-line button').click();
    equal(panel.posted.at(-1), { kind: 'keepChat' });
    panel.events({ kind: 'kept' });
    equal(panel.root.querySelector('.temporary-line'), null);
    await typeText(' more');
    equal(JSON.stringify(stored.value).includes('a secret thought more'), true);
  });

  it('keeps its draft unstored in another chat, until it is changed there', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    panel.tell({ kind: 'snapshot', conversation, settings });
    panel.box.focus();
    await typeText('a secret thought');
    panel.snapshot([]);
    equal(panel.box.value, 'a secret thought');
    equal(JSON.stringify(stored.value).includes('secret'), false);
    panel.box.focus();
    await typeText(' more');
    equal(JSON.stringify(stored.value).includes('a secret thought more'), true);
    panel.tell({ kind: 'snapshot', conversation, settings });
    equal(JSON.stringify(stored.value).includes('a secret thought more'), true);
  });
});
