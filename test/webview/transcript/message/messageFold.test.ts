import { aTurn } from '../../../support/builders.ts';
import { equal } from '../../assert.ts';
import {
  anEndedTurn,
  openPanel,
  read,
  settled,
  textDelta,
  type StoredState,
} from '../../openPanel.ts';
import { pressKey, typeText } from '../../realKeyboard.ts';

const filler = 'Some line of text.\n\n'.repeat(60);

describe('a long message', () => {
  const text = Array.from({ length: 120 }, (_, line) => `line ${line + 1}`).join('\n');
  const turn = { ...anEndedTurn('1', filler), user: { text, context: [] } };

  it('shows its start, and all of it on request, without moving the view', async () => {
    const panel = openPanel();
    panel.snapshot([turn]);
    await settled();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    const button = panel.get('.user-message .fold-button');
    equal(button.textContent, 'Show All 120 Lines');
    equal(button.ariaExpanded, 'false');
    equal(panel.get('.user-text').offsetHeight < 200, true);
    equal(panel.get('.user-text').textContent, text, 'all of it is there');
    const { top } = panel.get('.user-text').getBoundingClientRect();
    button.focus();
    await pressKey('Enter');
    await settled();
    equal(panel.get('.user-text').getBoundingClientRect().top, top);
    equal(panel.get('.user-text').offsetHeight > 1000, true);
    equal([button.ariaExpanded, button.textContent], ['true', 'Show Less']);
    equal(document.activeElement === button, true);
    button.scrollIntoView({ block: 'center' });
    await settled();
    await pressKey('Enter');
    await settled();
    equal(button.ariaExpanded, 'false');
    const { top: after } = panel.get('.user-message').getBoundingClientRect();
    equal(Math.abs(after) <= 1, true, 'its start is in view');
  });

  it('that is unfolded at the end of the conversation stays in view', async () => {
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', 'short'), user: { text, context: [] } }]);
    await settled();
    const { top } = panel.get('.user-text').getBoundingClientRect();
    panel.get('.fold-button').click();
    await settled();
    equal(panel.get('.user-text').getBoundingClientRect().top, top);
    equal(panel.get('.latest').hidden, false);
    panel.get('.fold-button').click();
    await settled();
    equal(panel.get('.latest').hidden, true, 'the end is in view again');
  });

  it('is not folded if it is short', () => {
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', ''), user: { text: 'a\n'.repeat(11), context: [] } }]);
    equal(panel.root.querySelector('.user-message .fold-button'), null);
  });

  it('stays folded or unfolded as long as the window is open', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    before.snapshot([turn]);
    before.get('.user-message .fold-button').click();
    read(before, 'foldMessage', '1');
    before.box.focus();
    await typeText('a draft');
    const panel = openPanel(stored);
    panel.snapshot([turn]);
    equal(panel.get('.user-message .fold-button').ariaExpanded, 'true');
    equal(panel.get('.markdown').classList.contains('folded'), true);
    equal(panel.box.value, 'a draft');
  });

  it('can be edited in place, and is folded again afterwards', async () => {
    const panel = openPanel();
    panel.snapshot([turn]);
    panel.get('[data-action="editMessage"]').click();
    equal((panel.get('.message-editor textarea') as HTMLTextAreaElement).value, text);
    await pressKey('Escape');
    equal(panel.get('.user-message .fold-button').textContent, 'Show All 120 Lines');
  });
});

describe('a reply', () => {
  it('is folded and unfolded by command: the one with the focus, or the last', async () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', filler),
      {
        ...anEndedTurn(
          '2',
          `[a link](https://example.org/)\n\n${filler}[end](https://example.org/)`,
        ),
        parentId: '1',
      },
    ]);
    await settled();
    const bodies = [...panel.root.querySelectorAll<HTMLElement>('.markdown')];
    const folded = (): readonly boolean[] =>
      bodies.map(({ classList }) => classList.contains('folded'));
    read(panel, 'foldMessage');
    await settled();
    equal(folded(), [false, true]);
    const article = bodies[1]?.closest('article');
    equal((article?.getBoundingClientRect().top ?? -1) >= 0, true, 'its start is in view');
    article?.querySelector<HTMLElement>('.fold-button')?.click();
    equal(folded(), [false, false]);
    panel.box.focus();
    while (!document.activeElement?.contains(bodies[0] ?? null)) {
      await pressKey('Alt+ArrowUp');
    }
    read(panel, 'foldMessage');
    equal(folded(), [true, false]);
    read(panel, 'foldMessage', '1');
    read(panel, 'foldMessage', '2');
    equal(folded(), [false, true]);
    bodies[1]?.querySelector('a')?.focus();
    equal(folded(), [false, false], 'what has the focus is seen');
  });

  it('that is folded while it streams stays folded, and a selection in it stays', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.events(textDelta('1', `First words.\n\n${filler}`));
    await settled();
    document.getSelection()?.selectAllChildren(panel.get('.markdown > p'));
    read(panel, 'foldMessage', '1');
    const height = panel.get('.markdown').offsetHeight;
    panel.events(textDelta('1', filler));
    await settled();
    equal(panel.get('.markdown').offsetHeight, height);
    equal(String(document.getSelection()), 'First words.');
    document.getSelection()?.removeAllRanges();
  });
});
