import assert from 'node:assert/strict';
import { spliced } from '../../../src/apply/lines/splices.ts';
import { type BlockEdit, editsIn } from '../../../src/apply/edits/editsIn.ts';
import type { TargetText, TextPlan } from '../../../src/apply/plan/blockPlan.ts';
import { unlessRefused } from '../../../src/apply/plan/refused.ts';
import { planChange } from '../../../src/apply/planChange.ts';

/** The plan of edits, also of those that are refused. */
function planEdits(edits: readonly BlockEdit[], target: TargetText): TextPlan {
  return unlessRefused(() => planChange({ kind: 'change', edits }, target, undefined));
}

type Target = Omit<TargetText, 'seen'> & { readonly seen?: string | undefined };

/** The text after a search and replacement; or why there is none. The model has seen the text, unless stated. */
function replaced(search: string, replacement: string, target: string | Target): string {
  const block = `<<<<<<< SEARCH\n${search}\n=======\n${replacement}\n>>>>>>> REPLACE\n`;
  const files = editsIn(block, '');
  const whole = typeof target === 'string' ? { text: target, seen: target } : target;
  const plan = planEdits(files?.[0]?.edits ?? [], whole);
  switch (plan.kind) {
    case 'apply':
      return spliced(whole.text, plan.splices);
    case 'several':
      return `several: ${plan.places.map(({ from }) => from).join(', ')}`;
    case 'alreadyThere':
      return 'already there';
    case 'refuse':
      return `refused: ${plan.reason}`;
  }
}

const twice = 'start();\nstop();\n\nstart();\nstop();\n';

