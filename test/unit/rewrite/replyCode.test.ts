import assert from 'node:assert/strict';
import { unlessRefused } from '../../../src/apply/plan/refused.ts';
import { arrivedCode, replyCode, replyFence } from '../../../src/rewrite/replyCode.ts';

const original = ['function one() {', '  return 1;', '}'];

function codeOf(reply: string, given: readonly string[] = original) {
  const code = unlessRefused(() => replyCode(reply, given));
  return code.kind === 'code' ? code.lines.join('\n') : 'reason' in code ? code.reason : code.kind;
}

describe('replyCode', () => {
  it('takes the code out of the fence, with words before and after it', () => {
    for (const reply of [
      '```ts\na();\n  b();\n```',
      'Here it is:\n\n```ts\na();\n  b();\n```\n\nI have changed it.',
      '```\na();\n  b();\n```\n',
      '~~~\na();\n  b();\n~~~',
      '````ts\na();\n  b();\n````',
      '```ts\r\na();\r\n  b();\r\n```\r\n',
      '  ```ts\na();\n  b();\n  ```',
    ]) {
      assert.equal(codeOf(reply), 'a();\n  b();', reply);
    }
  });

  it('keeps blank lines in the code and takes an empty block as a deletion', () => {
    assert.equal(codeOf('```\na\n\n\nb\n```'), 'a\n\n\nb');
    assert.equal(codeOf('```\n```'), '');
  });

  it('takes a reply without a fence only if its ends are like the code', () => {
    assert.equal(
      codeOf('function one() {\n  return 2;\n}\n'),
      original.join('\n').replace('1', '2'),
    );
    assert.equal(codeOf('I am sorry, I cannot help with that.'), 'prose');
  });

  it('refuses what is empty, open or in several blocks', () => {
    assert.equal(codeOf(''), 'empty');
    assert.equal(codeOf(' \n\n'), 'empty');
    assert.equal(codeOf('```ts\na();\n'), 'incomplete');
    assert.equal(codeOf('```ts\na();\n```\nand\n```ts\nb();\n```'), 'several');
    assert.equal(codeOf('```ts\na();\n```\nand\n```\nb();\n```'), 'several');
  });

  it('keeps fences inside of Markdown', () => {
    const markdown = ['# Title', '', '```js', 'a()', '```'];
    const fence = replyFence(markdown.join('\n'), 'markdown');
    assert.equal(fence, '````');
    const code = '# New\n\n```js\nb()\n```\n\nText\n\n```\nc\n```';
    assert.equal(codeOf(`${fence}markdown\n${code}\n${fence}`, markdown), code);
    // A model that uses the usual fence, and one that uses none.
    assert.equal(codeOf(`\`\`\`markdown\n${code}\n\`\`\``, markdown), code);
    const fenced = ['```js', 'a()', '```'];
    assert.equal(codeOf('```js\na()\nb()\n```', fenced), '```js\na()\nb()\n```');
    assert.equal(codeOf('````\n```js\nb()\n```\n````', fenced), '```js\nb()\n```');
  });

  it('removes line numbers that the code does not have', () => {
    assert.equal(codeOf('```\n12 | a\n13 | \n14 |   b\n```'), 'a\n\n  b');
    assert.equal(codeOf('```\n9: a\n10: b\n```'), 'a\nb');
    // A table of numbers, and numbers that are in the original.
    assert.equal(codeOf('```\n12 | a\n14 | b\n```'), '12 | a\n14 | b');
    assert.equal(codeOf('```\n1: a\n2: b\n```', ['1: x']), '1: a\n2: b');
  });

  it('reads megabytes in one line, and a fence of megabytes', () => {
    const long = 'x'.repeat(2_000_000);
    assert.equal(codeOf(`\`\`\`\n${long}\n\`\`\``), long);
    assert.equal(codeOf('`'.repeat(2_000_000)), 'prose');
    assert.equal(codeOf('```\n'.repeat(100_000)), 'several');
  });
});

describe('arrivedCode', () => {
  it('has whole lines only, and none before it is clear where the code begins', () => {
    const reply = 'Sure:\n```ts\nfirst();\n  second();\nthird();\n```\nDone.';
    const seen = new Set<string>();
    for (let length = 0; length <= reply.length; length += 1) {
      seen.add(arrivedCode(reply.slice(0, length), original).join('\n'));
    }
    assert.deepEqual(
      [...seen],
      ['', 'first();', 'first();\n  second();', 'first();\n  second();\nthird();'],
    );
  });

  it('shows code without a fence if it begins like the original or with a comment', () => {
    assert.deepEqual(arrivedCode('Here it is:\nfunction one() {\n', original), []);
    assert.deepEqual(arrivedCode('// new\nfunction one() {\n  ret', original), [
      '// new',
      'function one() {',
    ]);
  });
});

describe('replyFence', () => {
  it('is longer than every fence in the code', () => {
    assert.equal(replyFence('a', 'go'), '```');
    assert.equal(replyFence('a', 'markdown'), '````');
    assert.equal(replyFence('`````', 'go'), '``````');
    assert.equal(replyFence('`'.repeat(500), 'go').length, 40);
  });
});
