import { equal } from '../assert.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from '../openPanel.ts';
import { aTurn } from '../../support/builders.ts';
import type { Turn } from '../../../src/shared/conversation/conversation.ts';
import { holdIdleTime, type HeldIdleTime } from '../holdIdleTime.ts';

describe('a long conversation', () => {
  const words = 'The index grows past every buffer. '.repeat(150);

  function turns(count: number, length = 1, from = 0): readonly Turn[] {
    return Array.from({ length: count }, (_, at) => {
      const index = from + at;
      return {
        ...anEndedTurn(`t${index}`, `Reply ${index}. ${words.repeat(length)}`),
        ...(index > 0 && { parentId: `t${index - 1}` }),
      };
    });
  }
  const shown = ({ root }: OpenPanel): readonly string[] =>
    [...root.querySelectorAll<HTMLElement>('.turn')].map(({ dataset }) => dataset['turnId'] ?? '');
  const isTrue = (value: boolean, message?: string) => equal(value, true, message);
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
  let idle: HeldIdleTime | undefined;
  afterEach(() => idle?.release());
  const endsIn = (panel: OpenPanel): boolean => {
    const { scrollTop, scrollHeight, clientHeight } = panel.get('.scroller');
    return scrollHeight - scrollTop - clientHeight < 2;
  };

  it('shows its end at once and builds the rest without moving the view', async () => {
    const panel = openPanel();
    panel.snapshot(turns(70));
    const first = shown(panel);
    isTrue(first.length < 30, `${first.length} are shown`);
    equal(first.at(-1), 't69');
    const nodes = new Map(
      first.map((id) => [id, panel.get(`.turn[data-turn-id="${id}"]`)] as const),
    );
    const parents = new Map([...nodes].map(([id, node]) => [id, node.parentElement]));
    while (shown(panel).length < 70) {
      await nextFrame();
      isTrue(endsIn(panel), 'the end is in view');
    }
    equal(shown(panel), ids(70));
    for (const [id, node] of nodes) {
      isTrue(panel.get(`.turn[data-turn-id="${id}"]`) === node, 'it is the same');
      isTrue(node.parentElement === parents.get(id), 'it stays in its group');
    }
    const sizes = [...panel.root.querySelectorAll('.turn-group')].map(
      (group) => group.children.length,
    );
    equal(sizes, [16, 16, 16, 16, 6]);
  });

  it('is built on while a reply streams', async () => {
    const panel = openPanel();
    panel.snapshot([...turns(50), aTurn('last', { parentId: 't49' })]);
    panel.events(textDelta('last', 'Hello'));
    panel.events({
      kind: 'turnEnded',
      turnId: 'last',
      status: 'completed',
      at: 3000,
    });
    panel.events({ kind: 'turnStarted', turn: aTurn('next', { parentId: 'last' }) });
    while (shown(panel).length < 52) {
      await nextFrame();
    }
    equal(shown(panel), [...ids(50), 'last', 'next']);
    isTrue(panel.get('[data-turn-id="last"] .markdown').textContent.includes('Hello'));
  });

  it('adds the turns that come after the snapshot, and totals count all', async () => {
    const panel = openPanel();
    const all = turns(40);
    panel.snapshot(all.slice(30));
    equal(shown(panel), ids(40).slice(30));
    panel.tell({ kind: 'earlierTurns', turns: all.slice(10, 30) });
    panel.tell({ kind: 'earlierTurns', turns: all.slice(0, 10) });
    while (shown(panel).length < 40) {
      await nextFrame();
    }
    equal(shown(panel), ids(40));
  });

  it('builds far turns when the reader scrolls there, without moving the view', async () => {
    idle = holdIdleTime();
    const panel = openPanel();
    // More than is built while the page is idle.
    const count = 30;
    panel.snapshot(turns(count, 20));
    const scroller = panel.get('.scroller');
    await nextFrame();
    while (idle.run() > 0) {
      await nextFrame();
    }
    const before = shown(panel).length;
    isTrue(before < count && before > 1, `${before} are shown`);
    scroller.scrollTop = 1000;
    const place = () =>
      panel.get(`[data-turn-id="t${count - before}"]`).getBoundingClientRect().top;
    await nextFrame();
    const top = place();
    while (shown(panel).length === before) {
      idle.run();
      await nextFrame();
    }
    await nextFrame();
    isTrue(Math.abs(place() - top) < 2, `moved by ${place() - top}`);
  });

  it('is searched from its first message on', async () => {
    const panel = openPanel();
    panel.snapshot(turns(30, 20));
    panel.tell({ kind: 'read', action: 'find' });
    while (shown(panel).length < 30) {
      await nextFrame();
    }
    equal(shown(panel), ids(30));
  });
});
