import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { isPresent, leave, longTurns, present, scrollToTurn, slot } from '../longChat.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from '../openPanel.ts';
import { holdIdleTime, type HeldIdleTime } from '../holdIdleTime.ts';

const isTrue = (value: boolean, message?: string) => equal(value, true, message);

const slotIds = ({ root }: OpenPanel): readonly string[] =>
  [...root.querySelectorAll<HTMLElement>('.turn')].map(({ dataset }) => dataset['turnId'] ?? '');

const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

function isAtEnd(panel: OpenPanel): boolean {
  const { scrollTop, scrollHeight, clientHeight } = panel.get('.scroller');
  return scrollHeight - scrollTop - clientHeight < 2;
}

/** The slots in view without content. */
function gaps(panel: OpenPanel): readonly string[] {
  const view = panel.get('.scroller').getBoundingClientRect();
  return [...panel.root.querySelectorAll<HTMLElement>('.turn')]
    .filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return bottom > view.top && top < view.bottom && one.firstElementChild === null;
    })
    .map(({ dataset }) => dataset['turnId'] ?? '');
}

/** The id of a turn in view. */
function turnInView(panel: OpenPanel): string | undefined {
  const view = panel.get('.scroller').getBoundingClientRect();
  const [hit] = document.elementsFromPoint(view.left + view.width / 2, view.top + view.height / 2);
  return hit?.closest<HTMLElement>('.turn')?.dataset['turnId'];
}

async function openLong(turns: readonly Turn[]): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot(turns);
  await nextFrame();
  return panel;
}

