import assert from 'node:assert/strict';
import {
  type ProblemFacts,
  problemText,
} from '../../../../src/host/editorQuestions/problems/problems.ts';

const problem: ProblemFacts = {
  path: 'src/parse.ts',
  line: 12,
  column: 5,
  severity: 'error',
  code: '2322',
  source: 'ts',
  message: "Type 'string' is not assignable to type 'number'.",
  related: [],
};

describe('problemText', () => {
  it('has severity, code, source, message, place and the lines around it', () => {
    const around = { first: 11, lines: ['', "const שלום: number = '👍';", '}'] };
    assert.equal(
      problemText([{ ...problem, around }], 1),
      [
        "src/parse.ts:12:5: error 2322 (ts): Type 'string' is not assignable to type 'number'.",
        '     11 | ',
        ">    12 | const שלום: number = '👍';",
        '     13 | }',
      ].join('\n'),
    );
  });

  it('leaves out what a problem does not say, and indents further lines', () => {
    const plain = { ...problem, code: undefined, source: undefined, message: 'One.\r\nTwo.\n' };
    assert.equal(problemText([plain], 1), 'src/parse.ts:12:5: error: One.\n  Two.');
  });

  it('has the places that belong to a problem', () => {
    const related = [{ path: 'src/a.ts', line: 1, column: 2, message: 'Declared here.' }];
    assert.match(
      problemText([{ ...problem, related }], 1),
      /\n {2}src\/a\.ts:1:2: Declared here\.$/,
    );
  });

  it('counts the problems that are too many', () => {
    const text = problemText(
      Array.from({ length: 100 }, () => problem),
      100_000,
    );
    assert.equal(text.split('src/parse.ts:12:5').length, 101);
    assert.match(text, /\n\n\[99900 more problems are left out\]$/);
  });

  it('is bounded with megabytes in every field', () => {
    const long = 'x'.repeat(2_000_000);
    const place = { path: long, line: 1, column: 1 };
    const text = problemText(
      Array.from({ length: 100 }, () => ({
        ...place,
        severity: 'error' as const,
        code: long,
        source: long,
        message: long,
        related: Array.from({ length: 50 }, () => ({ ...place, message: long })),
        around: { first: 1, lines: [long, long, long] },
      })),
      100,
    );
    assert.ok(text.length < 90_000, `${text.length}`);
    assert.match(text, /more problems are left out\]$/);
  });
});
