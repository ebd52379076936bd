import assert from 'node:assert/strict';
import type { BlockForm } from '../../../../src/apply/blockEdits.ts';
import { blockForm } from '../../../../src/apply/blockForm.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

/** Without the fields that are not there. */
function read(text: string, language = ''): BlockForm {
  return JSON.parse(JSON.stringify(blockForm(text, language)));
}

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
      assert.ok(read(text), `seed ${seed}`);
    }
  });
});
