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
    // Without its end it is lines, and the end stays.
    assert.equal(await after('a.go', run.replace('}\n', ''), text), text.replace('go()', 'go(1)'));
  });

  it('go to the end of their class where marks stand for all of the rest', async () => {
    const [one, two] = ['  one() {\n    return 1;\n  }\n', '  two() {\n    return 2;\n  }\n'];
    const [text, now] = [`class A {\n${one}}\n`, `class A {\n${one}\n${two}}\n`];
    const mark = '  // ... existing code ...\n';
    for (const rest of [`\n${mark}`, '']) {
      assert.equal(await after('a.js', `class A {\n${mark}\n${two}${rest}}\n`, text), now);
    }
    // Outside of one, nothing says where.
    assert.match(await after('a.js', `// ...\nfunction f() {}\n// ...\n`, text), /^refused/);
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

  it('lack one of two that their first lines do not tell apart by name', async () => {
    const [one, two] = ['One', 'Two'].map(
      (name) => `template <typename T> class ${name} {\n public:\n  int size;\n};\n`,
    );
    const text = `#pragma once\n\n${one}\n${two}\n// The end of it.\n`;
    const block = `#pragma once\n\n${one?.replace('int', 'long')}\n// The end of it.\n`;
    const now = await after('a.h', block, text);
    assert.ok(now.startsWith(text.replace('int', 'long')), now);
    assert.match(now, /left out of template:\ntemplate <typename T> class Two/);
  });

  it('are not there already with another comment at their start', async () => {
    const text = '/* Copyright 2020 One */\n\nimport a.A;\n\nclass B {\n  int c;\n}\n';
    const block = text.replace('2020 One', '2021 Two and others').replace(/\nclass[^]*/, '');
    assert.match(await after('B.java', block, text), /^refused/);
  });
});
