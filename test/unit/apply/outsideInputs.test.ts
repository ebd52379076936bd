import assert from 'node:assert/strict';
import { blockNames, planBlock } from '../../../src/apply/planBlock.ts';
import { afterBlock, leftOut, searchBlock as search } from '../../support/apply/afterBlock.ts';
import { loadGrammar } from '../../support/grammars.ts';

/** A block for a file, and what comes of it. */
interface Input {
  readonly file: string;
  readonly text: string;
  readonly block: string;
  /** By default the block. */
  readonly after?: string;
  /** The model has seen nothing of the file. */
  readonly isUnseen?: boolean;
}

const cart =
  'class Cart {\n  clear(): void {\n    this.n = 0;\n  }\n}\n\nclass Till {\n  rate = 7;\n\n  open(): void {\n    ring();\n  }\n}\n';
const kotlin =
  'fun a(): Int {\n  val x = 1\n  return x\n}\n\nfun b(): Int {\n  val y = 2\n  return y\n}\n';
const quoted = 'fun a() {\n  val x = "a"\n  val y = "b"\n  show(x, y)\n}\n';
const reader =
  'function read() {\n  try {\n    return load();\n  } catch {\n    return none();\n  }\n}\n';
const pythonReader =
  'def read(a):\n    try:\n        return load(a)\n    except OSError:\n        return None\n';
const java =
  'package s;\n\nimport old.time.Clock;\n\nclass Shop {\n  Clock clock;\n\n  long now() {\n    return clock.now();\n  }\n}\n';
const functions = (names: readonly string[]): string =>
  names.map((name, at) => `  func ${name}() -> Int {\n    return ${at}\n  }\n`).join('\n');
const swift = `import A\n\nclass Shop {\n${functions(['one', 'two', 'three', 'four', 'five'])}}\n`;

