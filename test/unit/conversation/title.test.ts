import assert from 'node:assert/strict';
import { conversationTitle } from '../../../src/conversation/title.ts';

const item = { path: 'src/a/parse.ts', languageId: 'ts', startLine: 1, endLine: 2, text: 'x' };

describe('conversationTitle', () => {
  const cases: readonly (readonly [text: string, title: string | undefined])[] = [
    ['Why does this overflow?', 'Why does this overflow?'],
    ['\n\n  ## Rename the parser\nand more', 'Rename the parser'],
    ['> quoted\nanswer', 'quoted'],
    ['1. first', 'first'],
    ['```ts\nlet a = 1;\n```', 'let a = 1;'],
    ['---\n***\nwords', 'words'],
    ['tabs\tand   spaces', 'tabs and spaces'],
    ['', undefined],
    ['?!', undefined],
    ['שלום עולם', 'שלום עולם'],
    ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
    ['x'.repeat(100), `${'x'.repeat(60)}…`],
    [`${'x'.repeat(59)}😀😀`, `${'x'.repeat(59)}…`],
  ];
  for (const [text, title] of cases) {
    it(`makes ${JSON.stringify(title)} of ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(conversationTitle({ text, context: [] }), title);
    });
  }

  it('takes the name of the file where there are no words', () => {
    assert.equal(conversationTitle({ text: ' ', context: [item] }), 'parse.ts');
  });
});
