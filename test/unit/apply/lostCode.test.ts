import assert from 'node:assert/strict';
import { planBlock } from '../../../src/apply/planBlock.ts';
import { loadGrammar } from '../../support/grammars.ts';
import {
  afterBlock as after,
  leftOut,
  searchBlock as search,
} from '../../support/apply/afterBlock.ts';

const js = { file: 'a.js' };
/** More than half of the file, so that a block with the other function is a part of it. */
const rest = `\nfunction g() {\n${'  step();\n'.repeat(8)}}\n`;
const body = '  const b = a + 1;\n  const c = b * 2;\n  const d = c * 3;\n  return d;\n';
const pythonRest = `\n\ndef g():\n${'    step()\n'.repeat(8)}`;
const pythonFile = `def f(a):\n    base = read(a)\n    c = base * 2\n    d = c * 3\n    return d\n${pythonRest}`;
const file = `function f(a) {\n${body}}\n${rest}`;

/** Remarks in which no word of a list need be known. */
const remarks = [
  'keep the rest',
  'leave as is',
  '(no change)',
  'no changes below',
  'original implementation',
  'everything else stays',
  'logic goes here',
  'etc.',
  'and so on',
  'Rest bleibt gleich',
  'restlicher Code',
  'bestehender Code',
  'unverändert',
  '(gekürzt)',
  'reste du code inchangé',
  'código existente',
  '其余代码不变',
  '既存のコード',
  'остальной код без изменений',
  '~~~',
  '8< ---',
  'qwertz uiop',
];

