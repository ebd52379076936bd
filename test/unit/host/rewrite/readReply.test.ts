import assert from 'node:assert/strict';
import { problemText } from '../../../../src/host/rewrite/problemText.ts';
import { readReply } from '../../../../src/host/rewrite/readReply.ts';
import type { Reply } from '../../../../src/shared/conversation/conversation.ts';
import { loadGrammar } from '../../../support/grammars.ts';

const original =
  'function f(a) {\n  const b = a + 1;\n  const c = b * 2;\n  const d = c * 3;\n  return d;\n}\n';

/** What comes of a reply with this code, or the kind of problem that it has. */
async function read(code: string, more: Partial<Reply> = {}): Promise<string | undefined> {
  const { result, problem } = await readText(`\`\`\`js\n${code}\`\`\`\n`, more);
  return problem?.kind ?? result;
}

/** What comes of a reply with this text. */
async function readText(text: string, more: Partial<Reply> = {}) {
  return readReply(
    {
      status: 'completed',
      connection: 'c',
      model: 'm',
      text,
      reasoning: '',
      startedAt: 0,
      ...more,
    },
    {
      original: { text: original, lineEnd: '\n', startsInLine: false, unit: 2 },
      asked: { original: original.split('\n'), fence: '```' },
      masked: new Map(),
    },
    { known: original, inFile: original, path: 'a.js', languageId: 'javascript' },
    loadGrammar,
  );
}

describe('readReply', () => {
  for (const remark of [
    'existing code here',
    '... (validation logic) ...',
    'same as before',
    'bestehender Code',
    'código existente',
  ]) {
    it(`does not use code in which a comment says ${remark} in place of code`, async () => {
      const code = `function f(a) {\n  const b = a + 2;\n  // ${remark}\n  return d;\n}\n`;
      assert.equal(await read(code), 'leftOut');
    });
  }

  it('uses code with comments on what is there', async () => {
    const told = original.replace('  const c', '  // Same as before, but doubled.\n  const c');
    assert.equal(await read(told), told);
    const short = 'function f(a) {\n  // All in one.\n  return compute(a);\n}\n';
    assert.equal(await read(short), short);
  });

  it('does not use a reply of which a part arrived damaged', async () => {
    const code = original.replace('a + 1', 'a + 2');
    assert.equal(await read(code), code);
    assert.equal(await read(code, { flaws: { damagedEvents: 1 } }), 'reply');
  });

  it('fills in what is left out where only one reading is possible', async () => {
    const code =
      'function f(a) {\n  const b = a + 1;\n  // ...\n  const d = c * 3;\n  return d + 1;\n}\n';
    assert.equal(await read(code), original.replace('return d', 'return d + 1'));
  });

  const noResults = {
    nothing: ['', 'The reply is empty'],
    'only prose': ['I cannot do that.', 'text instead of code'],
    'two blocks': ['```js\na();\n```\nor\n```js\nb();\n```\n', 'several code blocks'],
    'an open block': ['```js\na();\n', 'ends within its code block'],
    'an unclear elision': ['```js\n// ... existing code ...\n```\n', 'leaves out code'],
    'the same code': [`\`\`\`js\n${original}\`\`\`\n`, 'is the same as the code'],
  } as const;
  for (const [what, [text, words]] of Object.entries(noResults)) {
    it(`has no result, and says why, where the reply is ${what}`, async () => {
      const { result, problem } = await readText(text);
      assert.equal(result, undefined);
      assert.ok(problem);
      assert.ok(problemText(problem).includes(words));
    });
  }
});
