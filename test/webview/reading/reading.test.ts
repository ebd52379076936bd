import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import {
  anEndedTurn,
  nextFrame,
  openPanel,
  settings,
  textDelta,
  type OpenPanel,
  type StoredState,
} from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import type { HostToView, ReadingAction } from '../../../src/shared/panel/panelProtocol.ts';

const filler = 'Some line of text.\n\n'.repeat(60);
const code = '```ts\nconst a = 1;\n```\n\n';

function read(panel: OpenPanel, action: ReadingAction, turnId?: string): void {
  panel.tell({ kind: 'read', action, turnId } satisfies HostToView);
}

async function settled(): Promise<void> {
  for (let frames = 0; frames < 4; frames += 1) {
    await nextFrame();
  }
}

/** What has the focus: the start of its label and text. */
function focused(): string {
  const { activeElement } = document;
  return `${activeElement?.ariaLabel ?? ''}: ${activeElement?.textContent.trim().slice(-12) ?? ''}`;
}

function distanceFromTop(panel: OpenPanel): number {
  const top = document.activeElement?.getBoundingClientRect().top ?? 0;
  return Math.round(top - panel.get('.scroller').getBoundingClientRect().top);
}

describe('keyboard travel', () => {
  function conversation(): OpenPanel {
    const panel = openPanel();
    panel.snapshot([
      { ...anEndedTurn('1', `${code}${filler}`), user: { text: 'First', context: [] } },
      {
        ...anEndedTurn(
          '2',
          `${filler}${code}${filler}\n\n- item\n\n  ${code.replaceAll('\n', '\n  ')}`,
        ),
        parentId: '1',
        user: { text: 'Second', context: [] },
      },
    ]);
    return panel;
  }

  it('goes from message to message with Alt+Up and Alt+Down, each from its start', async () => {
    const panel = conversation();
    await settled();
    panel.box.focus();
    const articles = [...panel.root.querySelectorAll('article')];
    document.documentElement.style.setProperty('--vscode-focusBorder', 'blue');
    for (const article of articles.toReversed()) {
      await pressKey('Alt+ArrowUp');
      await settled();
      equal(document.activeElement === article, true);
      equal(Math.abs(distanceFromTop(panel)) <= 1, true, `${distanceFromTop(panel)}`);
      equal(getComputedStyle(article).outlineStyle, 'solid');
    }
    await pressKey('Alt+ArrowUp');
    equal(document.activeElement === articles[0], true, 'there is nothing before the first');
    document.documentElement.removeAttribute('style');
    for (const article of articles.slice(1)) {
      await pressKey('Alt+ArrowDown');
      await settled();
      equal(document.activeElement === article, true);
    }
    await pressKey('Alt+ArrowDown');
    equal(document.activeElement === panel.box, true, 'after the last one comes the box');
    equal(panel.root.querySelectorAll('[tabindex="-1"]').length, 0);
  });

  it('begins with what is in view', async () => {
    const panel = conversation();
    await settled();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    panel.get('.scroller').scrollTop = 400;
    await settled();
    panel.box.focus();
    await pressKey('Alt+ArrowDown');
    equal(focused(), 'You: YouSecond');
    panel.box.focus();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    panel.get('.scroller').scrollTop = 400;
    await settled();
    await pressKey('Alt+ArrowUp');
    equal(document.activeElement?.closest('article')?.className, 'message reply has-text');
  });

  it('goes from one block of code to the next by command, and says where there is none', async () => {
    const panel = conversation();
    await settled();
    panel.box.focus();
    const seen: string[] = [];
    const blocks = [...panel.root.querySelectorAll('.code-block')];
    for (let step = 0; step < 3; step += 1) {
      read(panel, 'previousCodeBlock');
      await settled();
      seen.push(`${blocks.indexOf(document.activeElement ?? panel.root)}`);
      equal(Math.abs(distanceFromTop(panel)) <= 1 || step === 0, true, `${distanceFromTop(panel)}`);
    }
    equal(seen, ['2', '1', '0']);
    equal(document.activeElement?.ariaLabel, 'Code, ts, 1 line');
    equal(document.activeElement?.role, 'group');
    read(panel, 'previousCodeBlock');
    equal(panel.get('[role=log]').textContent, 'No code block before.');
    read(panel, 'nextCodeBlock');
    await settled();
    equal(blocks.indexOf(document.activeElement ?? panel.root), 1);
    equal(blocks[0]?.outerHTML.includes('aria-label="Code'), false, 'the block is as it was');
    await pressKey('Tab');
    equal(document.activeElement?.ariaLabel, 'Wrap lines');
  });

  it('reads the last reply aloud, with every setting', async () => {
    for (const announce of ['off', 'summary', 'full'] as const) {
      const panel = openPanel();
      panel.snapshot([], { ...settings, announce });
      read(panel, 'readLastReply');
      equal(panel.get('[role=log]').textContent, 'There is no reply to read.');
      panel.snapshot([anEndedTurn('1', `**Bold** text.\n\n${code}- one\n- two`)], {
        ...settings,
        announce,
      });
      panel.box.focus();
      read(panel, 'readLastReply');
      equal(panel.get('[role=log]').textContent, 'Bold text.\nconst a = 1;\none\ntwo');
      equal(document.activeElement === panel.box, true);
    }
  });

  it('takes Alt+Up from no one who composes', () => {
    const panel = conversation();
    panel.box.focus();
    const key = { key: 'ArrowUp', altKey: true, bubbles: true, isComposing: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', key));
    equal(document.activeElement === panel.box, true);
  });
});

describe('Escape', () => {
  it('stops a reply; when there is none, it leaves to the editor', async () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'stop' });
    panel.events({ kind: 'turnEnded', turnId: '1', status: 'stopped', at: 3000 });
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'leave' });
  });

  it('belongs to the input method while one composes', () => {
    const panel = openPanel();
    panel.snapshot([aTurn('1')]);
    panel.box.focus();
    const posted = panel.posted.length;
    const key = { key: 'Escape', bubbles: true, isComposing: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', key));
    equal(panel.posted.length, posted);
  });

  it('first closes what is open', async () => {
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
    equal(panel.posted.length, 1);
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'leave' });
  });

  it('and the last key of a chord types nothing', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    panel.box.focus();
    await pressKey('Control+k');
    await pressKey('Control+;');
    await typeText('f');
    await typeText('full');
    equal(panel.box.value, 'full');
  });
});

