import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import { wakeScroller } from '../../../src/webview/dom/restingScrollers.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';

const paragraphs = (count: number): string => 'Some words.\n\n'.repeat(count);
const wide = `\`\`\`txt\n${'wide '.repeat(400)}\n\`\`\`\n\n| a |\n|---|\n| \`${'x'.repeat(900)}\` |\n\n`;

/** A scroller with wide blocks in the first group, and its end in view. */
async function shown(): Promise<{ scroller: HTMLElement; boxes: readonly HTMLElement[] }> {
  const scroller = document.createElement('div');
  scroller.style.cssText = 'overflow-y: auto; height: 300px; width: 400px;';
  const target = scroller.appendChild(document.createElement('div'));
  target.className = 'markdown';
  document.body.append(scroller);
  const stream = createMarkdownStream(target);
  stream.append(`${paragraphs(64)}${wide}${paragraphs(600)}`);
  stream.end();
  await until('all is rendered', () => target.querySelectorAll('.block-group').length === 10);
  const boxes = [...target.querySelectorAll<HTMLElement>('pre, .table-scroll')];
  equal(boxes.length, 2);
  return { scroller, boxes };
}

/** Scrolls to a box, and waits until the browser has laid it out. */
async function goTo(box: HTMLElement | undefined): Promise<void> {
  box?.scrollIntoView();
  await new Promise<void>((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(box ?? document.body);
  });
}

function isScroller(box: Element): boolean {
  return getComputedStyle(box).overflowX === 'auto';
}

describe('scrolling elements out of sight', () => {
  it('rest while they are skipped, with the same height, and scroll again in sight', async () => {
    const { scroller, boxes } = await shown();
    const height = (): number => boxes.reduce((sum, box) => sum + box.offsetHeight, 0);
    await goTo(boxes[0]);
    const before = height();
    scroller.scrollTop = scroller.scrollHeight;
    await until('they rest', () => !boxes.some(isScroller));
    equal(height(), before);
    boxes[0]?.scrollIntoView();
    await until('they scroll', () => boxes.every(isScroller));
    equal(height(), before);
    scroller.remove();
  });

  it('do not lose how far they were scrolled', async () => {
    const { scroller, boxes } = await shown();
    const [code, table] = boxes;
    await goTo(code);
    await until('it can be scrolled', () => {
      code?.scrollBy(50, 0);
      return code?.scrollLeft === 50;
    });
    scroller.scrollTop = scroller.scrollHeight;
    await until('the other rests', () => table !== undefined && !isScroller(table));
    equal(code?.scrollLeft, 50);
    scroller.remove();
  });

  it('can be scrolled when they are woken', async () => {
    const { scroller, boxes } = await shown();
    await goTo(boxes[0]);
    await until('they scroll', () => boxes.every(isScroller));
    scroller.scrollTop = scroller.scrollHeight;
    await until('they rest', () => !boxes.some(isScroller));
    for (const box of boxes) {
      box.scrollLeft = 50;
      equal(box.scrollLeft, 0);
      wakeScroller(box);
      box.scrollLeft = 50;
      equal(box.scrollLeft, 50);
    }
    scroller.remove();
  });
});
