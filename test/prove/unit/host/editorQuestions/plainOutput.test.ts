import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { plainOutput } from '../../../../../src/host/editorQuestions/terminal/plainOutput.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

const esc = '\u001b';

describe('plainOutput', () => {
  it('has no control characters, whatever the output', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        esc,
        '\u009b',
        '[',
        ']',
        'P',
        '\r',
        '\n',
        '\b',
        '\u0007',
        'H',
        '?1049h',
        '2J',
      ),
      fc.integer({ min: 0, max: 2 ** 40 }).map(String),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[A-HJKhlm;?]$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        assert.doesNotMatch(plainOutput(pieces.join('')), /[^\P{Cc}\t\n]/u);
      }),
      { seed, numRuns: quantity({ slice: 200, whole: 10_000 }) },
    );
  });
});