describe('planning the edits of a block', () => {
  it('applies to lines that are there once, word by word', () => {
    assert.equal(replaced('b', 'B', 'a\nb\nc\n'), 'a\nB\nc\n');
  });

  it('leaves the choice between equal places to the user', () => {
    assert.equal(replaced('start();\nstop();', 'start();', twice), 'several: 0, 3');
  });

  it('takes the one of equal places that is selected', () => {
    const target = { text: twice, seen: twice, within: { from: 3, to: 5 } };
    assert.equal(
      replaced('start();\nstop();', 'start();', target),
      'start();\nstop();\n\nstart();\n',
    );
  });

  it('takes what the user chooses for each edit in turn, where it is a place of it', () => {
    const edits = [
      { search: ['start();'], replace: ['begin();'] },
      { search: ['stop();'], replace: ['end();'] },
    ];
    const plan = (...chosen: readonly number[]) =>
      planEdits(edits, {
        text: twice,
        seen: twice,
        chosen: chosen.map((from) => ({ from, to: from + 1 })),
      });
    const first = plan();
    assert.deepEqual(first, {
      kind: 'several',
      edit: { index: 0, count: 2, line: 'start();' },
      places: [
        { from: 0, to: 1 },
        { from: 3, to: 4 },
      ],
    });
    assert.deepEqual(plan(3), {
      kind: 'several',
      edit: { index: 1, count: 2, line: 'stop();' },
      places: [
        { from: 1, to: 2 },
        { from: 4, to: 5 },
      ],
    });
    const both = plan(3, 1);
    assert.ok(both.kind === 'apply');
    assert.equal(spliced(twice, both.splices), 'start();\nend();\n\nbegin();\nstop();\n');
    assert.deepEqual(plan(2), first, 'a line that is no place of an edit');
    assert.deepEqual(plan(40), first, 'a line that is not there');
  });

  it('offers no place that another edit was given', () => {
    const edits = [
      { search: ['start();'], replace: ['one();'] },
      { search: ['start();'], replace: ['two();'] },
    ];
    const chosen = [{ from: 3, to: 4 }];
    const plan = planEdits(edits, { text: twice, seen: twice, chosen });
    assert.ok(plan.kind === 'apply');
    assert.equal(spliced(twice, plan.splices), 'two();\nstop();\n\none();\nstop();\n');
  });

  it('takes no choice that was made for another text', () => {
    const chosen = [{ from: 3, to: 5 }];
    const edited = twice.replace(/stop\(\);\n$/, 'halt();\n');
    const edits = [{ search: ['start();', 'stop();'], replace: ['start();'] }];
    const target = { text: edited, seen: twice, chosen };
    assert.deepEqual(planEdits(edits, target), {
      kind: 'refuse',
      reason: 'changed',
      name: undefined,
    });
    assert.equal(planEdits(edits, { text: edited, seen: edited, chosen }).kind, 'apply');
  });

  it('asks nothing for a block that is refused in any case', () => {
    const edits = [
      { search: ['start();'], replace: ['begin();'] },
      { search: ['missing();'], replace: ['end();'] },
    ];
    assert.deepEqual(planEdits(edits, { text: twice, seen: twice }), {
      kind: 'refuse',
      reason: 'notFound',
      name: undefined,
    });
  });

  it('refuses places that overlap', () => {
    assert.equal(replaced('a();\na();', 'b();', 'a();\na();\na();\n'), 'refused: place');
  });

  it('prefers the same lines to others that are indented', () => {
    const text = '  work(one);\n\n      work(one);\n';
    assert.equal(
      replaced('  work(one);', '  work(two);', text),
      '  work(two);\n\n      work(one);\n',
    );
  });

  it('does not decide between lines at the margin and the same ones indented', () => {
    assert.equal(
      replaced('work(one);', 'work(two);', 'work(one);\n\n  work(one);\n'),
      'several: 0, 2',
    );
  });

  it('indents the replacement like the file', () => {
    const text = 'class A {\n    run() {\n        this.start();\n        this.stop();\n    }\n}\n';
    const block = 'run() {\n    this.start();\n    this.stop();\n}';
    const better = 'run() {\n    this.start();\n    if (done) {\n        this.stop();\n    }\n}';
    assert.equal(
      replaced(block, better, text),
      'class A {\n    run() {\n        this.start();\n        if (done) {\n            this.stop();\n        }\n    }\n}\n',
    );
  });

  it('writes tabs into a file with tabs', () => {
    const text = 'function f() {\n\tif (isReady) {\n\t\tstart(it);\n\t}\n}\n';
    const block = '  if (isReady) {\n    start(it);\n  }';
    assert.equal(
      replaced(block, '  if (isReady) {\n    stop(it);\n    start(it);\n  }', text),
      'function f() {\n\tif (isReady) {\n\t\tstop(it);\n\t\tstart(it);\n\t}\n}\n',
    );
  });

  it('refuses lines that are indented unevenly', () => {
    const text = 'if a:\n    first(a)\n  second(a)\nthird(a)\n';
    assert.equal(replaced('if a:\n  first(a)\n    second(a)', 'x', text), 'refused: indent');
  });

  it('keeps the line ends, the byte order mark and the end of the file', () => {
    assert.equal(replaced('b', 'B\nC', '\ufeffa\r\nb\r\nc'), '\ufeffa\r\nB\r\nC\r\nc');
    assert.equal(replaced('c', 'C\nD', 'a\nc'), 'a\nC\nD');
    assert.equal(replaced('c', 'C', 'a\nc\n\n\n'), 'a\nC\n\n\n');
    assert.equal(replaced('b\nc', 'b', 'a\nb\nc'), 'a\nb');
    assert.equal(replaced('b', 'B', 'a\r\r\nb\nc\r\n'), 'a\r\r\nB\nc\r\n'.replace('B\n', 'B\r\n'));
  });

  it('keeps the blanks of lines that stay, such as hard breaks', () => {
    const text = 'One line.  \nAnother line.  \nThe last line.\n';
    assert.equal(
      replaced(
        'One line.\nAnother line.\nThe last line.',
        'One line.\nAnother line.\nThe end.',
        text,
      ),
      'One line.  \nAnother line.  \nThe end.\n',
    );
  });

  it('writes what a replacement says, whatever signs it has', () => {
    assert.equal(replaced('b', "$& $1 $` $' \\n", 'a\nb\nc\n'), "a\n$& $1 $` $' \\n\nc\n");
  });

  it('finds lines with other quotes, and writes none of them', () => {
    const text = 'say("hello");\nsay("you");\nsay("world");\n';
    const search = 'say(“hello”);\nsay(“you”);\nsay(“world”);';
    assert.equal(
      replaced(search, 'say(“hello”);\nsay(“world”);', text),
      'say("hello");\nsay("world");\n',
    );
    assert.equal(replaced(search, 'say(“bye”);', text), 'refused: signs');
  });

  it('finds a name that only looks the same, and does not write it', () => {
    const text = 'const caf\u00e9 = open();\nserve(caf\u00e9);\nclose(caf\u00e9);\n';
    const search = 'const cafe\u0301 = open();\nserve(cafe\u0301);\nclose(cafe\u0301);';
    assert.equal(replaced(search, 'done();', text), 'done();\n');
    assert.equal(replaced(search, search.replace('serve', 'show'), text), 'refused: signs');
    assert.equal(replaced('const p\u0430th = 1;', 'x', 'const path = 1;\n'), 'refused: notFound');
  });

  it('takes no usual line for a place in a file that the model has not seen', () => {
    assert.equal(replaced('}', '};', { text: 'a {\n}\n' }), 'refused: place');
    assert.equal(replaced('', 'x', 'a\n'), 'refused: exists');
  });

  it('says what is there already', () => {
    const text = 'const one = 1;\nconst two = 2;\nconst three = 3;\n';
    assert.equal(
      replaced('const one = 1;\nconst zwei = 2;', 'const one = 1;\nconst two = 2;', text),
      'already there',
    );
  });

  it('says so also where the lines tell no place, or the file has the same elsewhere', () => {
    const text = 'on(one);\n// true\n\non(two);\n// true\n\non(three);\n// true\n\non(two);\n';
    const edit = { search: ['on(one);', '// true'] };
    const replace = [...edit.search, '', 'on(two);', '// true'];
    assert.equal(planEdits([{ ...edit, replace }], { text }).kind, 'alreadyThere');
  });

  it('says so where the model has seen the file with all of several edits, and not with one that may be elsewhere', () => {
    const text = 'use_first(value);\nuse_second(value);\n';
    const edits = ['first', 'second'].map((name) => ({
      search: [`${name}(value);`],
      replace: [`use_${name}(value);`],
    }));
    const target = { text, seen: text };
    assert.equal(planEdits(edits, target).kind, 'alreadyThere');
    assert.equal(planEdits(edits.slice(0, 1), target).kind, 'refuse');
  });

  it('does not take lines for a replacement that are there in any case', () => {
    const target = { text: 'start(everything);\nhalt(everything);\n' };
    assert.equal(
      replaced('start(everything);\nstop(everything);', 'start(everything);', target),
      'refused: notFound',
    );
  });

  it('changes what is left to change where some of it was typed meanwhile', () => {
    const seen = 'a\nb\nc\nd\ne\nf\n';
    assert.equal(
      replaced('b\nc\nd\ne', 'B\nc\nd\nE', { text: 'a\nB\nc\nd\ne\nf\n', seen }),
      'a\nB\nc\nd\nE\nf\n',
    );
    assert.equal(replaced('b', 'B', { text: 'a\nB\nc\nd\ne\nf\n', seen }), 'already there');
  });

  it('changes all or nothing', () => {
    const block =
      '<<<<<<< SEARCH\na\n=======\nA\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nx\n=======\nX\n>>>>>>> REPLACE\n';
    const files = editsIn(block, '');
    const plan = planEdits(files?.[0]?.edits ?? [], { text: 'a\nb\n', seen: 'a\nb\n' });
    assert.deepEqual(plan, { kind: 'refuse', reason: 'notFound', name: undefined });
  });

  it('changes what is left to change where one of several edits is there', () => {
    const edits = [
      { search: ['import a;'], replace: ['import a;', 'import b;'] },
      { search: ['run(a);'], replace: ['run(a, b);'] },
    ];
    const text = 'import a;\nimport b;\nrun(a);\n';
    const plan = planEdits(edits, { text, seen: text });
    assert.ok(plan.kind === 'apply');
    assert.equal(spliced(text, plan.splices), 'import a;\nimport b;\nrun(a, b);\n');
  });

  it('does not say so of a line that stands elsewhere in a text that the model has seen', () => {
    const text = 'return cache.get(key);\nreturn store.fetch(key, options);\n';
    const edit = ['return store.fetch(key);', 'return cache.get(key);'] as const;
    assert.equal(replaced(...edit, text), 'refused: notFound');
  });

  it('finds lines where other blank lines are between them, and keeps these', () => {
    const text = 'f() {\n  a = 1\n\n  b = 2\n  return a + b\n}\n';
    const search = 'f() {\n  a = 1\n  b = 2\n\n  return a + b';
    assert.equal(replaced(search, search.replace('2', '3'), text), text.replace('2', '3'));
    assert.equal(
      replaced(search, search.replace('  b = 2\n\n', '  c = 3\n'), text),
      text.replace('b = 2', 'c = 3'),
    );
    assert.equal(
      replaced(search, search.replace('  b = 2\n', ''), text),
      text.replace('  b = 2\n', ''),
    );
    assert.equal(
      replaced(search, search.replace('  b = 2\n', '  b = 2\n  c = 3\n'), text),
      text.replace('  b = 2\n', '  b = 2\n  c = 3\n'),
    );
  });

  it('indents the first line where the block has not indented that one alone', () => {
    const text = 'class A:\n    def f(self):\n        a = 1\n        b = 1\n';
    assert.equal(
      replaced('a = 1\n        b = 1', 'a = 2\n        b = 2', text),
      text.replaceAll('1', '2'),
    );
    assert.equal(
      replaced('a = 1\n        b = 1', 'a = 1\nc = 1\n        b = 1', text),
      'refused: indent',
    );
  });

  it('takes off the numbers of lines', () => {
    assert.equal(replaced('2 |   b', '2 |   b\n3 |   c', 'a\n  b\n'), 'a\n  b\n  c\n');
    assert.equal(replaced('1: a', '1: b', '1: a\n2: a\n'), '1: b\n2: a\n');
  });

  it('keeps what stands where search and replacement have the same mark', () => {
    const text = 'def f(a):\n    one = a\n    two = a\n    return one + two\n';
    const search = 'def f(a):\n    # ...\n    return one + two';
    assert.equal(
      replaced(search, 'def f(a, b):\n    # ...\n    return one + two + b', text),
      text.replace('f(a)', 'f(a, b)').replace('one + two', 'one + two + b'),
    );
    assert.equal(replaced(search, 'def f(a, b):\n    return 0', text), 'refused: notFound');
  });

  it('takes the place behind the lines that a patch says are above it', () => {
    const part = 'total():\n  x = 1\n';
    const text = `class A:\n${part}class B:\n${part}`;
    const inB = text.replace(/1\n$/, '2\n');
    const after = (...around: readonly string[]): string => {
      const edit = { search: ['  x = 1'], replace: ['  x = 2'], around };
      const plan = planEdits([edit], { text, seen: text });
      return plan.kind === 'apply' ? spliced(text, plan.splices) : plan.kind;
    };
    assert.equal(after('class B'), inB);
    assert.equal(after('class B', 'total'), inB);
    assert.equal(after('class A'), text.replace('1', '2'));
    assert.equal(after('class C'), 'several');
    assert.equal(after('total'), 'several');
  });

  it('applies edits in any order, and refuses those that overlap', () => {
    const edits = (...pairs: readonly (readonly [string, string])[]) =>
      pairs.map(([search, replace]) => ({
        search: search.split(' '),
        replace: replace.split(' '),
      }));
    const target = { text: 'a\nb\nc\nd\n', seen: 'a\nb\nc\nd\n' };
    const plan = planEdits(edits(['c d', 'c D'], ['a', 'A']), target);
    assert.ok(plan.kind === 'apply');
    assert.equal(spliced(target.text, plan.splices), 'A\nb\nc\nD\n');
    assert.deepEqual(planEdits(edits(['a b', 'a B'], ['b c', 'X c']), target), {
      kind: 'refuse',
      reason: 'overlap',
      name: undefined,
    });
  });

  it('fits a change into what was typed meanwhile, or refuses', () => {
    const seen = 'a\nb\nc\nd\ne\nf\n';
    assert.equal(
      replaced('e', 'E', { text: 'new\na\nB\nc\nd\ne\nf\n', seen }),
      'new\na\nB\nc\nd\nE\nf\n',
    );
    assert.equal(replaced('e', 'E', { text: 'a\nb\nc\nd\ne!\nf\n', seen }), 'refused: changed');
    assert.equal(replaced('e', 'E', { text: 'a\nb\nc\nnew\nd\nf\n', seen }), 'refused: changed');
  });

  it('refuses files that are too large', () => {
    assert.equal(replaced('b', 'B', `b\n${'x'.repeat(100_001)}\n`), 'refused: large');
    assert.equal(replaced('b', 'B', `b\n${'a\n'.repeat(50_000)}`), 'refused: large');
  });
});
