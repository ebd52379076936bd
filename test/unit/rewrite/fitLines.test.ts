import assert from 'node:assert/strict';
import { withoutBlankEdges } from '../../../src/apply/lines/blankLines.ts';
import { fitLines } from '../../../src/rewrite/planPart.ts';
import { partAt, textOf, withLines } from '../../../src/rewrite/part.ts';

/** What stands in place of `text`; `before` is what is before it in the file. */
function fit(code: string, text: string, { lineEnd = '\n', before = '' } = {}): string {
  const whole = before + text;
  const part = partAt(whole, before.length, whole.length);
  const fitted = fitLines(withoutBlankEdges(code.split('\n')), part);
  return textOf(withLines(part, fitted, lineEnd)).slice(before.length);
}

describe('fitLines', () => {
  it('keeps the end of the original: with, without, and several line breaks', () => {
    assert.equal(fit('b', 'a'), 'b');
    assert.equal(fit('b', 'a\n'), 'b\n');
    assert.equal(fit('b\n\n', 'a\n'), 'b\n');
    assert.equal(fit('b', '\n\na\n\n'), '\n\nb\n\n');
    assert.equal(fit('b', 'a\n  \n\t'), 'b\n  \n\t');
  });

  it('keeps the line ends', () => {
    assert.equal(fit('b\nc', 'a\r\n', { lineEnd: '\r\n' }), 'b\r\nc\r\n');
    assert.equal(
      fit('b\n\nc', '\r\na', { lineEnd: '\r\n' }),
      '\r\nb\n\nc'.replaceAll(/\r?\n/g, '\r\n'),
    );
  });

  it('indents code that came at the margin', () => {
    const text = '    if (a) {\n      b();\n    }\n';
    assert.equal(fit('if (c) {\n  b();\n\n}', text), '    if (c) {\n      b();\n\n    }\n');
    // As it is if it has the indentation.
    assert.equal(fit('    if (c) {\n      b();\n    }', text), '    if (c) {\n      b();\n    }\n');
  });

  it('indents the first line if that came at the margin alone', () => {
    const method = '    def f(self):\n        return 1\n';
    for (const [code, text, wanted] of [
      ['def f(self):\n        return 2', method, method.replace('1', '2')],
      ['def f(self):\n    return 2', method, method.replace('1', '2')],
      ['a(2);\n  b(2);', '  a();\n  b();', '  a(2);\n  b(2);'],
      ['if (c) {\n      b();\n    }', '    if (a) {\n    }', '    if (c) {\n      b();\n    }'],
      ['a(2)\n\tb(2)', '\ta()\n\tb()', '\ta(2)\n\tb(2)'],
    ] as const) {
      assert.equal(fit(code, text), wanted);
    }
  });

  it('indents all lines of code at the margin whose others happen to be as deep as the original', () => {
    for (const [code, wanted] of [
      ['if a:\n    x = 1', '    if a:\n        x = 1'],
      ['if (a) {\n    x = 1;\n}', '    if (a) {\n        x = 1;\n    }'],
      ['x = a\n    .b()\n    .c()', '    x = a\n        .b()\n        .c()'],
      ['f(\n    x = 1', '    f(\n        x = 1'],
    ] as const) {
      assert.equal(fit(code, '    x = 1'), wanted);
    }
  });

  it('leaves a body alone that is put into a block or taken out of one', () => {
    assert.equal(
      fit('  if (x) {\n    a();\n    b();\n  }', '  a();\n  b();\n'),
      '  if (x) {\n    a();\n    b();\n  }\n',
    );
    assert.equal(fit('  a();', '  if (x) {\n    a();\n  }'), '  a();');
  });

  it('keeps lines at the margin that were there: in a text of several lines, or for a preprocessor', () => {
    const text = '    s = """\nat the margin\n"""\n    t = 1\n';
    assert.equal(
      fit('s = """\nat the margin\n"""\nt = 2', text),
      '    s = """\nat the margin\n"""\n    t = 2\n',
    );
  });

  it('writes tabs where the code has tabs, and spaces where it has spaces', () => {
    assert.equal(
      fit('if a {\n    b()\n        c()\n}', '\tif a {\n\t\tb()\n\t}\n'),
      '\tif a {\n\t\tb()\n\t\t\tc()\n\t}\n',
    );
    assert.equal(
      fit('/**\n * a\n */\nb {\n    c\n}', '\t/**\n\t * x\n\t */\n\tb'),
      '\t/**\n\t * a\n\t */\n\tb {\n\t\tc\n\t}',
    );
    assert.equal(fit('if a:\n\tb()', 'if a:\n    c()\n'), 'if a:\n    b()\n');
    // The code is not indented, but the file is.
    assert.equal(
      fit('f() {\n  a\n}', 'f() {}\n', { before: 'g() {\n\tb\n}\n' }),
      'f() {\n\ta\n}\n',
    );
  });

  it('leaves mixed indentation as the reply has it', () => {
    const text = '\tif a:\n        b()\n';
    assert.equal(fit('\tif c:\n        b()', text), '\tif c:\n        b()\n');
  });

  it('does as asked if only the indentation is to change', () => {
    assert.equal(fit('  a\n  b', '    a\n    b\n'), '  a\n  b\n');
    assert.equal(fit('    if a:\n        b()', '\tif a:\n\t\tb()\n'), '    if a:\n        b()\n');
    // But left out is not asked for.
    assert.equal(fit('a\nb', '    a\n    b\n'), '    a\n    b\n');
  });

  it('leaves what begins in the middle of a line', () => {
    const more = { before: 'x = ' };
    assert.equal(fit('  foo(\n    b,\n  )', 'foo(\n    a,\n  )', more), 'foo(\n    b,\n  )');
    assert.equal(fit('x', 'a', more), 'x');
  });

  it('leaves nothing behind of what is deleted', () => {
    assert.equal(fit('', '  a\n'), '');
    assert.equal(fit('\n\n', '\na\n\n'), '\n\n', 'blank lines around it stay');
    assert.equal(fit('', 'a', { before: 'x = ' }), '');
  });

  it('keeps signs of any script', () => {
    assert.equal(fit('"😀" + "שלום" + "é"', '  "x"\n'), '  "😀" + "שלום" + "é"\n');
  });
});
