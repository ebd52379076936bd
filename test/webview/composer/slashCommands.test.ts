import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import type { OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import { typedPanel } from './typedPanel.ts';

describe('slash commands', () => {
  const names = (panel: OpenPanel): readonly (string | null)[] =>
    [...panel.root.querySelectorAll('.completion-name')].map(({ textContent }) => textContent);

  it('are offered after a slash, chosen by keyboard, and clear the box', async () => {
    const panel = await typedPanel('/');
    equal(names(panel).length > 4, true);
    const active = (): string | undefined =>
      panel.root.querySelector('[aria-selected="true"]')?.textContent.trim().split(/\s/)[0];
    equal(active(), '/system');
    await pressKey('ArrowDown');
    equal(active(), '/model');
    equal(panel.box.getAttribute('aria-activedescendant'), 'slash-model');
    await pressKey('ArrowUp');
    await pressKey('ArrowUp');
    equal(active(), names(panel).at(-1) ?? '');
    await typeText('mo');
    equal(names(panel), ['/model']);
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'chooseModel' });
    equal(panel.box.value, '');
    equal(panel.get('.completion-menu').hidden, true);
  });

  it('open the editor of the system prompt', async () => {
    const panel = await typedPanel('/sys');
    await pressKey('Tab');
    equal(document.activeElement === panel.get('.system-prompt textarea'), true);
  });

  it('close with Escape, which stops no reply', async () => {
    const panel = await typedPanel('/');
    panel.events({ kind: 'turnStarted', turn: aTurn('1') });
    await pressKey('Escape');
    equal(panel.get('.completion-menu').hidden, true);
    equal(
      panel.posted.some(({ kind }) => kind === 'stop'),
      false,
    );
    equal(panel.box.value, '/');
  });

  it('are not shown for a message that only begins with a slash', async () => {
    const panel = await typedPanel('/etc/hosts');
    equal(panel.get('.completion-menu').hidden, true);
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: '/etc/hosts' });
  });
});