describe('a long message', () => {
  const text = Array.from({ length: 120 }, (_, line) => `line ${line + 1}`).join('\n');
  const turn = { ...anEndedTurn('1', filler), user: { text, context: [] } };

  it('shows its start, and all of it on request, where the reader is', async () => {
    const panel = openPanel();
    panel.snapshot([turn]);
    await settled();
    panel.get('.scroller').scrollTop = 0;
    await settled();
    const button = panel.get('.user-message .fold-button');
    equal(button.textContent, 'Show all 120 lines');
    equal(button.ariaExpanded, 'false');
    equal(panel.get('.user-text').offsetHeight < 200, true);
    equal(panel.get('.user-text').textContent, text, 'all of it is there');
    const { top } = panel.get('.user-text').getBoundingClientRect();
    button.focus();
    await pressKey('Enter');
    await settled();
    equal(panel.get('.user-text').getBoundingClientRect().top, top);
    equal(panel.get('.user-text').offsetHeight > 1000, true);
    equal([button.ariaExpanded, button.textContent], ['true', 'Show less']);
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

  it('is left as it is where it is short', () => {
    const panel = openPanel();
    panel.snapshot([{ ...anEndedTurn('1', ''), user: { text: 'a\n'.repeat(11), context: [] } }]);
    equal(panel.root.querySelector('.user-message .fold-button'), null);
  });

  it('stays as the user has it while the window lasts', async () => {
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
    equal(panel.get('.user-message .fold-button').textContent, 'Show all 120 lines');
  });
});

describe('a reply', () => {
  it('is folded by command, the one with the focus or the last one, and unfolded', async () => {
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

describe('the history of the box', () => {
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

  it('walks back with Up and forth with Down, and ends with the empty box', async () => {
    const panel = opened('one', 'two', 'two', 'three');
    const seen: string[] = [];
    for (const key of ['Up', 'Up', 'Up', 'Up', 'Down', 'Down', 'Down', 'Down']) {
      await pressKey(`Arrow${key}`);
      seen.push(panel.box.value);
    }
    equal(seen, ['three', 'two', 'one', 'one', 'two', 'three', '', '']);
    equal(panel.posted.length, 1);
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

  it('keeps what is being written, also through a reload and a message that is sent again', async () => {
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

  it('leaves text alone that the user has changed', async () => {
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

  it('is another thing than the last message edited in place', async () => {
    const panel = opened('one', 'two');
    await typeText('/edit');
    await pressKey('Enter');
    equal((document.activeElement as HTMLTextAreaElement).value, 'two');
    equal(document.activeElement?.ariaLabel, 'Edit message');
    await pressKey('Escape');
    read(panel, 'editLastMessage');
    equal(document.activeElement?.ariaLabel, 'Edit message');
  });
});

describe('what is changed in the conversation', () => {
  for (const action of ['editSystemPrompt', 'editLastMessage'] as const) {
    it(`comes into view and stays there: ${action}`, async () => {
      const panel = openPanel();
      panel.snapshot([anEndedTurn('1', filler)]);
      await settled();
      read(panel, action);
      await settled();
      const { activeElement } = document;
      equal(activeElement instanceof HTMLTextAreaElement, true);
      equal(panel.get('.content').contains(activeElement), true);
      const { top, bottom } = panel.get('.scroller').getBoundingClientRect();
      const box = activeElement?.getBoundingClientRect();
      equal(box !== undefined && box.top >= top && box.bottom <= bottom, true);
    });
  }

  it('may be the parameters, in their box', async () => {
    const panel = openPanel();
    panel.snapshot([]);
    read(panel, 'editParameters');
    await settled();
    equal(panel.get('.parameters').matches(':popover-open'), true);
  });
});