describe('code that a block leaves out', () => {
  it('stays where a line that the block adds is in the function already', async () => {
    const lines = [
      'data = read();',
      'log(data);',
      'check(data);',
      'setError(null);',
      'save(data);',
    ];
    const submit = (...own: readonly string[]): string =>
      `function submit() {\n${own.map((line) => `  ${line}\n`).join('')}}\n`;
    const first = submit('setError(null);', '// ... existing code ...');
    const now = submit(...lines) + rest;
    assert.equal(await after(first, now, js), now + leftOut('submit', ...lines.slice(0, 3)));
    const others = submit('lock();', 'show(spinner);', 'check(data);', '// ...');
    const changed = submit('lock();', 'show(spinner);', ...lines.slice(2)) + rest;
    assert.equal(await after(others, now, js), changed);
    const last = submit('// ... existing code ...', 'log(data);');
    assert.equal(await after(last, now, js), now + leftOut('submit', ...lines.slice(2)));
    const python = `def submit(self):\n    data = self.read()\n    log(data)\n    self.error = None\n    self.save(data)\n${pythonRest}`;
    const started = 'def submit(self):\n    self.error = None\n    # ... existing code ...\n';
    assert.equal(
      await after(started, python, { file: 'a.py' }),
      python + leftOut('submit', 'data = self.read()', 'log(data)'),
    );
    const server = 'server {\n  name a;\n  root b;\n  listen 80;\n  index c;\n}\n';
    assert.equal(
      await after('server {\n  listen 80;\n  # ...\n}\n', server, { file: 'nginx.conf' }),
      server + leftOut('server', 'name a;', 'root b;'),
    );
  });

  for (const remark of remarks) {
    it(`stays where a comment says ${remark}`, async () => {
      const short = `  const b = a + 2;\n  // ${remark}\n  return d;\n`;
      const kept = leftOut('f', 'const c = b * 2;', 'const d = c * 3;');
      const two = file.replace('a + 1', 'a + 2');
      assert.equal(await after(`function f(a) {\n${short}}\n`, file, js), two + kept);
      // Also if the line after it is another, and if there are none.
      const changed = short.replace('return d', 'return d + 1');
      assert.equal(
        await after(`function f(a) {\n${changed}}\n`, file, js),
        two.replace('return d', 'return d + 1') + kept,
      );
      const ended = short.replace('  return d;\n', '');
      assert.equal(
        await after(`function f(a) {\n${ended}}\n`, file, js),
        `${two}${kept}return d;\n`,
      );
      for (const other of [short, changed, ended]) {
        assert.equal(
          await after(search(body.trimEnd(), other.trimEnd()), file, js),
          'refused: elision',
          other,
        );
      }
      // Where no less comes than goes, it stands for nothing, but in an edit there would be nothing to keep.
      const longer = short.replace('b = a + 2;', 'x = y();\n  p();\n  q();\n  z();');
      const whole = `function f(a) {\n${longer}}\n`;
      assert.equal(await after(whole, file, js), file.replace(body, longer));
      const edit = search(body.trimEnd(), longer.trimEnd());
      assert.equal(await after(edit, file, js), 'refused: elision');
    });

    it(`stays where a comment of Python says ${remark}`, async () => {
      const python = `def f(a):\n    base = read(a, 2)\n    # ${remark}\n    return d\n`;
      assert.equal(
        await after(python, pythonFile, { file: 'a.py' }),
        pythonFile.replace('read(a)', 'read(a, 2)') + leftOut('f', 'c = base * 2', 'd = c * 3'),
      );
    });
  }

  it('stays beside a changed line whose names are short', async () => {
    const text = pythonFile.replaceAll('base', 'b').replace('read(a)', 'a + 1');
    const block = 'def f(a):\n    b = a + 2\n    # as it was\n    return d\n';
    assert.equal(
      await after(block, text, { file: 'a.py' }),
      text.replace('a + 1', 'a + 2') + leftOut('f', 'c = b * 2', 'd = c * 3'),
    );
  });

  it('stays where a comment stands behind a line of it, in place of those before', async () => {
    const text = `function f() {\n  read();\n  check();\n  log(1);\n  reset();\n}\n${rest}`;
    const block = 'function f() {\n  reset();\n  // qwertz\n}\n';
    assert.equal(
      await after(block, text, js),
      text + leftOut('f', 'read();', 'check();', 'log(1);'),
    );
  });

  it('stays where a comment may be about what is new, but more is gone', async () => {
    const explained = '  // All in one.\n  return compute(a);\n';
    assert.equal(
      await after(search(body.trimEnd(), explained.trimEnd()), file, js),
      'refused: elision',
    );
    // Kept, the old lines would end the function before the new one.
    assert.equal(await after(`function f(a) {\n${explained}}\n`, file, js), 'refused: elision');
  });

  it('does not stay with a new line amid its loop', async () => {
    const loop =
      '  let sum = 0;\n  for (const item of items) {\n    sum += item.price;\n  }\n  return sum;\n';
    const total = (lines: string): string => `function total(items) {\n${lines}}\n`;
    const sum = '  return items.reduce((sum, item) => sum + item.price, 0);\n';
    const explained = total(`  // Adds the prices.\n${sum}`);
    assert.match(await after(explained, total(loop) + rest, js), /^refused/);
    assert.equal(await after(total(sum), total(loop) + rest, js), total(sum) + rest);
  });

  it('may go where the comment is about lines that stay, or above it all', async () => {
    const told = body.replace('a + 1;', 'a + 2;\n  // Twice.');
    assert.equal(
      await after(search(body.trimEnd(), told.trimEnd()), file, js),
      file.replace(body, told),
    );
    const reworded = file.replace('function f', '// Adds two numbers.\nfunction f');
    assert.equal(
      await after(
        search('// Adds two numbers.\nfunction f(a) {', '// Adds three numbers.\nfunction f(a) {'),
        reworded,
        js,
      ),
      reworded.replace('two', 'three'),
    );
    const sold = search(
      '  const c = b * 2;',
      '  // Removes the existing ones.\n  const c = b * 20;',
    );
    assert.match(await after(sold, file, js), /existing ones\.\n {2}const c = b \* 20/);
  });

  it('may go where a function ends with something new', async () => {
    const documented = `/** Returns it. */\n${file.replace('  const d = c * 3;\n', '').replace('d;', 'c * 3;')}`;
    assert.equal(await after(documented.replace(rest, ''), file, js), documented);
  });

  it('stays in what has one member for each line, in each language', async () => {
    const fields: readonly (readonly [path: string, start: string, x: string, rest: string])[] = [
      ['a.go', 'package p\n\ntype A struct {\n', '\tX int\n', '\tY int\n\tZ int\n}\n'],
      ['a.go', 'package p\n\ntype A interface {\n', '\tX() int\n', '\tY() int\n\tZ() int\n}\n'],
      ['a.rs', 'struct A {\n', '    x: i32,\n', '    y: i32,\n    z: i32,\n}\n'],
      ['a.ts', 'interface A {\n', '  x: int;\n', '  y: int;\n  z: int;\n}\n'],
      ['a.ts', 'type A = {\n', '  x: int;\n', '  y: int;\n  z: int;\n};\n'],
      ['a.ts', 'const a = {\n', '  x: int,\n', '  y: 2,\n  z: 3,\n};\n'],
      ['a.ts', 'const a = {\n', '  x: 1,\n', '  y: 2,\n  z: 3,\n} as const;\n'],
      ['a.ts', 'const a = [\n', "  'x',\n", "  'y',\n  'z',\n];\n"],
      ['a.ts', 'enum E {\n', '  X = int,\n', '  Y,\n  Z,\n}\n'],
      ['a.py', 'class A:\n', '    x = int\n', '    y = 2\n    z = 3\n'],
      ['a.py', 'A = {\n', '    "x": 1,\n', '    "y": 2,\n    "z": 3,\n}\n'],
      ['a.css', '.a {\n', '  color: int;\n', '  margin: 0;\n  padding: 0;\n}\n'],
    ];
    const lost: string[] = [];
    for (const [path, start, x, others] of fields) {
      const other = x.replace('int', 'text').replace('1', '10');
      const end = others.split('\n').slice(2).join('\n');
      const block = start.replace('package p\n\n', '') + other + end;
      const now = await after(block, start + x + others, { file: path });
      const wanted = start + other + others;
      // Each by its name, or all by the name of what they are in.
      const kept = now.slice(wanted.length).replaceAll(/^left out of (?!package).*:\n/gm, '');
      const [y = '', z = ''] = others.split('\n').map((line) => line.trim());
      const isKept = kept.endsWith(`${y}\n${z}\n`);
      lost.push(...(now.startsWith(wanted) && isKept ? [] : [`${path}: ${block}${now}`]));
    }
    assert.deepEqual(lost, []);
  });

  it('is not kept where it would be there twice', async () => {
    const struct = 'type A struct {\n\tX, Y int\n\tZ int\n}\n';
    assert.equal(
      await after(struct.replace('X, Y', 'X'), `package p\n\n${struct}`, { file: 'a.go' }),
      'refused: duplicate',
    );
  });

  it('is not kept beside the same member with a value', async () => {
    const list = 'enum E {\n  A,\n  B,\n  C,\n}\n';
    assert.equal(
      await after('enum E {\n  A = 1,\n  B,\n}\n', list),
      list.replace('A', 'A = 1') + leftOut('C', 'C,'),
    );
  });

  it('stays in a class of which a block has one method', async () => {
    const methods = 'class K {\n  a() {\n    return 1;\n  }\n\n  b() {}\n\n  c() {}\n}\n';
    assert.equal(
      await after('class K {\n  a() {\n    return 2;\n  }\n}\n', methods, js),
      methods.replace('1', '2') + leftOut('b', 'b() {}') + leftOut('c', 'c() {}'),
    );
  });

  it('is not said to be gone already', async () => {
    const whole = `import a from 'a';\n\nfunction one() {\n  return a;\n}\n\nclass K {\n  x() {}\n\n  y() {}\n\n  z() {}\n}\n${rest}`;
    const kept = [leftOut('one', 'function one() {', 'return a;', '}'), leftOut('y', 'y() {}')];
    for (const [at, part] of [/function one[^]*?\}\n\n/, / {2}y\(\) \{\}\n\n/].entries()) {
      assert.equal(await after(whole.replace(part, ''), whole, js), whole + kept[at], `${part}`);
    }
    assert.equal(await after(whole, whole, js), 'alreadyThere');
  });

  it('is not lost with a file that was emptied meanwhile', async () => {
    const block = file.replace(rest, '').replace('a + 1', 'a + 2');
    assert.equal(await after(block, '', { ...js, seen: file }), 'refused: changed');
    assert.equal(await after(block, '', { ...js, seen: '' }), block);
  });
});

