import type { Conversation, Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import {
  anEndedTurn,
  nextFrame,
  openPanel,
  type OpenPanel,
  settings,
  type StoredState,
} from '../openPanel.ts';

/** Messages with replies of many paragraphs and lines of code, one after another. */
function turnsOf(id: string, count: number): readonly Turn[] {
  return Array.from({ length: count }, (_, index) => {
    const paragraphs = Array.from({ length: 40 }, (_, at) => `${id} ${index}.${at} and so on`);
    const text = `${paragraphs.join('\n\n')}\n\n\`\`\`ts\n${'let a = 1;\n'.repeat(20)}\`\`\`\n`;
    const parent = index === 0 ? {} : { parentId: `${id}${index - 1}` };
    return { ...anEndedTurn(`${id}${index}`, text), ...parent };
  });
}

/** A conversation longer than the part that is shown at once. */
const chats = new Map(['a', 'b'].map((id) => [id, turnsOf(id, 100)]));

async function show(panel: OpenPanel, id: string, more: Partial<Conversation> = {}): Promise<void> {
  const turns = chats.get(id) ?? [];
  const headId = turns.at(-1)?.id;
  const conversation = { id, createdAt: 0, turns, headId, ...more };
  panel.tell({ kind: 'snapshot', conversation, settings });
  // Scrolling to a target is repeated for some frames.
  for (let frames = 0; frames < 4; frames += 1) {
    await nextFrame();
  }
}

function paragraph(panel: OpenPanel, text: string): HTMLElement {
  const all = [...panel.root.querySelectorAll<HTMLElement>('.markdown p')];
  const found = all.find((node) => node.textContent.startsWith(text));
  if (found === undefined) {
    throw new Error(`There is no ${text}.`);
  }
  return found;
}

/** Distance of a paragraph from the top of the view. */
function topOf(panel: OpenPanel, text: string): number {
  const { top } = paragraph(panel, text).getBoundingClientRect();
  return Math.round(top - panel.get('.scroller').getBoundingClientRect().top);
}

/** Scrolls until a paragraph begins `px` above the top of the view. */
async function readOn(panel: OpenPanel, text: string, px: number): Promise<void> {
  const scroller = panel.get('.scroller');
  scroller.scrollTop -= 100;
  await nextFrame();
  const ended = new Promise((resolve) => {
    scroller.addEventListener('scrollend', resolve, { once: true });
  });
  paragraph(panel, text).scrollIntoView();
  await nextFrame();
  scroller.scrollTop += topOf(panel, text) + px;
  await ended;
  await nextFrame();
  await nextFrame();
}

/** The view scrolls by whole pixels, and what is above may have a fraction more. */
function isNear(actualPx: number, expectedPx: number): void {
  equal(Math.abs(actualPx - expectedPx) <= 2, true, `${actualPx} is near ${expectedPx}`);
}

function isAtEnd(panel: OpenPanel): boolean {
  const { scrollHeight, scrollTop, clientHeight } = panel.get('.scroller');
  return scrollHeight - scrollTop - clientHeight < 2;
}

/** Holds what waits for idle time, until the returned function is called. */
function holdIdleTime(): () => void {
  const original = window.requestIdleCallback;
  const held: Parameters<typeof original>[] = [];
  window.requestIdleCallback = (...request) => held.push(request);
  return () => {
    window.requestIdleCallback = original;
    held.forEach((request) => original(...request));
  };
}

describe('the place of the reader', () => {
  it('is restored after another conversation was shown, and after a reload', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    await show(before, 'a');
    equal(isAtEnd(before), true);
    await readOn(before, 'a 98.20 ', 10);
    const top = topOf(before, 'a 98.20 ');
    await show(before, 'b');
    equal(isAtEnd(before), true);
    await show(before, 'a');
    isNear(topOf(before, 'a 98.20 '), top);
    const after = openPanel(stored);
    await show(after, 'a');
    isNear(topOf(after, 'a 98.20 '), top);
    equal(after.get('.latest').checkVisibility(), true);
    await show(after, 'b');
    equal(isAtEnd(after), true);
  });

  it('does not move however often it is gone to', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    await show(before, 'a');
    await readOn(before, 'a 98.20 ', 10);
    await until('the place', () => JSON.stringify(stored).includes('"turnId":"a98"'));
    const places = (): string | undefined => /"places":.*/.exec(JSON.stringify(stored))?.[0];
    const first = places();
    for (let round = 0; round < 3; round += 1) {
      const panel = openPanel(stored);
      const ended = new Promise((resolve) => {
        panel.get('.scroller').addEventListener('scrollend', resolve, { once: true });
      });
      await show(panel, 'a');
      await ended;
      await show(panel, 'b');
      equal(places(), first);
    }
  });

  it('is kept a moment after the reader has come there', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    await show(panel, 'a');
    await readOn(panel, 'a 98.20 ', 10);
    await until('the place', () => JSON.stringify(stored).includes('"turnId":"a98"'));
  });

  it('is restored at once if it is before the part that is shown first', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    await show(before, 'a');
    before.get('.turn[data-turn-id="a2"]').scrollIntoView();
    await nextFrame();
    await readOn(before, 'a 2.30 ', 4);
    const top = topOf(before, 'a 2.30 ');
    await show(before, 'b');
    const after = openPanel(stored);
    await show(after, 'a');
    isNear(topOf(after, 'a 2.30 '), top);
  });

  it('is gone to as soon as it comes with the earlier turns, unless the reader does something', async () => {
    const stored: StoredState = {};
    const before = openPanel(stored);
    await show(before, 'a');
    before.get('.turn[data-turn-id="a50"]').scrollIntoView();
    await nextFrame();
    await readOn(before, 'a 50.30 ', 4);
    const top = topOf(before, 'a 50.30 ');
    await show(before, 'b');
    const turns = chats.get('a') ?? [];
    const openEnd = async (): Promise<OpenPanel> => {
      const panel = openPanel(stored);
      await show(panel, 'a', { turns: turns.slice(90) });
      equal(isAtEnd(panel), true);
      return panel;
    };
    const tellRest = async (panel: OpenPanel): Promise<void> => {
      panel.tell({ kind: 'earlierTurns', turns: turns.slice(60, 90), isLast: false });
      await nextFrame();
      equal(isAtEnd(panel), true);
      panel.tell({ kind: 'earlierTurns', turns: turns.slice(0, 60), isLast: true });
      for (let frames = 0; frames < 6; frames += 1) {
        await nextFrame();
      }
    };
    const after = await openEnd();
    await tellRest(after);
    isNear(topOf(after, 'a 50.30 '), top);
    const other = await openEnd();
    document.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    await tellRest(other);
    equal(isAtEnd(other), true);
  });

  it('deep in a long reply is gone to once that much of the reply is on the page', async () => {
    const texts = Array.from({ length: 4000 }, (_, at) => `long ${at}. ${'and so on '.repeat(6)}`);
    const turns = [anEndedTurn('long', texts.join('\n\n'))];
    const stored: StoredState = {};
    const before = openPanel(stored);
    await show(before, 'long', { turns, headId: 'long' });
    const isThere = (panel: OpenPanel) => () =>
      [...panel.root.querySelectorAll('.markdown p')].some((node) =>
        node.textContent.startsWith('long 3800.'),
      );
    await until('all of the reply', isThere(before));
    await readOn(before, 'long 3800.', 3);
    const top = topOf(before, 'long 3800.');
    await show(before, 'b');
    const after = openPanel(stored);
    const goOn = holdIdleTime();
    await show(after, 'long', { turns, headId: 'long' });
    equal(isThere(after)(), false, 'the rest of the reply waits');
    equal(isAtEnd(after), false);
    goOn();
    await until('all of the reply', isThere(after));
    await until('the place', () => Math.abs(topOf(after, 'long 3800.') - top) <= 1);
  });

  it('is the end if there is a new message, or after the reader went to the end', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    await show(panel, 'a');
    await readOn(panel, 'a 98.20 ', 10);
    const turns = chats.get('a') ?? [];
    const next = aTurn('next', { parentId: turns.at(-1)?.id });
    await show(panel, 'a', { turns: [...turns, next], headId: 'next' });
    equal(isAtEnd(panel), true);
    await readOn(panel, 'a 98.20 ', 10);
    panel.get('.latest').click();
    await nextFrame();
    await nextFrame();
    await show(panel, 'b');
    await show(panel, 'a', { turns: [...turns, next], headId: 'next' });
    equal(isAtEnd(panel), true);
  });

  it('in a temporary chat is not stored', async () => {
    const stored: StoredState = {};
    const panel = openPanel(stored);
    await show(panel, 'a', { isTemporary: true });
    await readOn(panel, 'a 98.20 ', 10);
    const top = topOf(panel, 'a 98.20 ');
    await show(panel, 'b');
    equal(JSON.stringify(stored).includes('a98'), false);
    await show(panel, 'a', { isTemporary: true });
    isNear(topOf(panel, 'a 98.20 '), top);
  });
});
