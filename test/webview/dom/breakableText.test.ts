import { breakableText } from '../../../src/webview/dom/breakableText.ts';
import { element } from '../../../src/webview/dom/element.ts';
import { equal } from '../assert.ts';

describe('text with long words', () => {
  const shown = (text: string): HTMLElement => element('p', {}, breakableText(text));

  /** The lengths of the parts between which a line may break. */
  const parts = (text: string): readonly number[] =>
    breakableText(text).flatMap((part) => (typeof part === 'string' ? [part.length] : []));

  it('may break after each 250 code units of a word', () => {
    const cases: readonly (readonly [text: string, ...parts: number[]])[] = [
      ['', 0],
      ['word '.repeat(1000), 5000],
      ['A'.repeat(250), 250],
      [`${'A'.repeat(250)} ${'B'.repeat(250)}`, 501],
      ['A'.repeat(600), 250, 250, 100],
      [`a ${'B'.repeat(251)} c ${'D'.repeat(251)}`, 252, 254, 1],
      [`a\n${'B'.repeat(251)}`, 252, 1],
      // Not in a character of several code units, nor in an emoji of several characters.
      [`a${'😀'.repeat(125)}`, 249, 2],
      ['👨‍👩‍👧‍👦'.repeat(23), 242, 11],
      // Unless there is no end of it.
      [`a${'\u0301'.repeat(600)}`, 250, 250, 101],
      ['\u{1E8D0}'.repeat(300), 250, 250, 100],
    ];
    for (const [text, ...expected] of cases) {
      equal(parts(text), expected, text.slice(0, 9));
      equal(shown(text).textContent === text, true);
    }
  });

  it('is copied as it is', () => {
    const node = document.body.appendChild(shown('A'.repeat(600)));
    const selection = document.getSelection();
    selection?.selectAllChildren(node);
    const copied = String(selection);
    selection?.removeAllRanges();
    node.remove();
    equal(copied, 'A'.repeat(600));
  });
});
