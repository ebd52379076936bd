import assert from 'node:assert/strict';
import { plainOutput } from '../../../../src/host/editorQuestions/terminal/plainOutput.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

const esc = '\u001b';

describe('plainOutput', () => {
  for (const [what, output, shown] of [
    ['text', 'one\r\ntwo\r\n', 'one\ntwo'],
    ['colours', `${esc}[31;1merror${esc}[0m: ${esc}[38;5;12mx${esc}[m`, 'error: x'],
    ['colours by a single character', '\u009b31merror\u009b0m', 'error'],
    ['a progress bar as it was last', '10 %\r20 %\r100 %\r\ndone', '100 %\ndone'],
    ['a shorter text that overwrites a longer one', 'loading…\rok', 'okading…'],
    ['what is left of an erased line', `loading…\r${esc}[Kok`, 'ok'],
    ['lines that were drawn again', `a 1\nb 1\n${esc}[2A${esc}[2Ka 2\n${esc}[2Kb 2\n`, 'a 2\nb 2'],
    ['what follows an erased rest of the screen', `old\nolder\n${esc}[2A${esc}[Jnew`, 'new'],
    ['text after a column', `a${esc}[5Gb${esc}[2Cc`, 'a   b  c'],
    ['text over backspaces', 'abc\b\bX', 'aXc'],
    ['no title', `${esc}]0;a title\u0007text`, 'text'],
    ['no link', `${esc}]8;;https://a.test${esc}\\text${esc}]8;;${esc}\\`, 'text'],
    ['no marks of the shell', `${esc}]633;A\u0007$ ls${esc}]633;C\u0007`, '$ ls'],
    ['no device strings', `${esc}P1$r0m${esc}\\text`, 'text'],
    ['no sets of characters', `${esc}(Btext${esc}=${esc}>`, 'text'],
    ['no bells and zeros', 'a\u0007b\u0000c\u007fd', 'abcd'],
    ['no full-screen program', `before\r\n${esc}[?1049hvim${esc}[?1049lafter`, 'before\nafter'],
    ['a screen that was cleared, below', `before${esc}[H${esc}[2Jafter`, 'before\nafter'],
    ['emoji and right-to-left text', '👩‍👩‍👧 שלום\r\nمرحبا', '👩‍👩‍👧 שלום\nمرحبا'],
    ['tabs', 'a\tb', 'a\tb'],
    ['a sequence that never ends', `text${esc}[31`, 'text31'],
    ['a title that never ends', `text${esc}]0;a title\nmore`, 'text\nmore'],
    ['nothing above the first line', `${esc}[999999999Atop`, 'top'],
  ] as const) {
    it(`gives ${what}`, () => assert.equal(plainOutput(output), shown));
  }

  it('continues a long line on the next one', () => {
    const text = 'x'.repeat(10_000);
    const lines = plainOutput(text).split('\n');
    assert.equal(lines.join(''), text);
    assert.ok(lines.every(({ length }) => length <= 4000));
  });

  for (const [what, unit] of [
    ['text', 'some words\n'],
    ['escapes', `${esc}[1mx`],
    ['sequences without an end', `${esc}[;;;;`],
    ['strings without an end', `${esc}]0;`],
    ['jumps', `${esc}[9999Bx${esc}[9999A`],
    ['columns', `${esc}[9999Gx\n`],
  ] as const) {
    it(`takes time in proportion to the length of ${what}`, () =>
      assertLinear(2000, (count) => {
        const output = unit.repeat(count);
        return () => plainOutput(output);
      }));
  }
});
