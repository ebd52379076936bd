import assert from 'node:assert/strict';
import { withoutMasks } from '../../../src/rewrite/replyCode.ts';

const token = {
  kind: 'token',
  start: 7,
  end: 12,
  id: 2,
  mask: '[masked: GitHub token 2]',
} as const;

describe('withoutMasks', () => {
  it('puts the values back, also where they have moved', () => {
    const found = [
      { findings: [], isPartial: false },
      { findings: [token], isPartial: false },
    ];
    assert.equal(
      withoutMasks('a([masked: GitHub token 2]) // $&', ['', 'key = "gh$&_"'], found),
      'a(gh$&_) // $&',
    );
  });
});
