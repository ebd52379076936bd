import assert from 'node:assert/strict';
import { blockNames, planBlock } from '../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../support/grammars.ts';
import {
  afterBlock as after,
  leftOut,
  searchBlock as search,
} from '../../support/apply/afterBlock.ts';

const one = 'export function one(): number {\n  const a = 1;\n  const b = 2;\n  return a + b;\n}\n';
const two =
  "export function two(): string {\n  const name = 'two';\n  log(name);\n  return name;\n}\n";
const better = one.replace('a = 1', 'a = 10');
const box =
  'export class Box {\n  private size = 1;\n\n  /** Opens. */\n  open(): void {\n    this.size += 1;\n    log(this.size);\n  }\n\n  close(): void {\n    this.size -= 1;\n    log(this.size);\n  }\n}\n';

/** What of the box a block lacks that has only its second method. */
const lacked =
  leftOut('size', 'private size = 1;') +
  leftOut('open', '/** Opens. */', 'open(): void {', 'this.size += 1;', 'log(this.size);', '}');

/** One test for each of the classes of cases that are known to go wrong, by their numbers. */
describe('what goes wrong elsewhere when code is applied', () => {
  it('1: lines that are there once', async () => {
    assert.equal(await after(search('b', 'B'), 'a\nb\nc\n'), 'a\nB\nc\n');
    assert.equal(await after(better, one + two), better + two);
  });

  it('2: lines that are there twice', async () => {
    const text = 'start();\nstop();\n\nstart();\nstop();\n';
    const block = search('start();\nstop();', 'start();');
    assert.equal(await after(block, text), 'several: 0-2, 3-5');
    assert.equal(
      await after(block, text, { within: { from: 3, to: 5 } }),
      'start();\nstop();\n\nstart();\n',
    );
  });

  it('3: places that overlap', async () => {
    assert.equal(await after(search('a();\na();', 'b();'), 'a();\na();\na();\n'), 'refused: place');
  });

  it('4: the same lines at another indentation', async () => {
    const text = '  work(one);\n\n      work(one);\n';
    assert.equal(
      await after(search('  work(one);', '  work(two);'), text),
      text.replace('one', 'two'),
    );
  });

  it('5: all lines indented otherwise by the same', async () => {
    const block = 'open(): void {\n  this.size += 2;\n  log(this.size);\n}\n';
    assert.equal(await after(block, box), box.replace('+= 1', '+= 2'));
  });

  it('6: lines indented unevenly', async () => {
    const text = 'if a:\n    first(a)\n  second(a)\nthird(a)\n';
    assert.equal(
      await after(search('if a:\n  first(a)\n    second(a)', 'x'), text, { file: 'a.py' }),
      'refused: indent',
    );
    const method = 'open(): void {\n this.size += 2;\n    log(this.size);\n}\n';
    assert.equal((await after(method, box.replaceAll('  ', '\t'))).startsWith('refused'), true);
  });

  it('7: tabs and spaces', async () => {
    const tabs = box.replaceAll('  ', '\t');
    const block = box.replace('+= 1', '+= 2');
    assert.equal(await after(block, tabs), tabs.replace('+= 1', '+= 2'));
  });

  it('8: CRLF in the file', async () => {
    const text = (one + two).replaceAll('\n', '\r\n');
    assert.equal(await after(better, text), text.replace('a = 1', 'a = 10'));
  });

  it('9: mixed line ends', async () => {
    const text = (one + box).replaceAll('\n', '\r\n') + two;
    assert.equal(
      await after(two.replace("'two'", "'zwei'"), text),
      text.replace("'two';\n", "'zwei';\r\n"),
    );
  });

  it('10: a byte order mark', async () => {
    assert.equal(await after(better, `\ufeff${one}${two}`), `\ufeff${better}${two}`);
    assert.equal(await after(better + two, `\ufeff${one}${two}`), `\ufeff${better}${two}`);
  });

  it('11: the end of the file', async () => {
    for (const end of ['', '\n', '\n\n\n']) {
      const text = (two + one).trimEnd() + end;
      assert.equal(await after(better, text), text.replace('a = 1', 'a = 10'), JSON.stringify(end));
    }
  });

  it('12: blanks at the ends of lines', async () => {
    const text = one.replace('b = 2;', 'b = 2;  ') + two;
    assert.equal(await after(better, text), text.replace('a = 1', 'a = 10'));
  });

  it('13: code that is left out', async () => {
    const start =
      'export function one(): number {\n  const a = 10;\n  const b = 2;\n  // ... existing code ...\n}\n';
    assert.equal(await after(start, one + two), better + two);
    const end = one
      .replace('  const a = 1;\n', '  // ... existing code ...\n')
      .replace('return a + b', 'return a * b');
    assert.equal(await after(end, one + two), one.replace('a + b', 'a * b') + two);
    const changed = 'export function one(): number {\n  const c = 3;\n  // ...\n  return c;\n}\n';
    assert.equal(await after(changed, one + two), 'refused: elision');
    const nested = `// ...\n\n${box.replace(/ {2}private[^]*?\n\n/, '  // ...\n\n').replace('-= 1', '-= 5')}\n// ...\n`;
    assert.equal(
      await after(nested, `${one}\n${box}\n${two}`),
      `${one}\n${box.replace('-= 1', '-= 5')}\n${two}`,
    );
  });

  it('14: the forms of marks', async () => {
    const marks = ['// ...', '// …', '// ⋮', '…', '...', '// ... existing code ...'];
    for (const mark of marks) {
      const block = `export class Box {\n  ${mark}\n\n  close(): void {\n    this.size -= 5;\n    log(this.size);\n  }\n}\n`;
      assert.equal(await after(block, box), box.replace('-= 1', '-= 5'), mark);
    }
    // Comments of the file that read like marks are kept as they are.
    const told = `${one}\n/** The rest. */\n${two}\n// TODO: one other method does the same without any state...\n${box}`;
    const changed = told.replace('a = 1', 'a = 10');
    assert.equal(await after(changed, told), changed);
    const elided = `${better}\n/** The rest. */\n`;
    assert.equal(await after(elided, told), changed);
    const page =
      'export function Page() {\n  const title = useTitle();\n  return (\n    <main>\n      <h1>{title}</h1>\n      <Menu />\n      <footer>old</footer>\n    </main>\n  );\n}\n';
    const block = page
      .replace('      <Menu />\n', '      {/* ... */}\n      <Menu />\n')
      .replace('      <h1>{title}</h1>\n', '      <h1>{title}</h1>\n')
      .replace('old', 'new');
    assert.equal(await after(block, page, { file: 'a.tsx' }), page.replace('old', 'new'));
    const css = '.a {\n  color: red;\n  margin: 0;\n  padding: 0;\n}\n';
    assert.equal(
      await after('.a {\n  /* ... */\n  padding: 4px;\n}\n', css, { file: 'a.css' }),
      css.replace('padding: 0', 'padding: 4px'),
    );
  });

  it('14: comments that stand for code, without dots', async () => {
    for (const remark of ['// rest unchanged', '/* same */', '// [existing code]']) {
      const block = `export class Box {\n  ${remark}\n\n  close(): void {\n    this.size -= 5;\n    log(this.size);\n  }\n}\n`;
      assert.equal(await after(block, box), box.replace('-= 1', '-= 5') + lacked, remark);
    }
  });

  it('15: three dots that are code', async () => {
    const stub =
      'def f(a):\n    b = a + 1\n    return b\n\n\nclass P(Protocol):\n    a: int\n    def g(self): ...\n';
    assert.equal(
      await after('def f(a):\n    ...\n', stub, { file: 'a.py' }),
      stub + leftOut('f', 'b = a + 1', 'return b'),
    );
    const spread =
      'const all = (...args: string[]) => {\n  const list = [...args];\n  return list;\n};\n';
    assert.equal(
      await after(spread.replace('return list', 'return [...list]'), spread + two),
      spread.replace('return list', 'return [...list]') + two,
    );
  });

  it('16: imports that are left out', async () => {
    const text = `import { a } from './a';\nimport { b } from './b';\n\n${one}\n${two}`;
    const block = `import { c } from './c';\n\n${better}`;
    assert.equal(
      await after(block, text),
      `import { a } from './a';\nimport { b } from './b';\nimport { c } from './c';\n\n${better}\n${two}`,
    );
  });

  it('17: imports in another order, renamed, of types, doubled', async () => {
    const text = `import { a } from './a';\nimport type { B } from './b';\n\n${one}\n${two}`;
    const whole = `import type { B } from './b';\nimport { a as c } from './a';\n\n${better}\n${two}`;
    assert.equal(await after(whole, text), whole);
    const part = `import type { B } from './b';\nimport { a } from './a';\n\n${better}`;
    assert.equal(await after(part, text + box), text.replace(one, better) + box);
    assert.equal(
      await after(`import { z } from './a';\n\n${better}`, text),
      text.replace('{ a }', '{ a, z }').replace(one, better),
    );
    const others = `import * as a from './a';\n\n${better}`;
    assert.equal(await after(others, text), text.replace('{ a }', '* as a').replace(one, better));
    for (const names of ['{ a as c }', 'a', '{ z as B }', '{ two }', '{ z as two }']) {
      const block = `import ${names} from './a';\n\n${better}`;
      assert.match(await after(block, text), /^refused: (?:imports|duplicate)/, names);
    }
    assert.equal(
      await after(`import { a, z } from './a';\n\n${better}`, text),
      text.replace('{ a }', '{ a, z }').replace(one, better),
    );
  });

  it('18: functions in another order', async () => {
    // A whole file says in which order it is to be; a part of one does not.
    assert.equal(await after(`${two}\n${better}`, `${one}\n${two}`), `${two}\n${better}`);
    assert.equal(
      await after(`${two}\n${better}`, `${box}\n${one}\n${two}\n${box.replace('Box', 'Bag')}`),
      'refused: moved',
    );
  });

  it('19: two functions with the same body', async () => {
    const text = one + one.replace('one', 'uno');
    assert.equal(
      await after(one.replace('one', 'uno').replace('a = 1', 'a = 5'), text),
      one + one.replace('one', 'uno').replace('a = 1', 'a = 5'),
    );
  });

  it('20: the same method in two classes', async () => {
    const text = box + box.replace('Box', 'Bag');
    const block = '  open(): void {\n    this.size += 2;\n    log(this.size);\n  }\n';
    assert.equal(await after(block, text), 'several: 4-8, 18-22');
    assert.equal(
      await after(block, text, { within: { from: 18, to: 22 } }),
      box + box.replace('Box', 'Bag').replace('+= 1', '+= 2'),
    );
    const named = `export class Bag {\n  // ...\n\n${block}\n  // ...\n}\n`;
    assert.equal(await after(named, text), box + box.replace('Box', 'Bag').replace('+= 1', '+= 2'));
  });

  it('21: overloads', async () => {
    const text =
      'class A {\n  void f(int a) {\n    g(a);\n  }\n\n  void f(String a) {\n    h(a);\n  }\n}\n';
    const block = 'void f(String a) {\n  h(a + 1);\n}\n';
    assert.equal(await after(block, text, { file: 'A.java' }), text.replace('h(a)', 'h(a + 1)'));
    assert.equal(
      await after(block.replace('String', 'long'), text, { file: 'A.java' }),
      'refused: new',
    );
  });

  it('22: one member of a class', async () => {
    const block =
      'export class Box {\n  close(): void {\n    this.size -= 5;\n    log(this.size);\n  }\n}\n';
    assert.equal(await after(block, box), box.replace('-= 1', '-= 5') + lacked);
    const without = box.replace(/\n {2}close[^]*?\n {2}\}\n/, '');
    assert.equal(
      await after(without.replace('+= 1', '+= 2'), box),
      box.replace('+= 1', '+= 2') +
        leftOut('close', 'close(): void {', 'this.size -= 1;', 'log(this.size);', '}'),
    );
  });

  it('23: several parts of one class', async () => {
    const text =
      'struct A;\n\nimpl A {\n    fn f(&self) -> u8 {\n        1\n    }\n}\n\nimpl A {\n    fn g(&self) -> u8 {\n        2\n    }\n}\n';
    const block = 'impl A {\n    fn g(&self) -> u8 {\n        3\n    }\n}\n';
    assert.equal((await after(block, text, { file: 'a.rs' })).startsWith('refused'), true);
    assert.equal(
      await after('fn g(&self) -> u8 {\n    3\n}\n', text, { file: 'a.rs' }),
      text.replace('2', '3'),
    );
  });

  it('24: a function under another name', async () => {
    assert.equal(await after(one.replace('one', 'uno'), one + two), 'refused: new');
    // Beside what the file has, it is new. That the other is to go is not said.
    const uno = one.replace('one', 'uno');
    assert.equal(await after(`${two}\n${uno}`, `${two}\n${one}`), `${two}\n${uno}\n${one}`);
    assert.equal(
      await after(`${two}\n${uno}\n${box}`, `${two}\n${one}\n${box}`),
      `${two}\n${one}\n${uno}\n${box}${leftOut('one', ...one.trimEnd().split('\n'))}`,
    );
  });

  it('25: a new function', async () => {
    const three =
      'export function three(list: number[]): boolean {\n  return list.every((each) => each > 3);\n}\n';
    assert.equal(await after(three, one + two), 'refused: new');
    assert.equal(
      await after(`${better}\n${three}`, `${one}\n${two}`),
      `${better}\n${three}\n${two}`,
    );
  });

  it('26: decorators and comments are part of what they are before', async () => {
    const text = '/** Old. */\n@dec()\nexport class A {\n  f(): void {\n    g();\n  }\n}\n';
    const block = '/** New. */\n@dec()\nexport class A {\n  f(): void {\n    h();\n  }\n}\n';
    const rest = one + two;
    assert.equal(await after(block, text + rest), block + rest);
    const bare = block.replace('@dec()\n', '');
    assert.equal(await after(bare, text + rest), 'refused: missing');
    // A whole file says that it is to go.
    assert.equal(await after(bare + rest, text + rest), bare + rest);
    assert.equal(
      await after(block.replace('/** New. */\n', ''), text + rest),
      text.replace('g()', 'h()') + rest,
    );
  });

  it('27: another language of the fence, or none', async () => {
    for (const language of ['', 'js', 'python', 'text']) {
      assert.equal(await after(better, one + two, { language }), better + two, language);
    }
  });

  it('28: commands for a terminal', async () => {
    for (const language of ['bash', 'sh', 'console', 'powershell']) {
      assert.equal(await after('npm install\n', one, { language }), 'refused: shell', language);
    }
    assert.equal(await after('$ npm install\n$ npm test\n', one), 'refused: shell');
    assert.equal(
      await after('f() {\n  echo 2\n}\n', 'f() {\n  echo 1\n}\n\nf\nf\nf\n', {
        language: 'bash',
        file: 'a.sh',
      }),
      'f() {\n  echo 2\n}\n\nf\nf\nf\n',
    );
  });

  it('29: words and line numbers in the fence', async () => {
    assert.equal(
      (await after(`Here is the code:\n\n${better}\nIt is faster!\n`, one + two)).startsWith(
        'refused',
      ),
      true,
    );
    const numbered = better
      .trimEnd()
      .split('\n')
      .map((line, at) => `${at + 1} | ${line}`)
      .join('\n');
    assert.equal(await after(numbered, one + two), better + two);
  });

  it('30: the name of the file as the first line', async () => {
    for (const name of ['// src/a.ts', '// a.ts', 'src/a.ts', '# src/a.ts', '// File: src/a.ts']) {
      assert.equal(await after(`${name}\n${better}`, one + two), better + two, name);
    }
    const own = `// src/a.ts\n${one}${two}`;
    assert.equal(await after(`// src/a.ts\n${better}${two}`, own), `// src/a.ts\n${better}${two}`);
    assert.deepEqual(
      blockNames({ text: `// src/b.ts\n${one}`, language: 'ts', isComplete: true }, []).names,
      ['src/b.ts'],
    );
  });

  it('31: a fence within a block of Markdown', async () => {
    const block = '# Title\n\n```js\ncode();\n';
    assert.equal(
      await after(block, '# Title\n\nText.\n', { language: 'markdown', file: 'a.md' }),
      'refused: incomplete',
    );
  });

  it('32: fences of tildes and in lists end where Markdown says', async () => {
    // The block is what stands between the fences; what is indented with the list comes without it.
    assert.equal(await after(better, one + two, { language: 'ts' }), better + two);
    assert.equal(await after(better.replaceAll(/^(?=.)/gm, '   '), one + two), better + two);
  });

  it('33: diffs with faults', async () => {
    const diff = '@@ -99,9 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n';
    assert.equal(
      await after(diff, 'const a = 1;\nconst b = 2;\n', { language: 'diff' }),
      'const a = 1;\nconst b = 3;\n',
    );
    assert.equal(
      await after('@@ -1 +1 @@\n const a = 1;\nconst b = 3;\n', 'const a = 1;\n', {
        language: 'diff',
      }),
      'refused: nothing',
    );
    assert.equal(
      await after(`${diff} const z = 9;\n`, 'const a = 1;\nconst b = 2;\n', { language: 'diff' }),
      'refused: notFound',
    );
  });

  it('34: blocks out of order, and such that overlap', async () => {
    const text = 'a\nb\nc\nd\n';
    assert.equal(await after(search('c\nd', 'c\nD') + search('a', 'A'), text), 'A\nb\nc\nD\n');
    assert.equal(
      await after(search('a\nb', 'a\nB') + search('b\nc', 'X\nc'), text),
      'refused: overlap',
    );
  });

  it('35: what is applied already', async () => {
    assert.equal(await after(better, better + two), 'alreadyThere');
    assert.equal(await after(better + two, better + two), 'alreadyThere');
    assert.equal(await after(better, better + two, { seen: one + two }), 'alreadyThere');
    assert.equal(
      await after(
        search('const a = 1;\nconst c = 2;', 'const b = 1;\nconst c = 2;'),
        'const b = 1;\nconst c = 2;\n',
      ),
      'alreadyThere',
    );
  });

  it('36: entities of HTML', async () => {
    const block = better.replace('return a + b', 'return a &lt; b ? a : b');
    assert.equal((await after(block, one + two)).startsWith('refused'), true);
    assert.equal(
      await after(search('if (a &lt; b) {', 'x'), 'if (a < b) {\n}\n'),
      'refused: notFound',
    );
  });

  it('37: quotes and dashes that look alike', async () => {
    const text = "say('hello');\nsay('you');\nsay('world');\n";
    assert.equal(
      await after(
        search('say(‘hello’);\nsay(‘you’);\nsay(‘world’);', 'say(‘hello’);\nsay(‘world’);'),
        text,
      ),
      "say('hello');\nsay('world');\n",
    );
    assert.equal(await after(two.replaceAll("'", '‘'), two + one), 'refused: signs');
    const quoted = two.replace("'two'", '"a ‘b’ – c"');
    assert.equal(await after(quoted.replace('‘b’ – c', "'b' - c"), quoted + one), 'refused: signs');
  });

  it('38: signs that a replacement could be read by', async () => {
    const block = one.replace('a = 1', () => "a = '$& $1 $` \\\\n'");
    assert.equal(await after(block, one + two), block + two);
    assert.equal(
      await after(search('b', "$& $1 $` $'"), 'a\nb\n', { file: 'a.txt' }),
      "a\n$& $1 $` $'\n",
    );
  });

  it('39: marks of a merge conflict', async () => {
    const text = `<<<<<<< ours\n${one}=======\n${two}>>>>>>> theirs\n`;
    assert.equal(await after(better, text), 'refused: conflict');
    assert.equal(await after(search('a\n=======\nb', 'c'), 'a\n=======\nb\n'), 'refused: markers');
  });

  it('40: a reply that was cut', async () => {
    assert.equal(await after(better, one + two, { isComplete: false }), 'refused: incomplete');
    assert.equal(
      await after(search('b', 'B'), 'a\nb\n', { isComplete: false }),
      'refused: incomplete',
    );
  });

  it('41: a file that was edited meanwhile', async () => {
    const now = `// typed\n\n${one}${two}`;
    assert.equal(
      await after(better, now, { seen: `\n${one}${two}` }),
      `// typed\n\n${better}${two}`,
    );
    assert.equal(
      await after(better, one.replace('b = 2', 'b = 22') + two, { seen: one + two }),
      'refused: changed',
    );
    assert.equal(await after(better, two, { seen: one + two }), 'refused: changed');
  });

  it('42: notebooks', async () => {
    assert.equal(
      await after('a = 1\n', '{"cells": []}\n', { file: 'a.ipynb' }),
      'refused: notebook',
    );
    assert.equal(
      await after(search('"cells": []', 'x'), '{"cells": []}\n', { file: 'a.ipynb' }),
      'refused: notebook',
    );
  });

  it('43: files that are too large, and such that no one wrote', async () => {
    assert.equal(await after(search('b', 'B'), `b\n${'a\n'.repeat(50_000)}`), 'refused: large');
    assert.equal(await after(better, one + '// x\n'.repeat(210_000)), 'refused: large');
    assert.equal(await after(better, one + 'x'.repeat(10_000)), 'refused: minified');
    assert.equal(await after(better, one, { file: 'a.min.js' }), 'refused: minified');
  });

  it('44: data', async () => {
    const text = 'name,count\nfirst,1\nsecond,2\nthird,3\n';
    assert.equal(
      await after('first,1\nsecond,5\nthird,3\n', text, { file: 'a.csv' }),
      'refused: data',
    );
    assert.equal(
      await after(search('second,2', 'second,5'), text, { file: 'a.csv' }),
      text.replace('second,2', 'second,5'),
    );
  });

  it('45: files that programs write', async () => {
    assert.match(await after(search('b', 'B'), 'a\nb\n', { file: 'yarn.lock' }), /^generated: /);
    assert.match(
      await after(better, `// Code generated by x. DO NOT EDIT.\n${one}${two}`),
      /^generated: /,
    );
  });

  it('46: names that look the same', async () => {
    const cyrillic = one.replace('one', '\u043ene');
    assert.equal(await after(cyrillic.replace('a = 1', 'a = 10'), one + two), 'refused: new');
    assert.equal(
      await after(better.replace('const b', 'const\u200b b'), one + two),
      'refused: signs',
    );
    const composed = 'const caf\u00e9 = open();\nserve(caf\u00e9);\nclose(caf\u00e9);\n';
    const said = composed.normalize('NFD').trimEnd();
    assert.equal(await after(search(said, 'done();'), composed), 'done();\n');
    assert.equal(
      await after(search(said, said.replace('open', 'begin')), composed),
      'refused: signs',
    );
  });

  it('47: a file in the wrong encoding', async () => {
    assert.equal(await after(better, `${one}// caf\ufffd\n`), 'refused: encoding');
    assert.equal(await after(better, `${one}// \0\n`), 'refused: encoding');
  });

  it('48: names that differ in capitals only, or lead elsewhere', async () => {
    const plan = async (path: string, paths: readonly string[]): Promise<unknown> =>
      planBlock(
        { text: better, language: 'ts', path, isComplete: true },
        paths.map((one_) => ({ path: one_, text: one + two, seen: one + two })),
        loadGrammar,
      );
    assert.deepEqual(await plan('SRC/A.ts', ['src/a.ts', 'Src/a.ts']), {
      kind: 'chooseFile',
    });
    assert.deepEqual(await plan('../../etc/b.ts', ['src/a.ts']), {
      kind: 'files',
      files: [{ kind: 'create', path: '../../etc/b.ts', text: better }],
    });
  });

  it('49: two files of one name', async () => {
    const files = ['src/a.ts', 'test/a.ts'].map((path) => ({
      path,
      text: one + two,
      seen: one + two,
    }));
    const block = { text: better, language: 'ts', isComplete: true };
    assert.deepEqual(await planBlock({ ...block, path: 'a.ts' }, files, loadGrammar), {
      kind: 'chooseFile',
    });
    assert.deepEqual(await planBlock(block, files, loadGrammar), {
      kind: 'chooseFile',
    });
    const named = await planBlock({ ...block, path: 'test/a.ts' }, files, loadGrammar);
    assert.equal(named.kind === 'files' && named.files[0]?.path, 'test/a.ts');
  });

  it('50: files with code of several languages', async () => {
    const vue =
      '<template>\n  <p>{{ text }}</p>\n  <hr>\n  <hr>\n</template>\n\n<script setup>\nconst text = read();\nconst other = 1;\nwatch(text);\n</script>\n';
    const script =
      '<script setup>\nconst text = read();\nconst other = 2;\nwatch(text);\n</script>\n';
    assert.equal(
      await after(script, vue, { file: 'a.vue' }),
      vue.replace('other = 1', 'other = 2'),
    );
    // The file has all of what this part of it has: what is only gone stays.
    assert.equal(
      await after('<script setup>\nwatch(text);\n</script>\n', vue, { file: 'a.vue' }),
      vue + leftOut('const text = read();', 'const text = read();', 'const other = 1;'),
    );
    const php = '<h1>Title</h1>\n<?php\nfunction f(int $a): int\n{\n    return $a;\n}\n';
    assert.equal(
      await after('function f(int $a): int\n{\n    return $a + 1;\n}\n', php, { file: 'a.php' }),
      php.replace('$a;', '$a + 1;'),
    );
  });

  it('51: a whole file that is shorter', async () => {
    const three = one.replace('one', 'three');
    assert.equal(
      await after(`${better}\n${two}`, `${one}\n${two}\n${three}`),
      `${better}\n${two}\n${three}${leftOut('three', ...three.trimEnd().split('\n'))}`,
    );
    // Nor is a function shortened that is merely begun.
    const long = Array.from({ length: 30 }, (_, at) => `  work(${at});\n`).join('');
    const text = `export function f(): void {\n${long}}\n`;
    assert.equal(
      await after('export function f(): void {\n  work(0);\n}\n', text),
      text + leftOut('f', ...long.trimEnd().split('\n').slice(1)),
    );
  });

  it('52: a file that was broken before', async () => {
    const broken = `${one}\n${two}\nexport function ( {\n`;
    assert.equal(await after(better, broken), broken.replace('a = 1', 'a = 10'));
    assert.equal(
      (await after('export function two(): string {\n  return (;\n}\n', broken)).startsWith(
        'refused',
      ),
      true,
    );
  });
});
