import type { Conversation } from '../../../src/shared/conversation/conversation.ts';
import type { PanelSettings } from '../../../src/shared/panel/panelState.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { openPanel, settings } from '../openPanel.ts';

describe('the title of a chat', () => {
  const inSideBar: PanelSettings = { ...settings, heading: {} };
  const user = { text: 'Why does this overflow?', context: [] };

  it('comes with the first message, and opens the list of chats', () => {
    const panel = openPanel();
    panel.snapshot([], inSideBar);
    equal(panel.root.querySelector('.title-line'), null);
    panel.events({ kind: 'turnStarted', turn: aTurn('1', { user }) });
    const line = panel.get('.title-line');
    equal(panel.get('.title-text').textContent, 'Why does this overflow?');
    line.querySelector<HTMLElement>('.text-button')?.click();
    equal(panel.posted.at(-1), { kind: 'showHistory' });
  });

  it('is the one that the user gave', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1', { user })], inSideBar);
    const heading = { title: 'Overflow' };
    panel.tell({ kind: 'settings', settings: { ...settings, heading } });
    equal(panel.get('.title-text').textContent, 'Overflow');
  });

  it('has a menu of VS Code', () => {
    const panel = openPanel();
    const contexts: unknown[] = [];
    panel.root.addEventListener('contextmenu', ({ target }) => {
      const line = (target as Element).closest<HTMLElement>('.title-line');
      contexts.push(JSON.parse(line?.dataset['vscodeContext'] ?? ''));
    });
    panel.snapshot([aTurn('1', { user })], { ...settings, heading: {} });
    panel.get('.title-line [aria-label="More Actions…"]').click();
    equal(contexts, [{ preventDefaultContextMenuItems: true, parleySection: 'title' }]);
  });

  it('has the keys that the menu shows', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1', { user })], inSideBar);
    const press = (key: string, more: KeyboardEventInit = {}) => {
      const before = panel.posted.length;
      const event = new KeyboardEvent('keydown', { key, bubbles: true, ...more });
      panel.get('.title-line .text-button').dispatchEvent(event);
      return panel.posted.slice(before);
    };
    equal(press('F2'), [{ kind: 'chats.rename' }]);
    equal(press('Delete'), [{ kind: 'chats.remove' }]);
    equal(press('F2', { shiftKey: true }), []);
    equal(press('Delete', { ctrlKey: true }), []);
    const conversation = {
      id: 't',
      createdAt: 0,
      turns: [aTurn('1', { user })],
      isTemporary: true,
    };
    panel.tell({ kind: 'snapshot', conversation, settings: inSideBar });
    equal([press('F2'), press('Delete')], [[], []], 'a temporary chat');
  });

  it('is not repeated in an editor tab, and is in the only banner of a temporary chat', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1', { user })], settings);
    equal(panel.root.querySelector('.title-line'), null);
    const conversation: Conversation = {
      id: 't',
      createdAt: 0,
      turns: [aTurn('1', { user })],
      headId: '1',
      isTemporary: true,
    };
    panel.tell({ kind: 'snapshot', conversation, settings: inSideBar });
    equal(panel.root.querySelectorAll('header:not(article header)').length, 1);
    equal(panel.get('header').contains(panel.get('.title-line')), true);
    equal(panel.get('header').contains(panel.get('.temporary-line')), true);
  });

  it('is cut in a narrow panel, so that the menu stays in sight', () => {
    const panel = openPanel();
    const title = 'A long title of a chat '.repeat(20);
    panel.root.style.width = '300px';
    panel.snapshot([aTurn('1', { user })], { ...settings, heading: { title } });
    const line = panel.get('.title-line').getBoundingClientRect();
    const more = panel.get('.title-line .icon-button').getBoundingClientRect();
    equal(more.right <= line.right && line.height <= 30, true);
  });
});
