import assert from 'node:assert/strict';
import { restated } from '../../../src/apply/code/fit/restateLines.ts';
import { Refused } from '../../../src/apply/plan/refused.ts';

/** What comes of lines with marks, `-` before those that are left out; or why nothing does. */
function placed(own: string, old: string): string {
  const [lines, others] = [own.split(' '), old.split(' ')];
  const marks = new Set(lines.flatMap((line, at) => (line === '...' ? [at] : [])));
  try {
    return restated({
      own: lines,
      marks,
      old: others,
      name: 'f',
      timesIn: (line) => others.filter((one) => one === line).length,
      language: 'javascript',
    })
      .flatMap((piece) => piece.lines.map((line) => (piece.leftOut === 'f' ? `-${line}` : line)))
      .join(' ');
  } catch (error) {
    assert.ok(error instanceof Refused);
    return error.reason;
  }
}

describe('lines with marks', () => {
  it('are where they explain the most, and what is new is between them', () => {
    assert.equal(
      placed('f() ... b() new() c() ... }', 'f() a() b() c() d() }'),
      'f() a() b() new() c() d() }',
    );
    assert.equal(
      placed('f() ... b() new() c() ... }', 'f() b() a() b() c() }'),
      'f() b() a() b() new() c() }',
    );
    assert.equal(placed('f() ... new() }', 'f() a() b() }'), 'f() a() b() new() }');
  });

  it('are refused where others explain them as well', () => {
    assert.equal(placed('f() ... b() new() ... }', 'f() a() b() c() b() d() }'), 'elision');
    assert.equal(placed('f() ... new() ... }', 'f() a() b() c() }'), 'elision');
    assert.equal(placed('f() ... b() new() c() ... }', 'f() b() c() a() b() c() }'), 'elision');
  });

  it('are refused where a line beside a mark may be changed or new', () => {
    assert.equal(placed('f() ... use(c) }', 'f() use(a) }'), 'elision');
    assert.equal(placed('f() use(c) ... }', 'f() use(a) }'), 'elision');
    assert.equal(placed('f() ... a=2 }', 'f() b=1 a=1 }'), 'f() b=1 a=2 }');
  });

  it('are new beside a mark where they are like several others', () => {
    assert.equal(placed('f() ... use(c) }', 'f() use(a) use(b) }'), 'f() use(a) use(b) use(c) }');
    assert.equal(placed('f() use(c) ... }', 'f() use(a) use(b) }'), 'f() use(c) use(a) use(b) }');
  });

  it('replace what is between them, and only remove nothing', () => {
    assert.equal(
      placed('f() ... b() new() d() ... }', 'f() a() b() c() d() }'),
      'f() a() b() new() d() }',
    );
    assert.equal(
      placed('f() ... b() d() ... }', 'f() a() b() c() d() e() }'),
      'f() a() b() -c() d() e() }',
    );
  });

  it('need not leave anything out at a mark', () => {
    assert.equal(placed('f() a() ... b() new() }', 'f() a() b() }'), 'f() a() b() new() }');
  });
});
