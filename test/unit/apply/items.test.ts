import assert from 'node:assert/strict';
import { afterBlock } from '../../support/apply/afterBlock.ts';

/** What comes of a block with parts of a file. */
async function after(file: string, block: string, text: string): Promise<string> {
  return afterBlock(block, text, { file });
}

const method = '    fun total(list: List<Int>): Int {\n        return list.sum()\n    }\n';
const kotlin = `package p\n\nimport a.A\n\nclass Cart {\n${method}}\n`;

describe('parts of a file in a block', () => {
  it('have imports, whatever is before those of the file', async () => {
    const now = method.replace('sum()', 'sumOf { it }');
    assert.equal(
      await after('a.kt', `import b.B\n\nclass Cart {\n${now}}\n`, kotlin),
      kotlin.replace('import a.A\n', 'import a.A\nimport b.B\n').replace(method, now),
    );
    const header = '#include <errno.h>\n\nint one(void) {\n    return 1;\n}\n';
    assert.equal(
      await after('a.c', header.replace('errno', 'stdio').replace('return 1', 'return 2'), header),
      header
        .replace('<errno.h>\n', '<errno.h>\n#include <stdio.h>\n')
        .replace('return 1', 'return 2'),
    );
  });

  it('are members by their indentation, and at the margin only by a head that is there', async () => {
    const now = method.replace('list: List<Int>', 'list: List<Long>');
    assert.equal(await after('a.kt', now, kotlin), kotlin.replace(method, now));
    const bare = now.replaceAll(/^ {4}/gm, '');
    assert.match(await after('a.kt', bare, kotlin), /^refused/);
  });

  it('end where they are closed, although what follows is indented', async () => {
    const one = '  fun one(): Int {\n    return 1\n  }\n';
    const inner = '  class Inner {\n    fun two(): Int {\n      return 2\n    }\n  }\n';
    const text = `object All {\n${one}\n${inner}}\n`;
    const two = '    fun two(): Int {\n      return 3\n    }\n';
    assert.equal(
      await after('a.scala', one.replace('1', '7') + '\n' + two, text),
      text.replace('return 1', 'return 7').replace('return 2', 'return 3'),
    );
  });

  it('close what they open, also within a text', async () => {
    const text = 'package p\n\nconst page = `\nfunc run() {\n\tgo()\n\tstop()\n}\n`\n\nvar x = 1\n';
    const run = 'func run() {\n\tgo(1)\n\tstop()\n}\n';
    assert.equal(await after('a.go', run, text), text.replace('go()', 'go(1)'));
    assert.match(await after('a.go', `${run}}\n`, text), /^refused/);
    assert.equal(await after('a.go', run.replace('}\n', ''), text), text.replace('go()', 'go(1)'));
  });

  it('bring a name once: an import gives way to what has its name, and none to a method', async () => {
    const lua =
      '-- The layout\nlocal layout = require("util").copy(1)\n\nlayout.a = 1\nlayout.b = 2\n';
    assert.equal(
      await after('a.lua', lua.replace('require("util").copy(1)', 'dofile("util.lua")'), lua),
      lua.replace('require("util").copy(1)', 'dofile("util.lua")'),
    );
    const js = `import { sum } from './sum.js';\n\nclass A {\n  sum(list) {\n    return sum(list);\n  }\n}\n`;
    const sum = '  sum(list) {\n    return sum(list, 0);\n  }\n';
    assert.equal(await after('a.js', sum, js), js.replace('sum(list);', 'sum(list, 0);'));
  });

  it('lack members of a namespace, which stay', async () => {
    const [a, b] = ['  export type A = 1;\n', '  export type B = 2;\n'];
    const text = `export namespace N {\n${a}\n${b}}\n`;
    const now = await after('a.ts', `export namespace N {\n${b.replace('2', '3')}}\n`, text);
    assert.ok(now.startsWith(text.replace('2', '3')), now);
  });

  it('lack the only test of a suite, which stays', async () => {
    const end = (open: string, close: string) => `before(${open}\n    setup(1)\n  ${close})`;
    const js = [`describe('All', () => {`, `  ${end('() => {', '}')};`, '});', ''].join('\n');
    const lua = [`describe("All", function()`, `  ${end('function()', 'end')}`, 'end)', ''].join(
      '\n',
    );
    for (const [file, block, test] of [
      ['a.test.js', js, `  it('adds', () => {\n    check();\n  });\n`],
      ['a_spec.lua', lua, `  it("adds", function()\n    check()\n  end)\n`],
    ] as const) {
      const text = block.replace(/\n(\}\);|end\))\n$/, `\n\n${test}$1\n`);
      const now = await after(file, block.replace('setup(1)', 'setup(2)'), text);
      assert.ok(now.startsWith(text.replace('setup(1)', 'setup(2)')), `${file}: ${now}`);
      assert.match(now, /left out of it ['"]adds['"]/);
    }
  });

  it('lack one of two whose first lines begin alike', async () => {
    const [one, two] = ['One', 'Two'].map(
      (name) => `template <typename T> class ${name} {\n public:\n  int size;\n};\n`,
    );
    const text = `#pragma once\n\n${one}\n${two}\n// The end of it.\n`;
    const block = `#pragma once\n\n${one?.replace('int', 'long')}\n// The end of it.\n`;
    const now = await after('a.h', block, text);
    assert.ok(now.startsWith(text.replace('int', 'long')), now);
    assert.match(now, /left out of Two:\ntemplate <typename T> class Two/);
  });

  it('lack a member of a class whose parameters are on lines of their own', async () => {
    const head = 'class Host<\n    TEngine : Engine,\n>(\n    val engine: TEngine,\n) {\n';
    const [start, stop] = ['start', 'stop'].map(
      (name) => `    fun ${name}() {\n        ${name}(1)\n    }\n`,
    );
    const text = `package p\n\n@Marked(\n    "a",\n)\n${head}${start}\n${stop}}\n\nval end = 1\n`;
    const block = text.replace(`\n${stop}`, '').replace('(1)', '(2)');
    const now = await after('a.kt', block, text);
    assert.ok(now.startsWith(text.replace('(1)', '(2)')), now);
    assert.match(now, /left out of stop/);
  });

  it('lack a member behind a label of a class, and one of an object that has a name', async () => {
    const text =
      'class A {\n public:\n  int one();\n\n private:\n  int two();\n  int three();\n};\n\nint end;\n';
    const now = await after(
      'a.h',
      text.replace('  int two();\n', '').replace('one()', 'one(int a)'),
      text,
    );
    assert.ok(now.startsWith(text.replace('one()', 'one(int a)')), now);
    const read = '  override fun read() = 1\n';
    const kotlin = `val codec = object : Codec {\n${read}\n  override fun write() = 2\n}\n\nval end = 1\n`;
    const other = await after('a.kt', kotlin.replace(`${read}\n`, '').replace('2', '3'), kotlin);
    assert.ok(other.startsWith(kotlin.replace('2', '3')), other);
  });

  it('are rules of CSS, whatever is in their heads', async () => {
    const rule = '@container card (width >= 30rem) {\n  a {\n    color: red;\n  }\n}\n';
    const text = `@import "a.css" layer(base);\n@custom-variant dark (&:where(.dark));\n\n${rule}\nb {\n  top: 0;\n}\n`;
    const media = '@media (400px <= width) {\n  b {\n    top: 1px;\n  }\n}\n';
    const block = `${text.replace('red', 'blue')}\n${media}`;
    assert.equal(await after('a.css', block, text), block);
    assert.equal(
      await after('a.css', rule.replace('red', 'blue'), text),
      text.replace('red', 'blue'),
    );
    assert.match(await after('a.css', rule.replace('red;\n  }', 'red;'), text), /^refused/);
  });

  it('are not there already with another comment at their start', async () => {
    const text = '/* Copyright 2020 One */\n\nimport a.A;\n\nclass B {\n  int c;\n}\n';
    const block = text.replace('2020 One', '2021 Two and others').replace(/\nclass[^]*/, '');
    assert.match(await after('B.java', block, text), /^refused/);
  });
});