/** Found by people who did not write the rules. Each stands for a kind. */
const inputs: Readonly<Record<string, Input>> = {
  'a remark in place of code, above a new line': {
    file: 'shop.rb',
    text: 'def total(cart)\n  sum = cart.sum\n  tax = rate(cart)\n  fee = ship(cart)\n  sum + tax + fee\nend\n',
    block:
      'def total(cart)\n  # la suite est identique\n  [sum, tax, fee, tip(cart)].sum.round(2)\nend\n',
    after:
      'def total(cart)\n  sum = cart.sum\n  tax = rate(cart)\n  fee = ship(cart)\n  [sum, tax, fee, tip(cart)].sum.round(2)\nend\n' +
      leftOut('total', 'sum = cart.sum', 'tax = rate(cart)', 'fee = ship(cart)'),
  },
  'the same in a replacement': {
    file: 'shop.kt',
    text: 'fun total(c: Cart): Int {\n  val a = c.sum()\n  val b = rate(c)\n  val d = ship(c)\n  return a + b + d\n}\n',
    block: search(
      '  val a = c.sum()\n  val b = rate(c)\n  val d = ship(c)\n  return a + b + d',
      '  // everything above stays\n  return listOf(a, b, d, tip(c)).sum()',
    ),
    after: 'refused: elision',
  },
  'an import that comes from elsewhere now': {
    file: 'Shop.java',
    text: java,
    block: java.replace('old', 'fresh'),
  },
  'a module that is required from elsewhere now': {
    file: 'shop.js',
    text: "var time = require('old-time')\n\nfunction now() {\n  return time.now()\n}\n\nfunction soon() {\n  return time.soon()\n}\n",
    block:
      "var time = require('fresh-time')\n\nfunction now() {\n  return time.now()\n}\n\nfunction soon() {\n  return time.soon()\n}\n",
  },
  'an import in place of a function of its name': {
    file: 'shop.js',
    text: "const cart = require('./cart');\n\nfunction round(n) {\n  return Math.round(n);\n}\n\ncart.on('sum', (n) => {\n  show(round(n));\n});\n\ncart.start(1);\n",
    block:
      "const round = require('round-to');\nconst cart = require('./cart');\n\ncart.on('sum', (n) => {\n  show(round(n, 2));\n});\n\ncart.start(1);\n",
  },
  'an import that nothing uses any more': {
    file: 'shop.go',
    text: 'package s\n\nimport "old/time"\n\nfunc Now() int {\n\treturn time.Now()\n}\n',
    block: 'package s\n\nimport "fresh/clock"\n\nfunc Now() int {\n\treturn clock.Now()\n}\n',
  },
  'an import that nothing has used': {
    file: 'Shop.java',
    text: 'package s;\n\nimport java.util.Map;\nimport java.util.List;\n\nclass Shop {\n  List<String> all;\n}\n',
    block: 'package s;\n\nimport java.util.List;\n\nclass Shop {\n  List<String> all;\n}\n',
  },
  'the end of a class and the start of the next': {
    file: 'shop.ts',
    text: cart.replace('Cart {\n', 'Cart {\n  add(n: number): void {\n    this.n += n;\n  }\n\n'),
    block:
      '  clear(): void {\n    this.n = 0;\n    this.log();\n  }\n}\n\nclass Till {\n  rate = 19;\n',
    after: 'refused: syntax',
  },
  'the same with a change behind the first of the two only': {
    file: 'shop.ts',
    text: cart,
    block: '  clear(): void {\n    this.n = 0;\n  }\n}\n\nclass Till {\n  rate = 19;\n',
    after: 'refused: syntax',
  },
  'a method whose first line alone is at the margin': {
    file: 'shop.ts',
    text: 'class Cart {\n  add(n: number): void {\n    if (n) {\n      this.n += n;\n    }\n  }\n}\n',
    block: 'add(n: number): void {\n    if (n) {\n      this.n += 2 * n;\n    }\n  }\n',
    after:
      'class Cart {\n  add(n: number): void {\n    if (n) {\n      this.n += 2 * n;\n    }\n  }\n}\n',
  },
  '`try` without what follows': {
    file: 'shop.js',
    text: reader,
    block: 'function read() {\n  try {\n    return load(1);\n  }\n}\n',
    after: 'refused: syntax',
  },
  '`try` of Python without what follows': {
    file: 'shop.py',
    text: pythonReader,
    block: 'def read(a):\n    try:\n        return load(a, 1)\n',
    after: 'refused: syntax',
  },
  'an indentation that nothing opens': {
    file: 'shop.py',
    text: 'def read(a):\n    b = load(a)\n    if b:\n        keep(b)\n    return b\n',
    block: search(
      '    b = load(a)\n    if b:\n        keep(b)',
      '    b = load(a)\n        keep(b)',
    ),
    after: 'refused: syntax',
  },
  'a brace too many': {
    file: 'shop.sh',
    text: 'read_all() {\n  load\n  keep\n}\n',
    block: search('  load\n  keep', '  load\n  }\n  keep'),
    after: 'refused: syntax',
  },
  'an `end` too many': {
    file: 'shop.rb',
    text: 'def read\n  load\nend\n\ndef keep\n  1\nend\n',
    block: search('def read\n  load\nend', 'def read\n  load(1)\nend\nend'),
    after: 'refused: syntax',
  },
  'a whole file that lacks a method, in a language without a grammar': {
    file: 'Shop.swift',
    text: swift,
    block: swift.replace('return 0', 'return 11').replace(/ {2}func two[^}]*\}\n\n/, ''),
    after:
      swift.replace('return 0', 'return 11') +
      leftOut('two', 'func two() -> Int {', 'return 1', '}'),
  },
  'the first half of a function': {
    file: 'shop.py',
    text: 'def read(a):\n    b = load(a)\n    c = keep(b)\n    d = sort(c)\n    show(d)\n    return d\n',
    block: 'def read(a):\n    b = load(a)\n    c = keep(b)\n    d = sort(c)\n',
    after:
      'def read(a):\n    b = load(a)\n    c = keep(b)\n    d = sort(c)\n    show(d)\n    return d\n' +
      leftOut('read', 'show(d)', 'return d'),
  },
  'a function where the file has a method of its name': {
    file: 'shop.py',
    text: 'class Shop:\n    def find(self, name):\n        row = look(name)\n        return row\n\n    def keep(self, name):\n        return name\n',
    block: 'def find(name):\n    row = look(name)\n    return row\n',
    after: 'refused: new',
  },
  'two places, of which one has the new line': {
    file: 'shop.js',
    text: 'on("a", () => {\n  lock();\n  load();\n  free();\n});\non("b", () => {\n  lock();\n  load();\n  show();\n});\n',
    block: search('  lock();\n  load();', '  lock();\n  load();\n  free();'),
    after: 'several: 1-3, 6-8',
  },
  'a usual line in a file that the model has not seen': {
    file: 'shop.php',
    text: '<?php\n/**\n * Opens the till.\n */\nfunction a() {}\n\n/**\n * See the parent.\n */\nfunction b() {}\n',
    block: '@@\n /**\n- * Opens the till.\n+ * See the parent.\n  */\n',
    after: 'refused: place',
    isUnseen: true,
  },
  'a statement behind a mark that begins like one of the file': {
    file: 'shop.js',
    text: 'function wire(bus) {\n  const log = make();\n  bus.on("x", () => {\n    log.a();\n  });\n  bus.run(log);\n}\n',
    block:
      'function wire(bus) {\n  // ... existing code ...\n  bus.on("x", () => {\n    log.b();\n  });\n  bus.run(log);\n}\n',
    after:
      'function wire(bus) {\n  const log = make();\n  bus.on("x", () => {\n    log.b();\n  });\n  bus.run(log);\n}\n',
  },
  'a blank line behind a mark': {
    file: 'shop.kt',
    text: kotlin,
    block: '// ... existing code ...\n\nfun b(): Int {\n  val y = 3\n  return y\n}\n',
    after: kotlin.replace('y = 2', 'y = 3'),
  },
  'braces on lines of their own': {
    file: 'Shop.cs',
    text: 'class Shop\n{\n    int One()\n    {\n        var a = 1;\n        return a;\n    }\n\n    int Two()\n    {\n        var b = 2;\n        return b;\n    }\n}\n',
    block: '    int Two()\n    {\n        var b = 3;\n        return b;\n    }\n',
    after:
      'class Shop\n{\n    int One()\n    {\n        var a = 1;\n        return a;\n    }\n\n    int Two()\n    {\n        var b = 3;\n        return b;\n    }\n}\n',
  },
  'a new line right behind a mark': {
    file: 'shop.go',
    text: 'package s\n\nfunc Run() error {\n\tload()\n\tkeep()\n\treturn nil\n}\n',
    block: 'func Run() error {\n\t// ... existing code ...\n\tshow()\n\treturn nil\n}\n',
    after: 'package s\n\nfunc Run() error {\n\tload()\n\tkeep()\n\tshow()\n\treturn nil\n}\n',
  },
  'a search for nothing in a file without text': {
    file: 'new.py',
    text: '',
    block: '<<<<<<< SEARCH\n=======\nprint(1)\n>>>>>>> REPLACE\n',
    after: 'print(1)\n',
  },
  'one long line at another indentation': {
    file: 'shop.ts',
    text: 'class Shop {\n  run(): void {\n    while (this.queue.next(this.limit, this.clock)) {\n      go();\n    }\n  }\n}\n',
    block: search(
      'while (this.queue.next(this.limit, this.clock)) {',
      'while (this.queue.next(this.limit, this.timer)) {',
    ),
    after:
      'class Shop {\n  run(): void {\n    while (this.queue.next(this.limit, this.timer)) {\n      go();\n    }\n  }\n}\n',
  },
  'typographic quotes in the search': {
    file: 'shop.kt',
    text: quoted,
    block: search(
      '  val x = \u201ca\u201d\n  val y = \u201cb\u201d\n  show(x, y)',
      '  val x = \u201ca\u201d\n  val y = \u201cc\u201d\n  show(x, y)',
    ),
    after: 'refused: signs',
  },
  'typographic quotes in the replacement': {
    file: 'shop.kt',
    text: quoted,
    block: search('  val y = "b"\n  show(x, y)', '  val y = "b"\n  show(\u201cx\u201d)'),
    after: 'refused: signs',
  },
  'the end of a statement that the next one has': {
    file: 'shop.py',
    text: 'if a:\n    one()\n\nb = 2\n\nif c:\n    two()\nelse:\n    stop()\n',
    block: 'if a:\n    one()\nelse:\n    stop()\n',
    after: 'if a:\n    one()\nelse:\n    stop()\n\nb = 2\n\nif c:\n    two()\nelse:\n    stop()\n',
  },
  'the last line of a call that the next one has, too': {
    file: 'Shop.jsx',
    text: 'function Shop({ id }) {\n  useEffect(() => {\n    load(id);\n  }, []);\n\n  useEffect(() => {\n    name(id);\n  }, [id]);\n}\n',
    block: '  useEffect(() => {\n    load(id);\n  }, [id]);\n',
    after: 'refused: new',
  },
  'a body in which a comment stands, on the line of its head': {
    file: 'shop.js',
    text: 'function one() {\n  const a = read();\n  return a;\n}\n\nfunction two() {\n  return 2;\n}\n',
    block: 'function one() { /* unchanged */ }\n\nfunction two() {\n  return 22;\n}\n',
    after: 'refused: missing',
  },
  'an element of which only a comment is left': {
    file: 'Shop.jsx',
    text: 'function Shop() {\n  return (\n    <div>\n      <ul>\n        <li>1</li>\n      </ul>\n      <p>Old</p>\n    </div>\n  );\n}\n',
    block:
      'function Shop() {\n  return (\n    <div>\n      <ul>{/* existing items */}</ul>\n      <p>New</p>\n    </div>\n  );\n}\n',
    after: 'refused: missing',
  },
  'a comment with no code below it, beside more new code than is gone': {
    file: 'shop.py',
    text: 'def f(a):\n    b = g(a)\n    return b\n',
    block:
      'def f(a):\n    if not a:\n        raise ValueError(a)\n    check(a)\n\n    # the rest is the same\n',
    after:
      'def f(a):\n    if not a:\n        raise ValueError(a)\n    check(a)\n    b = g(a)\n    return b\n' +
      leftOut('f', 'b = g(a)', 'return b'),
  },
  'a new statement at the end, before what the block lacks': {
    file: 'shop.sh',
    text: 'set -e\ncd /a\nnpm ci\n\nnpm start\n',
    block: 'set -e\ncd /a\nnpm ci\nnpm run build\n',
    after:
      'set -e\ncd /a\nnpm ci\nnpm run build\n\nnpm start\n' + leftOut('npm start', 'npm start'),
  },
  'an import of the future': {
    file: 'shop.py',
    text: 'import os\n\n\ndef one():\n    return os.name\n\n\ndef two():\n    return 2\n',
    block: 'from __future__ import annotations\n\ndef one() -> str:\n    return os.name\n',
    after:
      'from __future__ import annotations\nimport os\n\n\ndef one() -> str:\n    return os.name\n\n\ndef two():\n    return 2\n',
  },
  'a key that the table of TOML has already': {
    file: 'package.toml',
    text: '[repository]\ntype = "git"\nurl = "a"\n\n[[people]]\nname = "Ann"\nurl = "b"\n\n[[people]]\nname = "Ben"\nurl = "c"\n',
    block: '[repository]\ntype = "git"\nurl = "a"\n\nname = "Ann"\nurl = "b"\n',
    after: 'refused: duplicate',
  },
  'an element with another attribute': {
    file: 'Shop.svelte',
    text: '<script>\n  let n = 0;\n</script>\n\n<button on:click={add}>{n}</button>\n\n<style>\n  b { color: red; }\n</style>\n',
    block: '<script>\n  let n = $state(0);\n</script>\n\n<button onclick={add}>{n}</button>\n',
    after:
      '<script>\n  let n = $state(0);\n</script>\n\n<button onclick={add}>{n}</button>\n\n<style>\n  b { color: red; }\n</style>\n' +
      leftOut('<style>', '<style>', 'b { color: red; }', '</style>'),
  },
  'a namespace of the whole file in place of one with braces': {
    file: 'Shop.cs',
    text: 'using System;\n\nnamespace App\n{\n    public class A\n    {\n        public int One()\n        {\n            return 1;\n        }\n    }\n}\n',
    block:
      'using System;\n\nnamespace App;\n\npublic class A\n{\n    public int One()\n    {\n        return 11;\n    }\n}\n',
    after: 'refused: missing',
  },
};

describe('inputs from elsewhere', () => {
  for (const [title, { file, text, block, after = block, isUnseen = false }] of Object.entries(
    inputs,
  )) {
    it(`hold for ${title}`, async () => {
      const seen = isUnseen ? undefined : text;
      assert.equal(await afterBlock(block, text, { file, seen }), after);
    });
  }

  it('keep a first line that only looks like a path', async () => {
    const block = { text: 'backports.zoneinfo\nattrs\nsix\n', language: '', isComplete: true };
    assert.deepEqual(await planBlock({ ...block, path: 'names.txt' }, [], loadGrammar), {
      kind: 'files',
      files: [{ kind: 'create', path: 'names.txt', text: block.text }],
    });
  });

  it('may be for another file than is said of them, if their first line names one', () => {
    const text = '// main.js\nimport { lib } from "./lib.js";\n\nlib(1);\n';
    const names = (stated: string) =>
      blockNames({ text, language: '', isComplete: true }, [stated]);
    assert.deepEqual(names('lib.js'), { names: ['lib.js', 'main.js'], areOfOne: true });
    assert.deepEqual(names('src/main.js').names, ['src/main.js']);
  });
});
