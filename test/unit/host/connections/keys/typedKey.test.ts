import assert from 'node:assert/strict';
import { tidyKey } from '../../../../../src/host/connections/keys/typedKey.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';

describe('tidyKey', () => {
  const pasted: readonly (readonly [text: string, key: string])[] = [
    [' sk-1\t', 'sk-1'],
    ['"sk-1"', 'sk-1'],
    ["'sk-1'", 'sk-1'],
    ['`sk-1`', 'sk-1'],
    ['“sk-1”', 'sk-1'],
    ['„sk-1“', 'sk-1'],
    ['«\u00a0sk-1\u00a0»', 'sk-1'],
    ['»sk-1«', 'sk-1'],
    ['"sk-1', 'sk-1'],
    ['Bearer sk-1', 'sk-1'],
    ['bearer  sk-1', 'sk-1'],
    ['Authorization: Bearer sk-1', 'sk-1'],
    [' "Bearer sk-1" ', 'sk-1'],
    ['Bearer "sk-1"', 'sk-1'],
    ['  ', ''],
    ['""', ''],
  ];
  for (const [text, key] of pasted) {
    it(`takes ${JSON.stringify(text)} as ${JSON.stringify(key)} and says so`, () => {
      assert.deepEqual(tidyKey(text), {
        value: key,
        remark: 'Removed what was around the API key.',
      });
    });
  }

  it('leaves a key as it is', () => {
    for (const key of ['', 'sk-1', 'bearer', 'Bearersk-1', `a'b'`, 'a b']) {
      assert.equal(tidyKey(key), undefined);
    }
  });

  it('takes little time for anything that is pasted', () => {
    for (const text of [' ', '"', 'Bearer ', '“”']) {
      assertLinear(2000, (size) => () => tidyKey(`Bearer ${text.repeat(size)}x`));
    }
  });
});