describe('a long chat', () => {
  let idle: HeldIdleTime | undefined;
  afterEach(() => {
    idle?.release();
    idle = undefined;
  });

  it('opens at its end, with a slot for every turn and content near the view', async () => {
    const panel = openPanel();
    panel.snapshot(longTurns(200));
    isTrue(isPresent(panel, 199), 'the end is there at once');
    await nextFrame();
    isTrue(isAtEnd(panel));
    equal(gaps(panel), []);
    equal(slotIds(panel), ids(200));
    isTrue(present(panel).length < 40, `${present(panel).length} of 200 are on the page`);
    const groups = [...panel.root.querySelectorAll('.turn-group')];
    equal(
      groups.map(({ children }) => children.length),
      [...Array<number>(12).fill(16), 8],
    );
  });

  it('holds all of a short chat, wherever the reader is', async () => {
    const panel = await openLong(longTurns(12));
    await until('all of it', () => present(panel).length === 12);
  });

  it('shows what the reader scrolls to in the same frame, and never more than it needs', async () => {
    const panel = await openLong(longTurns(150));
    const scroller = panel.get('.scroller');
    let most = 0;
    for (let step = 25; step >= 0; step -= 1) {
      scroller.scrollTop = (step / 25) * scroller.scrollHeight;
      await nextFrame();
      equal(gaps(panel), [], `at ${step} of 25`);
      most = Math.max(most, panel.root.querySelectorAll('*').length);
    }
    equal(present(panel).includes('t0'), true);
    isTrue(most < 30_000, `${most} elements`);
    await until('elements', () => panel.root.querySelectorAll('*').length < 14_000);
  });

  it('keeps its height and what is in view while content comes and goes', async () => {
    const panel = await openLong(longTurns(100));
    await scrollToTurn(panel, 50, 100);
    const height = () => slot(panel, 50).getBoundingClientRect().height;
    const before = height();
    await leave(panel, 50);
    isTrue(Math.abs(height() - before) < 1, `${height()} and not ${before} high`);
    await scrollToTurn(panel, 50, 100);
    const top = slot(panel, 50).getBoundingClientRect().top;
    slot(panel, 49).style.blockSize = '10px';
    await nextFrame();
    isTrue(Math.abs(slot(panel, 50).getBoundingClientRect().top - top) < 2, 'nothing moves');
    isTrue(Math.abs(height() - before) < 1, `${height()} and not ${before} high`);
  });

  it('does not move the view when content above it comes with another height', async () => {
    idle = holdIdleTime();
    const panel = await openLong(longTurns(100));
    const scroller = panel.get('.scroller');
    scroller.scrollTop = scroller.scrollHeight / 2;
    await nextFrame();
    const index = Number(turnInView(panel)?.slice(1));
    const { top } = slot(panel, index).getBoundingClientRect();
    const above = slot(panel, index - 2);
    isTrue(above.firstElementChild === null, 'it is not there yet');
    const estimated = above.getBoundingClientRect().height;
    await until('what is near', () => {
      idle?.run();
      return above.firstElementChild !== null;
    });
    await nextFrame();
    isTrue(above.getBoundingClientRect().height !== estimated);
    isTrue(Math.abs(slot(panel, index).getBoundingClientRect().top - top) < 2, 'nothing moves');
  });

  it('gives content that comes back the state it had', async () => {
    const more = () => '```ts\nconst a = 1;\n```';
    const panel = await openLong(longTurns(120, { more }));
    await scrollToTurn(panel, 60);
    const find = (selector: string) => slot(panel, 60).querySelector<HTMLElement>(selector);
    find('.reasoning summary')?.click();
    find('.code-block')?.classList.add('wrapped');
    find('.usage summary')?.click();
    await nextFrame();
    const { height } = slot(panel, 60).getBoundingClientRect();
    await leave(panel, 60);
    await scrollToTurn(panel, 60);
    const open = [...slot(panel, 60).querySelectorAll('details')].map((one) => one.open);
    equal(open, [true, true]);
    isTrue(find('.code-block')?.classList.contains('wrapped') === true);
    isTrue(Math.abs(slot(panel, 60).getBoundingClientRect().height - height) < 1);
  });

  it('keeps what has the focus, what is beside it, an open editor and a diagram', async () => {
    const more = () => '```mermaid\ngraph TD\n```';
    const panel = await openLong(longTurns(120, { more }));
    await scrollToTurn(panel, 114);
    // As it is once the diagram is drawn.
    slot(panel, 114).querySelector('.code-block')?.classList.add('drawn');
    await scrollToTurn(panel, 110);
    slot(panel, 110).querySelector<HTMLElement>('[data-action="editMessage"]')?.click();
    await scrollToTurn(panel, 90);
    const button = slot(panel, 90).querySelector<HTMLElement>('[data-action="copyReply"]');
    button?.focus({ preventScroll: true });
    await leave(panel, 100);
    isTrue(slot(panel, 110).querySelector('.message-editor textarea') !== null);
    isTrue(slot(panel, 114).querySelector('.drawn') !== null);
    isTrue(document.activeElement === button);
    isTrue(isPresent(panel, 89) && isPresent(panel, 91), 'the Tab key goes on from there');
  });

  it('keeps the ends of the selection', async () => {
    const panel = await openLong(longTurns(120));
    await scrollToTurn(panel, 100);
    const text = slot(panel, 100).querySelector('.markdown p')?.firstChild ?? panel.root;
    document.getSelection()?.setBaseAndExtent(text, 1, text, 5);
    await leave(panel, 90);
    equal(String(document.getSelection()), 'eply');
    document.getSelection()?.removeAllRanges();
  });

  it('says where each message is among all', async () => {
    const panel = await openLong(longTurns(100));
    const positionsIn = (index: number) =>
      [...slot(panel, index).querySelectorAll('article')].map(
        (one) => `${one.getAttribute('aria-posinset')} of ${one.getAttribute('aria-setsize')}`,
      );
    equal(panel.get('.transcript').role, 'feed');
    equal(positionsIn(99), ['199 of 200', '200 of 200']);
    await scrollToTurn(panel, 50);
    equal(positionsIn(50), ['101 of 200', '102 of 200']);
    panel.events({ kind: 'turnStarted', turn: aTurn('next', { parentId: 't99' }) });
    equal(positionsIn(50), ['101 of 202', '102 of 202']);
    panel.snapshot([]);
    equal(panel.get('.transcript').role, null);
  });

  it('prints as a whole', async () => {
    const panel = await openLong(longTurns(60));
    isTrue(present(panel).length < 60);
    window.dispatchEvent(new Event('beforeprint'));
    equal(present(panel), ids(60));
    await until('what is far leaves', () => present(panel).length < 40);
  });

  it('takes in the turns that come after its end, and nothing on the page moves', async () => {
    const panel = openPanel();
    const all = longTurns(90);
    panel.snapshot(all.slice(70));
    await nextFrame();
    await scrollToTurn(panel, 75);
    const button = slot(panel, 75).querySelector<HTMLElement>('[data-action="copyReply"]');
    button?.focus();
    await nextFrame();
    const top = button?.getBoundingClientRect().top ?? 0;
    const parents = new Map(
      [...panel.root.querySelectorAll('.turn')].map((one) => [one, one.parentElement]),
    );
    panel.tell({ kind: 'earlierTurns', turns: all.slice(33, 70), isLast: false });
    await nextFrame();
    panel.tell({ kind: 'earlierTurns', turns: all.slice(0, 33), isLast: true });
    await nextFrame();
    equal(slotIds(panel), ids(90));
    isTrue(document.activeElement === button, 'the focus stays');
    isTrue(Math.abs((button?.getBoundingClientRect().top ?? 0) - top) < 2, 'the view stays');
    isTrue([...parents].every(([one, parent]) => one.parentElement === parent));
  });

  it('goes on while a reply streams, and afterwards', async () => {
    const panel = await openLong([...longTurns(60), aTurn('last', { parentId: 't59' })]);
    panel.events(textDelta('last', 'Hello'));
    panel.get('.scroller').scrollTop = 0;
    await nextFrame();
    equal(gaps(panel), []);
    panel.events(textDelta('last', ' from **afar**.'));
    panel.events({ kind: 'turnEnded', turnId: 'last', status: 'completed', at: 3000 });
    equal(panel.get('[data-turn-id="last"] .markdown').textContent, 'Hello from afar.');
    panel.events({ kind: 'turnStarted', turn: aTurn('next', { parentId: 'last' }) });
    await nextFrame();
    isTrue(isAtEnd(panel));
    equal(slotIds(panel), [...ids(60), 'last', 'next']);
  });

  it('shows another version far from the end, with the focus where it was', async () => {
    const other: Turn = { ...anEndedTurn('other', 'Another reply.'), parentId: 't39' };
    const turns = longTurns(100);
    const panel = openPanel();
    panel.snapshot([...turns.slice(0, 41), other, ...turns.slice(41)]);
    await nextFrame();
    await scrollToTurn(panel, 40);
    const next = slot(panel, 40).querySelector<HTMLElement>('[aria-label="Next Version"]');
    next?.focus();
    panel.events({ kind: 'headSet', headId: 'other' });
    equal(slotIds(panel), [...ids(40), 'other']);
    isTrue(panel.get('[data-turn-id="other"]').contains(document.activeElement));
    await nextFrame();
    equal(gaps(panel), []);
  });
});
