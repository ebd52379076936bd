import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { exportNames } from '../../../../../src/conversation/transfer/exportNames.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

describe('exportNames', () => {
  it('gives names that are safe, short and all different, whatever the titles', () => {
    const title = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('a', 'A', 'nul', '.'),
    );
    fc.assert(
      fc.property(fc.array(title), fc.array(title), (titles, taken) => {
        const names = exportNames(titles, taken);
        assert.equal(names.length, titles.length);
        for (const name of names) {
          assert.match(name, /^[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N} _-]*(?<! )$/u);
          assert.ok(new TextEncoder().encode(name).length <= 250);
        }
        const folded = [...names, ...new Set(taken)].map((name) =>
          name.normalize('NFC').toLowerCase(),
        );
        const own = folded.slice(0, names.length);
        assert.equal(new Set(own).size, names.length);
        assert.ok(own.every((name) => !folded.slice(names.length).includes(name)));
      }),
      { seed, numRuns: quantity({ slice: 3, whole: 500 }) },
    );
  });
});
