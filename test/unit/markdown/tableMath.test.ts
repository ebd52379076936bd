import assert from 'node:assert/strict';
import { createParser } from '../../../src/markdown/createParser.ts';
import { assertLinear } from '../../support/assertLinear.ts';

const parser = createParser(['block']);

describe('tableMath', () => {
  /** The cells of the second row of a table. */
  const cellsOf = (row: string): readonly string[] =>
    parser
      .parse(`| a | b |\n| - | - |\n${row}\n`, {})
      .filter(({ type }) => type === 'inline')
      .slice(2)
      .map(({ content }) => content);

  const rows: readonly (readonly [row: string, cells: readonly string[]])[] = [
    ['| $|x|$ | $P(A|B)$ |', ['$|x|$', '$P(A|B)$']],
    [
      '| $x$, $|y|$ and $|z|$ | \\(|a|\\) then $b$ |',
      ['$x$, $|y|$ and $|z|$', '\\(|a|\\) then $b$'],
    ],
    ['| $a | b$ |', ['$a', 'b$']],
    ['| $a|$b |', ['$a', '$b']],
  ];
  for (const [row, cells] of rows) {
    it(`divides ${row}`, () => {
      assert.deepEqual(cellsOf(row), cells);
    });
  }

  for (const unit of ['a|$x$ ', ' $|x|$', '\\(|x|\\) | ']) {
    it(`takes time that grows with the line only: ${unit}`, () => {
      assertLinear(2000, (count) => {
        const line = unit.repeat(count);
        return () => parser.parse(line, {});
      });
    });
  }

  it('takes a separator of lines that ends no line of markdown as part of a line', () => {
    assert.deepEqual(cellsOf('| $|\u2028x|$ | b |'), ['$|\u2028x|$', 'b']);
    assertLinear(2000, (count) => {
      const text = '\u2028'.repeat(count);
      return () => parser.parse(text, {});
    });
  });
});
