import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import {
  anEndedTurn,
  openPanel,
  read,
  settings,
  type OpenPanel,
  type StoredState,
} from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

describe('recalling sent messages', () => {
  function said(text: string, index: number): Turn {
    const parentId = index === 0 ? undefined : `${index - 1}`;
    return { ...anEndedTurn(`${index}`, 'reply'), parentId, user: { text, context: [] } };
  }
  function opened(...texts: readonly string[]): OpenPanel {
    const panel = openPanel();
    panel.snapshot(texts.map(said));
    panel.box.focus();
    return panel;
  }

  it('goes back with Up and forth with Down, to the empty box', async () => {
    const panel = opened('one', 'two', 'two', 'three');
    const seen: string[] = [];
    for (const key of ['Up', 'Up', 'Up', 'Up', 'Down', 'Down', 'Down', 'Down']) {
      await pressKey(`Arrow${key}`);
      seen.push(panel.box.value);
    }
    equal(seen, ['three', 'two', 'one', 'one', 'two', 'three', '', '']);
    equal(panel.posted.length, 1);
  });

  it('recalls in a new chat what was sent in others', async () => {
    const panel = openPanel();
    panel.snapshot([], { ...settings, sent: ['one', 'two', 'one'] });
    panel.box.focus();
    const seen: string[] = [];
    for (const key of ['Up', 'Up', 'Up']) {
      await pressKey(`Arrow${key}`);
      seen.push(panel.box.value);
    }
    equal(seen, ['one', 'two', 'two']);
  });

  it('goes by the caret in a message of several lines', async () => {
    const panel = opened('one', 'two\nlines');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'two\nlines');
    await pressKey('ArrowDown');
    equal(panel.box.value, 'two\nlines', 'the caret goes to the second line');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'two\nlines', 'and back to the first');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'one');
    await pressKey('ArrowDown');
    equal(panel.box.value, 'two\nlines');
    await pressKey('ArrowDown');
    equal(panel.box.value, '');
  });

  it('keeps the unsent text, also through a reload and a message that is sent again', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    panel.snapshot([{ ...anEndedTurn('1', 'reply'), user: { text: 'one', context: [] } }]);
    panel.box.focus();
    await typeText('draft');
    await pressKey('ArrowUp');
    equal(panel.box.selectionStart, 0, 'the caret has gone to the start');
    equal(panel.box.value, 'draft');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'one');
    equal(openPanel(stored).box.value, 'draft');
    const again = openPanel(stored);
    again.snapshot([{ ...anEndedTurn('1', 'reply'), user: { text: 'one', context: [] } }]);
    again.box.focus();
    await pressKey('Control+Home');
    await pressKey('ArrowUp');
    await pressKey('Enter');
    equal(again.posted.at(-1), { kind: 'send', text: 'one' });
    again.events({
      kind: 'turnStarted',
      turn: aTurn('2', { parentId: '1', user: { text: 'one', context: [] } }),
    });
    equal(again.box.value, 'draft');
  });

  it('keeps text that the user has changed', async () => {
    const panel = opened('one', 'two');
    await pressKey('ArrowUp');
    await pressKey('End');
    await typeText('!');
    await pressKey('ArrowDown');
    equal(panel.box.value, 'two!');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'two!');
    await pressKey('ArrowUp');
    equal(panel.box.value, 'two', 'from the start of the text it leads back');
    await pressKey('ArrowDown');
    equal(panel.box.value, 'two!');
  });

  it('is separate from editing the last message in place', async () => {
    const panel = opened('one', 'two');
    await typeText('/edit');
    await pressKey('Enter');
    equal((document.activeElement as HTMLTextAreaElement).value, 'two');
    equal(document.activeElement?.ariaLabel, 'Edit Message');
    await pressKey('Escape');
    read(panel, 'editLastMessage');
    equal(document.activeElement?.ariaLabel, 'Edit Message');
  });
});
