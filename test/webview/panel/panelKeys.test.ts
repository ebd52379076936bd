import { aTurn } from '../../support/builders.ts';
import { equal } from '../assert.ts';
import { anEndedTurn, openPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

describe('Escape', () => {
  it('stops a reply, or goes to the editor if there is none', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'stop' });
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'stopped', at: 3000 });
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'leave' });
  });

  it('belongs to the input method while it composes', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    const posted = panel.posted.length;
    const key = { key: 'Escape', bubbles: true, isComposing: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', key));
    equal(panel.posted.length, posted);
  });

  it('first closes open editors, menus and pop-overs', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    panel.get('[data-action="editMessage"]').click();
    await pressKey('Escape');
    panel.box.focus();
    await typeText('/');
    await pressKey('Escape');
    panel.get('.parameters-button').click();
    await pressKey('Escape');
    await pressKey('Control+f');
    await pressKey('Escape');
    equal(
      panel.posted.some((intent) => intent.kind === 'leave'),
      false,
    );
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'leave' });
  });
});

describe('a chord of a command', () => {
  it('types nothing with its last key', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await pressKey('Control+k');
    await typeText('g');
    await typeText('full');
    equal(panel.box.value, 'full');
  });

  it('types its last key if VS Code has given up waiting for it', () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    const press = (key: string, timeStamp: number, ctrlKey = false) => {
      const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      panel.box.dispatchEvent(event);
      return event.defaultPrevented;
    };
    equal(press('k', 1000, true), false);
    equal(press('g', 5999), true);
    equal(press('k', 6000, true), false);
    equal(press('g', 11_000), false);
  });
});
