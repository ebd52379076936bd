import { equal } from '../assert.ts';
import type { OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import { typedPanel } from './typedPanel.ts';

const prompts = [
  { id: 'file:///a', name: 'review', description: 'Reviews $(code)', place: 'Your prompts' },
  { id: 'file:///b', name: 'review', description: '', place: '.github/prompts' },
  { id: 'file:///c', name: 'Überblick', description: '', place: 'Your prompts' },
];

describe('prompts after a slash', () => {
  const rows = (panel: OpenPanel): readonly string[] =>
    [...panel.root.querySelectorAll('.completion')].map(({ textContent }) =>
      textContent.trim().replaceAll(/\s+/g, ' '),
    );
  const kinds = (panel: OpenPanel): readonly string[] => panel.posted.map(({ kind }) => kind);

  it('are asked for once, and shown above the commands with where they come from', async () => {
    const panel = await typedPanel('/r');
    equal(
      kinds(panel).filter((kind) => kind === 'findPrompts'),
      ['findPrompts'],
    );
    panel.tell({ kind: 'foundPrompts', prompts });
    equal(rows(panel), [
      '/review Reviews $(code) Your prompts',
      '/review .github/prompts',
      '/request Preview Request',
    ]);
    await typeText('ev');
    equal(rows(panel).length, 2);
    await pressKey('ArrowDown');
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'runPrompt', id: 'file:///b' });
    equal(panel.box.value, '');
  });

  it('have their whole name in one line of a narrow panel, and their place in the next', async () => {
    await window.setPageWidth(300);
    try {
      const panel = await typedPanel('/ren');
      // The page's own font is larger than that of VS Code, and wider on some computers.
      panel.tell({ kind: 'settings', settings: { appearance: { fontSizePx: 13 } } });
      const name = 'rename-what-has-a-bad-name';
      const place = '.github/prompts';
      panel.tell({
        kind: 'foundPrompts',
        prompts: [{ id: 'file:///d', name, description: '', place }],
      });
      const [first, second] = ['.completion-name', '.completion-place'].map((part) =>
        panel.get(part).getBoundingClientRect(),
      );
      equal((first?.height ?? NaN) < 30, true, `${first?.height} px`);
      equal((second?.top ?? NaN) >= (first?.bottom ?? NaN), true);
    } finally {
      await window.setPageWidth();
    }
  });

  it('are found whatever their case, and by other letters', async () => {
    const panel = await typedPanel('/über');
    panel.tell({ kind: 'foundPrompts', prompts });
    equal(rows(panel), ['/Überblick Your prompts']);
  });

  it('are not sent as a message while the host has not named them', async () => {
    const panel = await typedPanel('/review');
    await pressKey('Enter');
    equal(kinds(panel).includes('send'), false);
    equal(panel.box.value, '/review');
    panel.tell({ kind: 'foundPrompts', prompts: [] });
    await pressKey('Enter');
    equal(panel.posted.at(-1), { kind: 'send', text: '/review' });
  });

  it('suggest a model by a notice with a button', async () => {
    const panel = await typedPanel('');
    const notice = { severity: 'info', text: 'It suggests x.', suggestedBy: 'file:///a' } as const;
    panel.tell({ kind: 'notice', notice });
    panel.get('.notice .text-button').click();
    equal(panel.posted.at(-1), { kind: 'useSuggestion', id: 'file:///a' });
    equal(panel.root.querySelector('.notice'), null);
  });
});
