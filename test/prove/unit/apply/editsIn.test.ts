import assert from 'node:assert/strict';
import { unlessRefused } from '../../../../src/apply/plan/refused.ts';
import { editsIn } from '../../../../src/apply/edits/editsIn.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

describe('the form of a block', () => {
  it('is read in linear time, whatever the text', () => {
    const next = random(seed);
    const words = [
      '<<<<<<< SEARCH',
      '=======',
      '>>>>>>> REPLACE',
      '@@',
      '@@ -1,',
      '--- a',
      '+++ b',
      '*** Update File: x',
      ' ',
      '-',
      '+',
      '\n',
      'a',
    ];
    const runs = quantity({ slice: 300, whole: 20_000 });
    for (let run = 0; run < runs; run += 1) {
      const text = Array.from({ length: 12 }, () => words[Math.floor(next() * words.length)]).join(
        next() < 0.5 ? '\n' : '',
      );
      const found = unlessRefused(() => editsIn(text, ''));
      assert.ok(found === undefined || 'kind' in found || found.length > 0, `seed ${seed}`);
    }
  });
});
