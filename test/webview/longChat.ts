import type { Turn } from '../../src/shared/conversation/conversation.ts';
import { until } from '../support/until.ts';
import { anEndedTurn, nextFrame, type OpenPanel } from './openPanel.ts';

/** As many elements as such a reply has as a rule. */
const items = Array.from({ length: 150 }, (_, item) => `- **Item ${item}** and \`value\`\n`).join(
  '',
);

/** Turns with reasoning and replies of about 4,000 characters, from index `from` on; `more` is added to each reply. */
export function longTurns(
  count: number,
  { from = 0, more = () => '' }: { from?: number; more?: (index: number) => string } = {},
): readonly Turn[] {
  return Array.from({ length: count }, (_, at) => {
    const index = from + at;
    const text = `Reply ${index} begins.\n\n${more(index)}\n\n${items}\nReply ${index} ends.`;
    return {
      ...anEndedTurn(`t${index}`, text, { reasoning: 'A thought.' }),
      ...(index > 0 && { parentId: `t${index - 1}` }),
    };
  });
}

/** The slot of a turn, which is always on the page. */
export function slot(panel: OpenPanel, index: number): HTMLElement {
  return panel.get(`.turn[data-turn-id="t${index}"]`);
}

/** Whether the content of a turn is on the page. */
export function isPresent(panel: OpenPanel, index: number): boolean {
  return slot(panel, index).firstElementChild !== null;
}

/** The ids of the turns whose content is on the page. */
export function present({ root }: OpenPanel): readonly string[] {
  const slots = [...root.querySelectorAll<HTMLElement>('.turn')];
  return slots
    .filter((one) => one.firstElementChild !== null)
    .map(({ dataset }) => dataset['turnId'] ?? '');
}

/** Scrolls so that a turn begins `px` above the top of the view. */
export async function scrollToTurn(panel: OpenPanel, index: number, px = 0): Promise<void> {
  // Heights that were estimated become real on the way.
  for (let tries = 0; tries < 4 && jumpToTurn(panel, index, px) !== 0; tries += 1) {
    await nextFrame();
  }
}

/** Scrolls at once to where a turn is now; gives how far that was, in pixels. */
function jumpToTurn(panel: OpenPanel, index: number, px = 0): number {
  const scroller = panel.get('.scroller');
  const before = scroller.scrollTop;
  const { top } = slot(panel, index).getBoundingClientRect();
  scroller.scrollTop += Math.round(top - scroller.getBoundingClientRect().top) + px;
  return scroller.scrollTop - before;
}

/** Reads elsewhere until the content of a turn has left the page. */
export async function leave(panel: OpenPanel, index: number): Promise<void> {
  const { length } = panel.root.querySelectorAll('.turn');
  const others = Array.from({ length }, (_, other) => other).filter(
    (other) => other % 3 === 0 && Math.abs(other - index) > 9,
  );
  for (const other of others) {
    jumpToTurn(panel, other);
    await nextFrame();
  }
  await until(`turn ${index} leaves`, () => !isPresent(panel, index));
}
