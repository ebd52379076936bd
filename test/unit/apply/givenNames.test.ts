import assert from 'node:assert/strict';
import { afterBlock as after } from '../../support/apply/afterBlock.ts';

/** What becomes of a file, by its path: the file, the block, and the result, which leaves out nothing. */
type Case = readonly [path: string, file: string, block: string, wanted: string | RegExp];

async function check(cases: readonly Case[]): Promise<void> {
  for (const [file, text, block, wanted] of cases) {
    const now = await after(block, text, { file });
    const isRight = typeof wanted === 'string' ? now === wanted : wanted.test(now);
    assert.ok(isRight, `${file}:\n${text}\n${block}\n${now}`);
  }
}

const card = 'function Card() {\n  return 1;\n}\n';
const better = `export default ${card.replace('1', '2')}`;
const run = '    void run() {\n        n++;\n    }\n';
const swift = (field: string): string => `class A {\n    ${field}\n\n${run}}\n`;

describe('what a part gives a name to', () => {
  it('is there once: a declaration of the same name is that one after a change', async () => {
    const uses = 'use(a);\nuse(b);\n';
    const load = `const { a, b } = load();\n${uses}`;
    const more = `const { a, b, c } = load();\n${uses}use(c);\n`;
    const type = 'export interface User {\n  id: string;\n}\n\nexport function f(): User {\n';
    const alias = type.replace('interface User {', 'type User = {').replace('}', '};');
    await check([
      ['a.js', load, more, more],
      ['a.py', 'a, b = load()\nuse(a)\nuse(b)\n', 'a, b, c = load()\nuse(a)\nuse(b)\n', /^a, b, c/],
      [
        'a.cs',
        swift('private List<Item> a = new();'),
        swift('Map<int, Item> a = new();'),
        /\{\n {4}Map/,
      ],
      ['a.swift', swift('let a: [Int] = []'), swift('private(set) var a = 1'), /\{\n {4}private/],
      ['a.h', swift('int a;'), swift('int a = 0;'), swift('int a = 0;')],
      ['a.ts', `${type}  return x;\n}\n`, `${alias}  return y;\n}\n`, `${alias}  return y;\n}\n`],
      ['a.js', `${card}\nexport default Card;\n`, better, /^export default function Card.*\}\n+$/s],
      [
        'a.js',
        `${card}\nexport { Card, two };\n`,
        better.replace('default ', ''),
        'refused: duplicate',
      ],
    ]);
  });

  it('is another thing where it was there twice, and as a method beside a field', async () => {
    const both = 'class User(val a: Int) {\n  val b = 1\n}\n\nobject User {\n  val b = 2\n}\n';
    const other = 'object User {\n  val b = 2\n  val c = 3\n}\n';
    await check([['a.scala', both, other, both.replace('b = 2\n', 'b = 2\n  val c = 3\n')]]);
  });

  it('is told from a test under another name by what it does', async () => {
    const test = "test('adds', () => {\n  expect(add(1)).toBe(3);\n});\n";
    const next = test.replace('adds', 'subs').replace('add(', 'sub(');
    const renamed = test.replace('adds', 'adds two');
    await check([['a.test.js', `${test}\n${next}`, `${renamed}\n${next}`, `${renamed}\n${next}`]]);
  });

  it('is a part of a page by its tag, whose lines need not be indented', async () => {
    const vue =
      '<script setup>\nconst n = 1;\n</script>\n\n<template>\n  <p>{{ n }}</p>\n  <hr>\n  <hr>\n</template>\n';
    const script = '<script setup lang="ts">\nconst n: number = 1;\nconst m = 2;\n</script>\n';
    await check([['a.vue', vue, script, script + vue.slice(vue.indexOf('\n<template>'))]]);
  });
});

describe('the names of an import', () => {
  const uses =
    'export function one() {\n  return a();\n}\n\nexport function two() {\n  return b();\n}\n\nexport function three() {\n  return a();\n}\n';
  const file = `import { a, b } from './a';\n\n${uses}`;
  const lacks = uses.replace(/export function two[^}]*\}\n\n/, '').replaceAll('a()', 'a(1)');

  it('stay as long as what stays needs them', async () => {
    const now = await after(`import { a } from './a';\n\n${lacks}`, file);
    assert.match(now, /^import \{ a, b \} from '.\/a';\n\n.*left out of two:/s);
  });

  it('are what a mark stands for, in their order', async () => {
    const go = 'package a\n\nimport (\n\t"fmt"\n\t"os"\n)\n';
    const list = 'import {\n  one,\n  two,\n} from "./a";\n';
    const rest = '\nconst x = 1;\n';
    await check([
      ['a.go', go, 'import (\n\t"log"\n\t// ...\n)\n', go.replace('"fmt"', '"log"\n\t"fmt"')],
      ['a.go', go, 'import (\n\t// ...\n\t"log"\n)\n', go.replace('"os"', '"os"\n\t"log"')],
      [
        'a.ts',
        list + rest,
        list.replace('  one,\n  two,', '  // ... existing\n  three,') + rest,
        list.replace('two,', 'two,\n  three,') + rest,
      ],
    ]);
  });

  it('come behind the first imports that stand together', async () => {
    const c =
      '#include <a.h>\n#ifdef X\n#include <b.h>\n#endif\n\nint one(void)\n{\n    return 1;\n}\n';
    const block = '#include <c.h>\n\nint one(void)\n{\n    return 2;\n}\n';
    const wanted = c.replace('<a.h>\n', '<a.h>\n#include <c.h>\n').replace('1;', '2;');
    await check([['a.c', c, block, wanted]]);
  });
});

describe('a comment in the first line', () => {
  it('with the path of the file among other words is about the block', async () => {
    const text = 'import os\n\n\ndef run():\n    return os.name\n';
    const block = '# src/a.py (around line 4)\ndef run():\n    return os.path\n';
    const now = await after(block, text, { file: 'src/a.py' });
    assert.equal(now, text.replace('os.name', 'os.path'));
  });
});
