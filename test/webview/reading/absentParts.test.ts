import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { holdIdleTime } from '../holdIdleTime.ts';
import { isPresent, leave, longTurns, present, scrollToTurn, slot } from '../longChat.ts';
import { nextFrame, openPanel, read, settled, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';
import { slowClock } from '../slowClock.ts';

const isTrue = (value: boolean, message?: string) => equal(value, true, message);

async function openLong(more?: (index: number) => string): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot(longTurns(100, { more }));
  await nextFrame();
  return panel;
}

const count = (panel: OpenPanel): string => panel.get('.find-count').textContent;

async function counted(panel: OpenPanel, words: string): Promise<void> {
  await until(`“${words}”`, () => count(panel).endsWith(words));
  await settled();
}

/** The text of the current match and the turn that it is in; nothing while there is none. */
function current(): string {
  const [found] = CSS.highlights.get('parley-find-current') ?? [];
  const range = document.createRange();
  if (found === undefined || !found.startContainer.isConnected) {
    return '';
  }
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  const turn = found.startContainer.parentElement?.closest<HTMLElement>('.turn');
  const { top, bottom } = range.getBoundingClientRect();
  const isShown = top > 0 && bottom < window.innerHeight;
  return `${range.toString()} in ${turn?.dataset['turnId']}${isShown ? '' : ', out of view'}`;
}

describe('a long chat, of which most is not on the page,', () => {
  it('is searched as a whole, and goes to matches that are far away', async () => {
    const panel = await openLong((index) => (index % 20 === 5 ? 'A **nee**dle here.' : ''));
    await pressKey('Control+f');
    await typeText('needle');
    await counted(panel, ' of 5');
    isTrue(present(panel).length < 40, `${present(panel).length} are on the page`);
    const seen: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await until('the match', () => /^needle in \w+$/.test(current()));
      seen.push(`${count(panel)}: ${current()}`);
      await pressKey('Shift+Enter');
      await settled();
    }
    const all = [5, 4, 3, 2, 1].map((n) => `${n} of 5: needle in t${n * 20 - 15}`);
    equal(seen.slice(0, 5).toSorted(), all.toSorted());
    equal(seen[5], seen[0]);
  });

  it('is said to be searched until all of it is', async () => {
    const panel = await openLong();
    const idle = holdIdleTime();
    const release = slowClock();
    const isMissed = () => panel.get('.find-bar').classList.contains('missed');
    try {
      await pressKey('Control+f');
      await typeText('nowhere');
      equal(count(panel), 'Searching…');
      equal(isMissed(), false);
    } finally {
      idle.release();
      release();
    }
    await counted(panel, 'No results');
    equal(isMissed(), true);
  });

  it('keeps the number of matches while content comes and goes', async () => {
    const panel = await openLong();
    await pressKey('Control+f');
    await typeText('begins');
    await counted(panel, ' of 100');
    const wrong: string[] = [];
    const observer = new MutationObserver(() => wrong.push(count(panel)));
    observer.observe(panel.get('.find-count'), { childList: true });
    await leave(panel, 80);
    observer.disconnect();
    equal(
      wrong.filter((one) => !one.endsWith(' of 100')),
      [],
    );
    const [number] = count(panel).split(' ');
    await pressKey('Enter');
    await until('the next match', () => /^begins in t\d+$/.test(current()));
    const next = (Number(number) % 100) + 1;
    equal(`${count(panel)}: ${current()}`, `${next} of 100: begins in t${next - 1}`);
  });

  it('is travelled message by message, also faster than content comes', async () => {
    const panel = await openLong();
    panel.box.focus();
    for (let index = 99; index >= 60; index -= 1) {
      for (const label of ['Reply from m1', 'You']) {
        await pressKey('Alt+ArrowUp');
        equal(document.activeElement?.ariaLabel, label);
        isTrue(slot(panel, index).contains(document.activeElement), `turn ${index}`);
      }
    }
    await settled();
    const { top } = document.activeElement?.getBoundingClientRect() ?? {};
    isTrue(Math.abs((top ?? 0) - panel.get('.scroller').getBoundingClientRect().top) <= 1);
  });

  it('is travelled from code block to code block, however far the next one is', async () => {
    const panel = await openLong((index) => (index === 3 ? '```ts\nconst far = 1;\n```' : ''));
    panel.box.focus();
    read(panel, 'previousCodeBlock');
    equal(document.activeElement?.ariaLabel, 'Code, ts, 1 line');
    isTrue(slot(panel, 3).contains(document.activeElement));
    await settled();
    const { top = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
    const line = slot(panel, 3).querySelector('.question-line')?.getBoundingClientRect();
    isTrue(Math.abs(top - (line?.bottom ?? 0)) <= 1);
    read(panel, 'previousCodeBlock');
    equal(panel.get('[role=log]').textContent, 'No previous code block.');
  });
});

describe('a selection across parts that are not on the page', () => {
  /** What a copy puts into the clipboard, with the key for it. */
  async function copied(): Promise<string> {
    const copy = new Promise<string>((resolve) => {
      const read = ({ clipboardData, defaultPrevented }: ClipboardEvent): void =>
        resolve(
          defaultPrevented
            ? (clipboardData?.getData('text/plain') ?? '')
            : String(document.getSelection()),
        );
      document.addEventListener('copy', read, { once: true });
    });
    await pressKey('Control+c');
    return copy;
  }

  /** Selects from the number in the first line of a reply to the word “Reply” in the last one of another. */
  function select(panel: OpenPanel, from: number, to: number): void {
    const [start, end] = [from, to].map((index, at) => {
      const paragraph = [...slot(panel, index).querySelectorAll('.markdown > p')].at(-at);
      // Long text is divided.
      return document.createTreeWalker(paragraph ?? panel.root, NodeFilter.SHOW_TEXT).nextNode();
    });
    document.getSelection()?.setBaseAndExtent(start ?? panel.root, 6, end ?? panel.root, 5);
    panel.get('.scroller').focus({ preventScroll: true });
  }

  async function selectFar(panel: OpenPanel): Promise<void> {
    await scrollToTurn(panel, 50);
    select(panel, 50, 50);
    await leave(panel, 70);
    await scrollToTurn(panel, 95);
    await settled();
    select(panel, 50, 95);
    isTrue(!isPresent(panel, 70));
  }

  function isWhole(text: string): void {
    isTrue(text.startsWith('50 begins.'), text.slice(0, 40));
    isTrue(text.endsWith('Reply'), text.slice(-40));
    const begun = [...text.matchAll(/^Reply (\d+) begins\./gm)].map(([, index]) => Number(index));
    equal(
      begun,
      Array.from({ length: 45 }, (_, index) => 51 + index),
    );
  }

  afterEach(() => document.getSelection()?.removeAllRanges());

  it('is copied as a whole', async () => {
    const panel = await openLong();
    await selectFar(panel);
    isWhole(await copied());
    await until('what is far leaves', () => present(panel).length < 60);
  });

  it('is copied as text if it is too long for the page', async () => {
    const panel = await openLong(() => 'word '.repeat(6000));
    await selectFar(panel);
    isWhole(await copied());
    isTrue(!isPresent(panel, 70));
  });
});