describe('edits that say what they replace', () => {
  it('do not write marks', async () => {
    const short = '  const b = a + 2;\n  // ... existing code ...\n  return d;';
    assert.equal(await after(search(body.trimEnd(), short), file, js), 'refused: elision');
    const diff = `--- a/a.js\n+++ b/a.js\n@@ -2,3 +2,2 @@\n-  const b = a + 1;\n-  const c = b * 2;\n-  const d = c * 3;\n+  const b = a + 2;\n+  // ... rest unchanged ...\n   return d;\n`;
    assert.equal(await after(diff, file, js), 'refused: elision');
    const patch = `*** Begin Patch\n*** Update File: a.js\n@@\n-  const c = b * 2;\n-  const d = c * 3;\n+  // ...\n   return d;\n*** End Patch\n`;
    assert.equal(await after(patch, file, js), 'refused: elision');
    // What the file has already is no mark.
    const told = file.replace('  return d', '  // ... existing code ...\n  return d');
    assert.equal(
      await after(
        search(
          '  // ... existing code ...\n  return d;',
          '  // ... existing code ...\n  return c;',
        ),
        told,
        js,
      ),
      told.replace('return d', 'return c'),
    );
  });

  it('do not create files with marks', async () => {
    const block = 'function q() {\n  // ... existing code ...\n}\n';
    const add = `*** Begin Patch\n*** Add File: src/b.js\n${block.replaceAll(/^(?=.)/gm, '+')}*** End Patch\n`;
    for (const text of [`// src/b.js\n${block}`, add]) {
      assert.equal(await after(text, file), 'refused: elision');
    }
    assert.equal(await after(block, '', js), 'refused: elision');
    const readme = `# Title\n\n\`\`\`js\n${block}\`\`\`\n`;
    assert.equal(await after(readme, file, { path: 'README.md' }), 'create');
  });

  it('leave the file readable', async () => {
    assert.equal(
      await after(search('  const d = c * 3;\n  return d;\n}', '  return c;'), file, js),
      'refused: syntax',
    );
    const python = 'def f(a):\n    if a < 1:\n        return 2\n';
    const search2 = '    if a < 1:\n        return 2';
    assert.equal(
      await after(search(search2, '    if a < 1:\n    return 2'), python, { file: 'a.py' }),
      'refused: syntax',
    );
    assert.equal(
      await after(search(search2, '    if a &lt; 1:\n        return 2'), python, { file: 'a.py' }),
      'refused: signs',
    );
    assert.equal(
      await after(
        search(
          '  const b = a + 1;\n  const c = b * 2;',
          '  const b = a &lt; 1;\n  const c = b * 2;',
        ),
        file,
        js,
      ),
      'refused: signs',
    );
    // One that was broken before can be mended, and changed elsewhere.
    const broken = file.replace('return d;', 'return (;');
    assert.equal(await after(search('  return (;', '  return d;'), broken, js), file);
    assert.equal(
      await after(
        search('  const b = a + 1;\n  const c = b * 2;', '  const b = a + 2;\n  const c = b * 2;'),
        broken,
        js,
      ),
      broken.replace('a + 1', 'a + 2'),
    );
  });

  it('write no remarks without the signs of a comment', async () => {
    const text = 'a: 1\nb: 2\nc: 3\nd: 4\n';
    for (const remark of ['... rest unchanged ...', '[... rest unchanged ...]', '<...>', '…']) {
      assert.equal(
        await after(search('b: 2\nc: 3', `b: 3\n${remark}`), text, { file: 'a.txt' }),
        'refused: elision',
        remark,
      );
    }
  });

  it('write titles of Markdown', async () => {
    const text = '# Title\n\n## Old\n\nOne.\nTwo.\n\n## Last\n\nThree.\n';
    const given = { file: 'a.md' };
    const whole = text.replace('## Old\n\nOne.\nTwo.', '## Other changes');
    assert.equal(
      await after(search('## Old\n\nOne.\nTwo.', '## Other changes'), text, given),
      whole,
    );
    assert.equal(await after('## Other changes\n\nOne.\n', text, { path: 'b.md' }), 'create');
    assert.equal(
      await after(search('One.\nTwo.', '<!-- rest unchanged -->'), text, given),
      'refused: elision',
    );
  });

  it('leave JSON readable', async () => {
    const json = '{\n  "name": "x",\n  "version": "1.0.0",\n  "private": true\n}\n';
    const given = { file: 'package.json' };
    assert.equal(
      await after(search('  "private": true', '  "private": true,'), json, given),
      'refused: syntax',
    );
    const more = '  "private": true,\n  "type": "module"';
    assert.equal(
      await after(search('  "private": true', more), json, given),
      json.replace('  "private": true', more),
    );
    assert.equal(await after(json.replace('"x",', '"y"'), json, given), 'refused: syntax');
    // With comments it cannot be read before either.
    const told = json.replace('{', '{\n  // Settings');
    assert.equal(
      await after(search('  "private": true', '  "private": false'), told, given),
      told.replace('true', 'false'),
    );
  });

  it('declare nothing twice that can be there once', async () => {
    const twice = search('function g() {', 'function f(a) {}\nfunction g() {');
    assert.equal(await after(twice, file, js), 'refused: duplicate');
    assert.equal(
      await after(
        search('const a = 1;', 'const a = 2;\nconst b = 2;'),
        'const a = 1;\nconst b = 2;\n',
      ),
      'refused: duplicate',
    );
    const allowed: readonly (readonly [path: string, text: string, from: string, to: string])[] = [
      [
        'a.ts',
        'function f(a: string): void;\nfunction f(a: unknown): void {\n  g(a);\n}\n',
        'function f(a: string): void;',
        'function f(a: string): void;\nfunction f(a: number): void;',
      ],
      [
        'a.py',
        'import x\n\nrows = x.read()\nprint(rows)\n',
        'rows = x.read()\nprint(rows)',
        'rows = x.read()\nrows = x.sort(rows)\nprint(rows)',
      ],
      [
        'a.py',
        'class A:\n    @property\n    def x(self):\n        return self._x\n',
        '    @property\n    def x(self):\n        return self._x',
        '    @property\n    def x(self):\n        return self._x\n\n    @x.setter\n    def x(self, value):\n        self._x = value',
      ],
      [
        'A.java',
        'class A {\n    int f(int a) {\n        return a;\n    }\n}\n',
        '    int f(int a) {\n        return a;\n    }',
        '    int f(int a) {\n        return a;\n    }\n\n    int f(String a) {\n        return 1;\n    }',
      ],
      [
        'a.css',
        '.a {\n  color: red;\n}\n',
        '.a {\n  color: red;\n}',
        '.a {\n  color: red;\n}\n\n.a {\n  top: 0;\n}',
      ],
      [
        'a.rs',
        'struct A;\n\nimpl A {\n    fn f() {}\n}\n',
        'impl A {\n    fn f() {}\n}',
        'impl A {\n    fn f() {}\n}\n\nimpl A {\n    fn g() {}\n}',
      ],
    ];
    for (const [path, text, from, to] of allowed) {
      assert.equal(await after(search(from, to), text, { file: path }), text.replace(from, to), to);
    }
  });

  it('write three dots where they are code', async () => {
    const model = 'class A(BaseModel):\n    x: int = Field(1)\n    y: int\n';
    assert.equal(
      await after(search('    y: int', '    y: int = Field(...)'), model, { file: 'a.py' }),
      model.replace('y: int', 'y: int = Field(...)'),
    );
    const block = model.replace('Field(1)', 'Field(...)');
    assert.equal(await after(block, model, { file: 'a.py' }), block);
  });

  it('keep a byte order mark', async () => {
    const text = 'first line here\nother thing\nmore\n';
    assert.equal(
      await after(
        search('first line here\nother thing', 'second line\nother thing'),
        `\ufeff${text}`,
        {
          file: 'a.txt',
        },
      ),
      `\ufeff${text.replace('first line here', 'second line')}`,
    );
  });

  it('remove a file only as the model saw it', async () => {
    const gone = '*** Begin Patch\n*** Delete File: src/a.ts\n*** End Patch\n';
    assert.equal(await after(gone, file), 'remove');
    assert.equal(await after(gone, file, { seen: body }), 'refused: changed');
  });

  it('create a file that is there, but empty', async () => {
    const diff = '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+const a = 1;\n';
    assert.equal(await after(diff, ''), 'const a = 1;\n');
    assert.equal(await after(diff, '\n'), 'const a = 1;\n');
    assert.equal(await after(diff, '', { seen: 'const b = 1;\n' }), 'refused: exists');
  });

  it('are planned together if they name one file in two ways', async () => {
    const text = 'const one = 1;\nconst two = 2;\nconst three = 3;\n';
    const block = `a.ts\n${search('const one = 1;', 'const one = 11;')}\nsrc/a.ts\n${search('const three = 3;', 'const three = 33;')}`;
    const wanted = text.replace('= 1', '= 11').replace('= 3', '= 33');
    assert.equal(await after(block, text), wanted);
    const files = [{ path: 'a.ts', names: ['lib/a.ts'], text, seen: text }];
    const plan = await planBlock(
      { text: block.replace('src/', 'lib/'), language: '', isComplete: true },
      files,
      loadGrammar,
    );
    assert.equal(plan.kind === 'files' && plan.files.length, 1);
  });
});

describe('the name in a refusal', () => {
  it('is of the code that it is about, and of nothing behind it', async () => {
    const text = `export function one() {\n  a();\n}\n${rest}`;
    const plan = await planBlock(
      { text: 'function one() {\n  b();\n}\n', language: '', isComplete: true },
      [{ path: 'a.ts', text, seen: text }],
      loadGrammar,
    );
    const [one] = plan.kind === 'files' ? plan.files : [];
    assert.ok(one?.kind === 'refuse' && one.name === 'one', JSON.stringify(one));
  });
});
