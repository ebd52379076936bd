import assert from 'node:assert/strict';
import { codeInMarkdown } from '../../../src/markdown/codeInMarkdown.ts';
import { assertLinear } from '../../support/assertLinear.ts';

describe('codeInMarkdown', () => {
  it('gives each block with its info string and the line before it', () => {
    const [first, second] = codeInMarkdown(
      'Change **src/a.ts**:\r\n\r\n```ts title="x"\r\na\r\n```\r\n\r\n~~~\nb\n~~~\n',
    );
    assert.deepEqual(first, {
      text: 'a',
      info: 'ts title="x"',
      language: 'ts',
      before: 'Change **src/a.ts**:',
      isIndented: false,
      isClosed: true,
    });
    assert.equal(second?.before, '', 'the code before it is no text');
    assert.equal(second?.text, 'b');
  });

  const endings: readonly (readonly [name: string, markdown: string, isClosed: boolean])[] = [
    ['a closed fence', '```ts\na\n```', true],
    ['a longer closing fence', '```ts\na\n`````', true],
    ['an open fence', '```ts\na\n', false],
    ['an open fence without lines', '```ts', false],
    ['a fence that another sign does not close', '```ts\na\n~~~', false],
    ['a shorter fence', '````md\n```ts\na\n```\n', false],
    ['a closed fence in a quote', '> ```ts\n> a\n> ```\n', true],
    ['a closed fence in a list', '- one\n\n  ```ts\n  a\n  ```\n', true],
    ['an open fence in a list that ends', '- one\n\n  ```ts\n  a\n\ntext', false],
    ['indented code at the end', 'x\n\n    a\n', false],
    ['indented code with text after it', 'x\n\n    a\n\ny\n', true],
  ];
  for (const [name, markdown, isClosed] of endings) {
    it(`tells whether the block is whole: ${name}`, () => {
      assert.deepEqual(
        codeInMarkdown(markdown).map((block) => block.isClosed),
        [isClosed],
      );
    });
  }

  it('takes time that grows with the text only, also for many blocks', () => {
    assertLinear(1000, (count) => {
      const markdown = '    a\n\nx\n\n'.repeat(count);
      return () => codeInMarkdown(markdown);
    });
  });

  it('reads fences within a longer fence as its text', () => {
    const [block, ...others] = codeInMarkdown('````md\n# T\n\n```ts\na\n```\n````\n');
    assert.equal(block?.text, '# T\n\n```ts\na\n```');
    assert.deepEqual(others, []);
  });
});
