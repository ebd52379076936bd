import * as fc from 'fast-check';
import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import {
  emptySize,
  isTooLarge,
  maxBlockSize,
  measured,
} from '../../../src/webview/markdown/sourceSize.ts';
import { largeReplies } from '../../support/service/largeReplies.ts';
import { equal } from '../assert.ts';
import { type HeldIdleTime, holdIdleTime } from '../holdIdleTime.ts';
import { largeTable, renderOpened, renderStreamed, withFrames } from '../markdownReference.ts';
import { slowClock } from '../slowClock.ts';

/** What these replies show without being a block that is too large. */
const formatted: ReadonlySet<string> = new Set([
  'strong text in strong text, 2,400 deep',
  '9,000 underscores that begin nothing',
  'one word of 99,000 letters',
  'a name of an image of 99,000 letters',
  'paragraphs of Thai without a space',
  'letters that no font has',
  'formulas that are too large',
  '60 formulas as large as they may be',
  'a fence of lines that take a grammar long',
  '500,000 lines of setext headings',
  'a fence of 2 MB without a line break',
  'a fence of lines of combining marks',
  'Arabic and Thai letters in turn',
  'a fence of 200,000 lines',
  'a fence of 300,000 empty lines',
  'a paragraph for each of 20,000 labels that are defined at the end',
]);

/** Text between two blocks. */
const [before, after] = ['# Before\n\n', '\n\n## After\n\nThe *end*.'];

