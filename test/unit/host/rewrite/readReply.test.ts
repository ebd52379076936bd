import assert from 'node:assert/strict';
import { readReply } from '../../../../src/host/rewrite/readReply.ts';
import { partAt, textOf } from '../../../../src/rewrite/part.ts';
import type { Reply } from '../../../../src/shared/conversation/conversation.ts';
import { loadGrammar } from '../../../support/grammars.ts';

const original =
  'function f(a) {\n  const b = a + 1;\n  const c = b * 2;\n  const d = c * 3;\n  return d;\n}\n';

/** What comes of a reply with this code, or why nothing does. */
async function read(code: string, more: Partial<Reply> = {}): Promise<string> {
  return resultOf(`\`\`\`js\n${code}\`\`\`\n`, {}, more);
}

/** The code that is rewritten, and where it is. */
interface Place {
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly path: string;
  readonly languageId: string;
}

/** What comes of a reply with this text. */
async function readText(text: string, place: Partial<Place> = {}, more: Partial<Reply> = {}) {
  const { code = original, before = '', after = '', path = 'a.js', languageId = '' } = place;
  const base = before + code + after;
  const part = partAt(base, before.length, before.length + code.length);
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
    { ...part, base, path, languageId, lineEnd: '\n' },
    loadGrammar,
  );
}

/** What is in place of the code then, or why there is no result. */
async function resultOf(...reply: Parameters<typeof readText>): Promise<string> {
  const found = await readText(...reply);
  if ('problem' in found) {
    return found.problem;
  }
  const { before = '', after = '' } = reply[1] ?? {};
  const text = textOf(found.made);
  return text.slice(before.length, text.length - after.length);
}

function fenced(code: string, language = ''): string {
  return `\`\`\`${language}\n${code}\n\`\`\`\n`;
}

