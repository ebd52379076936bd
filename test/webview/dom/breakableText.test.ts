import { breakableText } from '../../../src/webview/dom/breakableText.ts';
import { element } from '../../../src/webview/dom/element.ts';
import { equal } from '../assert.ts';

describe('text with long words', () => {
  const shown = (text: string): HTMLElement => element('p', {}, breakableText(text));

  /** The lengths of the parts between which a line may break. */
  const parts = (text: string): readonly number[] =>
    breakableText(text).flatMap((part) => (typeof part === 'string' ? [part.length] : []));

  it('may break where a word has been long enough', () => {
    const cases: readonly (readonly [text: string, ...parts: number[]])[] = [
      ['', 0],
      ['word '.repeat(1000), 5000],
      ['A'.repeat(128), 128],
      [`${'A'.repeat(128)} ${'B'.repeat(128)}`, 257],
      ['A'.repeat(300), 128, 128, 44],
      [`a ${'B'.repeat(129)} c ${'D'.repeat(129)}`, 130, 132, 1],
      [`a\n${'B'.repeat(129)}`, 130, 1],
      [`https://a.test/${'a/longer-path/'.repeat(20)}`, 128, 127, 40],
      ['ภาษาไทย'.repeat(30), 126, 84],
      // Not in an emoji of one or several characters.
      [`a${'😀'.repeat(64)}`, 127, 2],
      ['👨‍👩‍👧‍👦'.repeat(12), 121, 11],
      // Unless there is no end of it.
      [`a${'\u0301'.repeat(300)}`, 128, 128, 45],
      ['\u{1E8D0}'.repeat(100), 128, 72],
      [`a${'\u{1E8D0}'.repeat(100)}`, 127, 74],
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