/** Lets promises settle. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

describe('large blocks', () => {
  let idle: HeldIdleTime;

  beforeEach(() => {
    idle = holdIdleTime();
  });

  afterEach(() => idle.release());

  for (const [name, source] of Object.entries(largeReplies)) {
    if (formatted.has(name)) {
      continue;
    }
    it(`are shown as their source, without the blocks around them: ${name}`, async () => {
      const text = source().trim();
      const target = await renderOpened(before + text + after, idle);
      const shown = target.querySelectorAll('.plain');
      equal(shown.length, 1);
      equal(shown[0]?.textContent.trim() === text, true, 'the source');
      equal(shown[0]?.getElementsByTagName('*').length === shown[0]?.children.length, true);
      equal(
        [...target.children].map(({ localName }) => localName),
        ['h1', 'div', 'h2', 'p'],
      );
      equal(target.querySelector('em')?.textContent, 'end');
      // What is only text looks the same as its source.
      const isText = !/[^\p{L}\p{M}\p{Cf} ]/u.test(text);
      equal(target.querySelectorAll('.source-header button').length, isText ? 0 : 1);
    });
  }

  it('have a size that does not depend on how their text arrives', () => {
    const parts = fc.constantFrom(
      'word',
      ' ',
      '\n',
      '\n\n',
      '1. ',
      'я漢',
      '漢'.repeat(5000),
      '|',
      '|--|--|\n',
      '```',
      '> ```js\n',
      '*',
      'https:',
      '//',
      `${'x'.repeat(maxBlockSize.length)}\n`,
    );
    fc.assert(
      fc.property(fc.array(parts), fc.integer({ min: 1, max: 5 }), (all, length) => {
        const text = all.join('');
        const pieces = text.match(new RegExp(`[^]{1,${text.length > 999 ? 999 : length}}`, 'g'));
        equal(pieces?.reduce(measured, emptySize) ?? emptySize, measured(emptySize, text));
      }),
    );
  });

  it('are those with much that the browser takes long to lay out', () => {
    const isLarge = (text: string): boolean => isTooLarge(measured(emptySize, text));
    const cases: readonly (readonly [text: string, isLarge: boolean])[] = [
      ['漢'.repeat(25_000), false],
      ['漢'.repeat(25_001), true],
      [`${'漢'.repeat(25_001)}\n`, true],
      ['слово '.repeat(4000), false],
      ['слово '.repeat(6000), true],
      ['Größe '.repeat(15_000), false],
      ['\u007f\u0085 '.repeat(10_000), false],
      ['\u007f\u0085 '.repeat(15_000), true],
      ['a漢 '.repeat(4000), false],
      ['a漢 '.repeat(6000), true],
      ['е\u0301'.repeat(3000), false],
      ['😀 '.repeat(10_000), false],
      ['&#12345; '.repeat(3000), false],
      ['&#12345; '.repeat(4000), true],
      ['a 😀 '.repeat(6000), true],
      ['a[^1] '.repeat(900), false],
      ['a[^1] '.repeat(1100), true],
    ];
    for (const [text, expected] of cases) {
      equal(isLarge(text), expected, text.slice(0, 8));
    }
  });

  it('are measured by the cells that the parser fills up', () => {
    const head = `${'|'.repeat(1000)}\n${'|-'.repeat(999)}|\n`;
    const size = (rows: number): boolean =>
      isTooLarge(measured(emptySize, head + 'b\n'.repeat(rows)));
    equal([size(5), size(10)], [false, true]);
  });

  it('are formatted, and shown as their source again, with a button', async () => {
    const source = `${largeTable}| [r] | e |\n`;
    const rendered = await renderOpened(`[r]: https://a.test\n\n${source}`, idle);
    const target = document.body.appendChild(rendered);
    const button = target.querySelector<HTMLElement>('.source-header button');
    equal(button?.textContent, 'Show Formatted');
    button?.focus();
    button?.click();
    equal(button?.textContent, 'Show Source');
    equal(target.querySelectorAll('td').length, 0);
    equal((await idle.runAll()) > 1, true);
    equal(target.querySelectorAll('td').length, 4002);
    equal(target.querySelector('td a')?.textContent, 'r');
    equal(target.querySelector('.plain'), null);
    equal(document.activeElement === button, true);
    button?.click();
    equal(target.querySelectorAll('td').length, 0);
    equal(target.querySelector('.plain')?.textContent, source);
    target.remove();
  });

  it('show their source while they arrive, and keep its elements', () => {
    withFrames((frame) => {
      const target = document.createElement('div');
      const stream = createMarkdownStream(target);
      let parts: readonly Element[] = [];
      for (let row = 0; row < 60; row += 1) {
        stream.append(row === 0 ? '| a | b |\n|--|--|\n' : '| c | *d* |\n'.repeat(50));
        frame();
        const now = [...target.querySelectorAll('.plain > *')];
        equal(
          parts.slice(0, -1).every((part, index) => part === now[index]),
          true,
        );
        parts = now;
      }
      equal(parts.length > 4, true);
      stream.append('\nText.');
      stream.end();
      stream.append(' More.');
      stream.end(true);
      equal(target.lastElementChild?.textContent, 'Text. More.');
    });
  });

  it('are continued after an end', () => {
    withFrames((frame) => {
      const target = document.createElement('div');
      const stream = createMarkdownStream(target);
      stream.append(`${largeTable}| c`);
      for (let pieces = 0; pieces < 10; pieces += 1) {
        frame();
      }
      stream.end();
      stream.append(' | d |\n  ');
      stream.end();
      stream.append('\nText.');
      stream.end(true);
      equal(target.querySelector('.plain')?.textContent, `${largeTable}| c | d |\n`);
      equal(target.lastElementChild?.textContent, 'Text.');
    });
  });
});

describe('long replies', () => {
  let idle: HeldIdleTime;

  beforeEach(() => {
    idle = holdIdleTime();
  });

  afterEach(() => idle.release());

  const text = Array.from(
    { length: 5000 },
    (_, index) => `## ${index}\n\nText of *${index}*.\n\n`,
  ).join('');

  it('are rendered in pieces, and what is left is shown as it is', async () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append(text);
    stream.end(true);
    let shown = target.querySelectorAll('h2').length;
    equal(shown > 100 && shown < 3000, true, `${shown} headings at once`);
    for (let runs = 0; shown < 5000; runs += 1) {
      const left = target.lastElementChild?.lastElementChild;
      equal(left?.textContent.endsWith(text.slice(-1000)), true, 'the end is there');
      equal(left?.textContent.includes(`## ${shown + 1}\n`), true);
      await settled();
      idle.run();
      await settled();
      const now = target.querySelectorAll('h2').length;
      equal(now > shown && now < shown + 1000, true, `${now} headings after ${shown}`);
      shown = now;
    }
    await settled();
    equal(target.isEqualNode(renderStreamed(text.match(/[^]{1,9000}/g) ?? [])), true);
  });

  it('are rendered to their end when text is appended before they are', async () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append(text);
    stream.end();
    stream.append('## 5000\n');
    await settled();
    idle.run();
    await settled();
    stream.end(true);
    equal(target.textContent.endsWith('## 5000\n'), true);
    while (idle.run() > 0) {
      await settled();
    }
    equal(target.isEqualNode(renderStreamed(`${text}## 5000\n`.match(/[^]{1,9000}/g) ?? [])), true);
  });

  it('render blocks again in parts when their label is defined at the end', async () => {
    const paragraph = `See [label] ${'and words '.repeat(100)}\n\n`;
    const source = `${paragraph.repeat(100)}[label]: https://a.test\n`;
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append(source);
    const release = slowClock();
    stream.end();
    release();
    const linked = target.querySelectorAll('a').length;
    equal(linked > 0 && linked < 100, true, `${linked} links at once`);
    while (idle.run() > 0) {
      await settled();
    }
    equal(target.querySelectorAll('a').length, 100);
    stream.append('\nText.');
    stream.end(true);
    while (idle.run() > 0) {
      await settled();
    }
    equal(target.querySelectorAll('a').length, 100);
    equal([...target.querySelectorAll('p')].at(-1)?.textContent, 'Text.');
  });
});
