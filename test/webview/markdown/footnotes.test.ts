import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import { equal } from '../assert.ts';
import { renderStreamed, renderWhole } from '../markdownReference.ts';

const texts = (target: Element, selector: string) =>
  [...target.querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('footnotes', () => {
  const cases: readonly (readonly [
    source: string,
    references: readonly string[],
    notes: readonly string[],
  ])[] = [
    ['a[^1] b[^note]\n\n[^1]: one\n\n[^note]: two\n', ['1', 'note'], ['one', 'two']],
    ['[^1]: one\n[^2]: two\n\na[^2]', ['2'], ['one', 'two']],
    ['a[^1]\n\n[^1]: one\ngoes on\n\n    and on\n\nnot here', ['1'], ['one\ngoes onand on']],
    ['a[^1]\n[^1]: right after', ['1'], ['right after']],
    ['a[^A]\n\n[^a]: of either case', ['A'], ['of either case']],
    ['[^1]: - a list\n    - in it\n\na[^1]', ['1'], ['a listin it']],
    ['a[^1] and [text][^1]\n\n[^1]: one', ['1', '1'], ['one']],
    ['a[^none] b[^a b] c[^]\n\n[^a b]: no', [], []],
    ['`[^1]` \\[^1]\n\n[^1]: one', [], ['one']],
    ['a[^1]\n\n> [^1]: not in a quote\n\n- [^1]: or a list', [], []],
    ['a[^1]\n\n> a quote\n[^1]: right after', ['1'], ['right after']],
    ['a[^1]\n\n    [^1]: not in code', [], []],
    ['a[^1]\n\n[^1] : not with a space', [], []],
    ['a[^1]\n\n[^1]: one\n\n[^1]: again', ['1'], ['one', 'again']],
    ['[^1]: refers to [^1] and [^2]\n\n[^2]: two', ['1', '2'], ['refers to 1 and 2', 'two']],
    [
      '**bold[^1]**\n\n- a\n- b\n[^1]: one\n[^2]: two\n    three\n\nend',
      ['1'],
      ['one', 'two\nthree'],
    ],
  ];
  for (const [source, references, notes] of cases) {
    it(`are ${references.length} to ${notes.length} in ${JSON.stringify(source)}, however it is split`, () => {
      const expected = renderWhole(source);
      equal(texts(expected, '.footnote-ref'), references);
      equal(texts(expected, '.footnote-text'), notes);
      equal(renderStreamed([source]).innerHTML, expected.innerHTML);
      equal(renderStreamed(source.split('')).innerHTML, expected.innerHTML);
    });
  }

  it('that arrive late change only the blocks that use them', () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    stream.append('one\n\ntwo[^1]\n\nthree\n\n[^1');
    stream.end();
    equal(texts(target, '.footnote-ref'), []);
    const late = document.createElement('div');
    const other = createMarkdownStream(late);
    other.append('one\n\ntwo[^1]\n\n');
    other.append('three\n\n');
    other.append('[^1]: note\n');
    other.end();
    equal(texts(late, '.footnote-ref'), ['1']);
  });

  it('are large enough to click and do not make the line higher', () => {
    const target = document.createElement('div');
    target.className = 'markdown';
    document.body.append(target);
    const stream = createMarkdownStream(target);
    stream.append('plain\n\nwith a note[^1]\n\n[^1]: note\n');
    stream.end();
    const [plain, noted] = [...target.querySelectorAll(':scope > p')].map(
      (node) => node.getBoundingClientRect().height,
    );
    equal(noted, plain);
    equal((target.querySelector('.footnote-ref')?.getBoundingClientRect().height ?? 0) > 12, true);
    target.remove();
  });

  it('are reached and left by keyboard, within their own reply', () => {
    const [first, second] = ['one', 'two'].map((text) => {
      const target = document.createElement('div');
      document.body.append(target);
      const stream = createMarkdownStream(target);
      stream.append(`a[^1] and b[^1]\n\n[^1]: ${text}\n`);
      stream.end();
      return target;
    });
    const references = second?.querySelectorAll<HTMLElement>('.footnote-ref');
    const back = second?.querySelector<HTMLElement>('.footnote-back');
    references?.[1]?.click();
    equal(document.activeElement === back, true);
    back?.click();
    equal(document.activeElement === references?.[1], true);
    first?.querySelector<HTMLElement>('.footnote-back')?.click();
    equal(document.activeElement === first?.querySelector('.footnote-ref'), true);
    equal(first?.querySelector('[id], [name]') ?? second?.querySelector('[id], [name]'), null);
    first?.remove();
    second?.remove();
  });
});