describe('readReply', () => {
  for (const remark of [
    'existing code here',
    '... (validation logic) ...',
    'same as before',
    'bestehender Code',
    'código existente',
  ]) {
    it(`keeps the code in whose place a comment says ${remark}`, async () => {
      const code = `function f(a) {\n  const b = a + 2;\n  // ${remark}\n  return d;\n}\n`;
      assert.equal(await read(code), original.replace('a + 1', 'a + 2'));
    });
  }

  it('lists what a comment stands for as left out, by its lines in the file', async () => {
    const code = 'function f(a) {\n  const b = a + 2;\n  // Compute the rest.\n  return d;\n}';
    const place = { before: '// one\n', after: 'f(1);\n' };
    const found = await readText(fenced(code), place);
    assert.deepEqual('made' in found && found.leftOut, [{ from: 3, to: 5, name: '' }]);
    const marked = await readText(fenced(code.replace('Compute the rest.', '...')), place);
    assert.deepEqual('made' in marked && [marked.made.code, marked.leftOut], [
      original.replace('a + 1', 'a + 2').trimEnd(),
      [],
    ]);
  });

  it('uses code with comments on what is there', async () => {
    const told = original.replace('  const c', '  // Same as before, but doubled.\n  const c');
    assert.equal(await read(told), told);
  });

  it('does not guess whether code is left out or shorter where a comment has new code beside it', async () => {
    const short = 'function f(a) {\n  // All in one.\n  return compute(a);\n}\n';
    assert.match(await read(short), /unclear which lines/);
    const broken = '// Only the last one.\nconst f = (a) => (a + 1) * 6;\n';
    assert.match(await read(broken), /unclear which lines/);
  });

  it('does not use a reply of which a part arrived damaged', async () => {
    const code = original.replace('a + 1', 'a + 2');
    assert.equal(await read(code), code);
    assert.match(await read(code, { flaws: { damagedEvents: 1 } }), /damaged/);
  });

  it('fills in what is left out where only one reading is possible', async () => {
    const code =
      'function f(a) {\n  const b = a + 1;\n  // ...\n  const d = c * 3;\n  return d + 1;\n}\n';
    assert.equal(await read(code), original.replace('return d', 'return d + 1'));
  });

  const noResults = {
    nothing: ['', 'The code block is empty'],
    'only prose': ['I cannot do that.', 'text instead of code'],
    'two blocks': ['```js\na();\n```\nor\n```js\nb();\n```\n', 'several code blocks'],
    'an open block': ['```js\na();\n', 'code block is not complete'],
    'an unclear elision': ['```js\n// ... existing code ...\n```\n', 'changes nothing'],
    'code that breaks the file': [fenced(`${original}}`), 'a.js would have syntax errors'],
    'half a search': [fenced('<<<<<<< SEARCH\n  return d;'), 'change markers in this code block'],
    'the same code': [`\`\`\`js\n${original}\`\`\`\n`, 'changes nothing'],
  } as const;
  for (const [what, [text, words]] of Object.entries(noResults)) {
    it(`has no result, and says why, where the reply is ${what}`, async () => {
      const found = await readText(text);
      assert.ok('problem' in found && found.problem.includes(words));
    });
  }

  it('keeps statements in whose place a remark stands', async () => {
    const code = 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5\n';
    const reply = fenced('# nothing else changes here\ne = 50', 'python');
    for (const path of ['a.py', 'a.txt']) {
      assert.equal(await resultOf(reply, { code, path }), code.replace('5', '50'));
    }
  });

  const edits = {
    'a search and replacement':
      '<<<<<<< SEARCH\n  return d;\n=======\n  return d + 1;\n>>>>>>> REPLACE',
    'a diff':
      '--- a/a.js\n+++ b/a.js\n@@ -3,3 +3,3 @@\n   const d = c * 3;\n-  return d;\n+  return d + 1;\n }',
    'a diff without a header': '   const d = c * 3;\n-  return d;\n+  return d + 1;\n }',
    'a patch':
      '*** Begin Patch\n*** Update File: a.js\n@@\n-  return d;\n+  return d + 1;\n*** End Patch',
  };
  for (const [what, text] of Object.entries(edits)) {
    it(`applies ${what} to the code`, async () => {
      const place = { before: 'start();\n', after: 'end();\n' };
      const wanted = original.replace('return d', 'return d + 1');
      assert.equal(await resultOf(fenced(text, 'diff'), place), wanted);
      assert.match(
        await resultOf(fenced(text.replaceAll('return d', 'return x'), 'diff'), place),
        /does not have the lines/,
      );
      const broken = text.replaceAll('+ 1;', '+ 1; }');
      assert.match(await resultOf(fenced(broken, 'diff'), place), /syntax errors/);
    });
  }

  it('applies a search and replacement without a fence', async () => {
    const text = `I change the end:\n\n${edits['a search and replacement']}\n`;
    assert.equal(await resultOf(text), original.replace('return d', 'return d + 1'));
  });

  it('applies several searches, each in a block of its own', async () => {
    const one = fenced(
      '<<<<<<< SEARCH\n  const b = a + 1;\n=======\n  const b = a;\n>>>>>>> REPLACE',
    );
    const text = `First:\n\n${one}\nThen:\n\n${fenced(edits['a search and replacement'])}`;
    const wanted = original.replace('a + 1', 'a').replace('return d', 'return d + 1');
    assert.equal(await resultOf(text), wanted);
  });

  it('applies a diff that quotes lines around the code, but none that changes them', async () => {
    const place = { before: 'start();\n', after: 'end();\n' };
    const quoting = '@@\n start();\n-function f(a) {\n+function g(a) {\n   const b = a + 1;';
    assert.equal(await resultOf(fenced(quoting, 'diff'), place), original.replace('f(a)', 'g(a)'));
    const changing = quoting.replace(' start', '-start').replace('\n-f', '\n+begin();\n-f');
    assert.match(await resultOf(fenced(changing, 'diff'), place), /is unclear/);
  });

  it('does not write marks that cannot be read', async () => {
    const text = fenced('<<<<<<< SEARCH\n  return d;\n=======\n  x;');
    assert.match(await resultOf(text), /change markers/);
  });

  it('takes the marks of a diff as code where the code is one', async () => {
    const code = '@@ -1 +1 @@\n-a\n+b\n';
    const place = { code, path: 'a.diff', languageId: 'diff' };
    assert.equal(
      await resultOf(fenced('@@ -1 +1 @@\n-a\n+c', 'diff'), place),
      code.replace('b', 'c'),
    );
  });

  const classes = {
    'a.ts': [
      "import { x } from './x.ts';\n\nexport class A {\n",
      '  one(): number {\n    return 1;\n  }\n',
      '\n  two(): number {\n    return 2;\n  }\n}\n',
    ],
    'a.py': [
      'import x\n\n\nclass A:\n',
      '    def one(self):\n        return 1\n',
      '\n    def two(self):\n        return 2\n',
    ],
    'A.cs': [
      'using X;\n\nclass A\n{\n',
      '    int One()\n    {\n        return 1;\n    }\n',
      '\n    int Two()\n    {\n        return 2;\n    }\n}\n',
    ],
    'a.js': [
      'const x = 5;\n\nfunction zero() {\n  return 0;\n}\n\n',
      'function one() {\n  return 1;\n}\n',
      '\nfunction two() {\n  return 2;\n}\n',
    ],
  } as const;
  for (const [path, [before, code, after]] of Object.entries(classes)) {
    it(`replaces the one part that is selected where the reply has all of ${path}`, async () => {
      const place = { before, code, after, path };
      const wanted = code.replace('return 1', 'return 10');
      const whole = (before + code + after).replace('return 1', 'return 10');
      assert.equal(await resultOf(fenced(whole), place), wanted);
      const isClass = before.includes('class');
      // Its class, or what is in it; and with another part that has changed, which stays.
      const more = whole
        .slice(whole.search(/(?:export )?class|function/))
        .replace('return 2', 'return 20');
      assert.equal(await resultOf(fenced(more), place), wanted);
      assert.equal(
        await resultOf(fenced(wanted + after.replace(/^\}\n/m, isClass ? '' : '}\n')), place),
        wanted,
      );
      assert.equal(await resultOf(fenced(wanted), place), wanted);
    });
  }

  it('replaces lines of a function where the reply has all of it', async () => {
    const [before, code, after] = ['function f(a) {\n  const b = a;\n', '  return b;\n', '}\n'];
    const text = fenced('function f(a) {\n  const b = a;\n  return b + 1;\n}');
    assert.equal(await resultOf(text, { before, code, after }), '  return b + 1;\n');
  });

  it('uses new code next to what is selected, and a method with the name of its class', async () => {
    const [before, code, after] = ['class A {\n', '  A() {\n    a();\n  }\n', '  void b() {}\n}\n'];
    const wanted = '  A() {\n    a(1);\n  }\n\n  void c() {}\n';
    assert.equal(await resultOf(fenced(wanted), { before, code, after, path: 'A.java' }), wanted);
  });

  it('does not use what would break the file', async () => {
    assert.match(await resultOf(fenced(`${original}}`)), /syntax errors/);
    const python = { code: 'def f():\n    return 1\n', path: 'a.py' };
    assert.match(
      await resultOf(fenced('def f():\n  a = 1\n    return 1'), python),
      /syntax errors/,
    );
    const json = { code: '  "a": 1,\n', before: '{\n', after: '  "b": 2\n}\n', path: 'a.json' };
    assert.match(await resultOf(fenced('  "a": 2'), json), /syntax errors/);
    const csharp = { code: 'int f() { return 1; }\n', path: 'A.cs' };
    assert.match(await resultOf(fenced('int f() { return 2; '), csharp), /syntax errors/);
    assert.match(await resultOf(fenced('int f() { return “2”; }'), csharp), /only look like/);
  });

  it('uses text with quotes and brackets of its own', async () => {
    for (const languageId of ['plaintext', 'markdown', 'html']) {
      const place = { code: 'one "two"\n', path: 'a.of', languageId };
      assert.equal(await resultOf(fenced('a) one “two” :-)'), place), 'a) one “two” :-)\n');
    }
  });

  const sentences = ['The function ends early.', 'So kehrt sie früher zurück', '已修改如下：'];
  for (const sentence of sentences) {
    it(`does not use a reply without a fence with the sentence ${sentence}`, async () => {
      const python = '    def f(self):\n        a = 1\n        return a\n';
      const places = [{ code: original }, { code: python, before: 'class A:\n', path: 'a.py' }];
      for (const place of places) {
        const lines = place.code.replace('1', '2').trimEnd().split('\n');
        assert.equal(
          await resultOf(lines.join('\n').replace('2', '3'), place),
          place.code.replace(/[12]/, '3'),
        );
        for (let at = 0; at <= lines.length; at += 1) {
          const told = lines.toSpliced(at, 0, sentence).join('\n');
          assert.match(await resultOf(told, place), /text instead of code|syntax errors/, told);
        }
        const around = [sentence, '', ...lines, '', sentence].join('\n');
        assert.match(await resultOf(around, place), /text instead of code/);
      }
    });
  }

  it('uses a reply without a fence that has new lines where a grammar can read them', async () => {
    const code = original.replace(
      '  return d;',
      '  if (Number.isNaN(d)) {\n    throw new Error();\n  }\n  return d;',
    );
    assert.equal(await resultOf(code), code);
    for (const path of ['a.of', 'a.rb']) {
      assert.match(await resultOf(code, { path }), /text instead of code/);
    }
  });
});
