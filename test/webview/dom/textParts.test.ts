import * as fc from 'fast-check';
import { appendLineText, appendText, dropText } from '../../../src/webview/dom/textParts.ts';
import { CodeLines } from '../../../src/webview/code/codeLines.ts';
import { equal } from '../assert.ts';

/** Text of several parts with surrogate pairs, combining marks, lines and words. */
const longText = fc
  .array(
    fc.constantFrom(
      'x'.repeat(997),
      '😀'.repeat(498),
      'e\u0301',
      '\u0323'.repeat(300),
      'word ',
      '\n',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

function appended(pieces: readonly string[], append: typeof appendText): HTMLElement {
  const node = document.createElement('p');
  pieces.forEach((piece) => append(node, piece));
  return node;
}

describe('text in parts', () => {
  for (const append of [appendText, appendLineText]) {
    it(`is divided the same however it arrives: ${append.name}`, () => {
      fc.assert(
        fc.property(longText, fc.integer({ min: 1, max: 9000 }), (text, length) => {
          const pieces = text.match(new RegExp(`[^]{1,${length}}`, 'gu')) ?? [];
          const node = appended(pieces, append);
          equal(node.textContent === text, true);
          equal(node.isEqualNode(appended([text], append)), true);
          const lengths = [...node.children].map((part) => part.textContent.length);
          equal(
            lengths.every((each) => each <= 2048),
            true,
          );
          equal(
            [...node.children].some((part) => /\p{M}{513}/u.test(part.textContent)),
            false,
          );
        }),
      );
    });
  }

  it('is divided between lines, or between words', () => {
    const lines = appended(['line\n'.repeat(1000)], appendText);
    equal(
      [...lines.children].map(({ textContent }) => textContent.length),
      [2045, 2045, 910],
    );
    const words = appended(['word '.repeat(1000)], appendText);
    equal(
      [...words.children].map(({ textContent }) => textContent.length),
      [2045, 2045, 910],
    );
  });

  it('loses its start', () => {
    fc.assert(
      fc.property(longText, fc.nat({ max: 20_000 }), (text, length) => {
        const node = appended([text], appendText);
        dropText(node, length);
        equal(node.textContent === text.slice(length), true);
      }),
    );
  });

  it('is copied without a line break between two parts', () => {
    const text = `${'x'.repeat(5000)}\n${'word '.repeat(2000)}`;
    const node = document.body.appendChild(document.createElement('div'));
    node.className = 'markdown';
    const plain = node.appendChild(appended([text], appendText));
    plain.className = 'plain';
    getSelection()?.selectAllChildren(plain);
    equal(getSelection()?.toString().trimEnd() === text.trimEnd(), true, 'the text is the same');
    node.remove();
  });

  it('is not read again when a line of code grows', () => {
    const lines = new CodeLines('');
    lines.setFrom(0, 'x'.repeat(10_000));
    const [line] = lines.node.querySelectorAll('.code-line');
    const parts = [...(line?.children ?? [])];
    equal(parts.length, 5);
    const changes = new MutationObserver(() => undefined);
    parts
      .slice(0, -1)
      .forEach((part) =>
        changes.observe(part, { subtree: true, childList: true, characterData: true }),
      );
    lines.setFrom(10_000, 'y'.repeat(5000));
    lines.setFrom(15_000, '\nz');
    equal(changes.takeRecords().length, 0);
    equal(
      [...(line?.children ?? [])].slice(0, 4).every((part, index) => part === parts[index]),
      true,
    );
    equal(lines.node.textContent, `${'x'.repeat(10_000)}${'y'.repeat(5000)}\nz`);
  });
});
