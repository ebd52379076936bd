import assert from 'node:assert/strict';
import { readReply } from '../../../../src/host/rewrite/readReply.ts';
import type { Reply } from '../../../../src/shared/conversation/conversation.ts';
import { loadGrammar } from '../../../support/grammars.ts';

const original =
  'function f(a) {\n  const b = a + 1;\n  const c = b * 2;\n  const d = c * 3;\n  return d;\n}\n';

/** What comes of a reply with this code, or the kind of problem that it has. */
async function read(code: string, more: Partial<Reply> = {}): Promise<string | undefined> {
  const { result, problem } = await readReply(
    {
      status: 'completed',
      connection: 'c',
      model: 'm',
      text: `\`\`\`js\n${code}\`\`\`\n`,
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
  return problem?.kind ?? result;
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
});
