import assert from 'node:assert/strict';
import { tidyKey } from '../../../../../src/host/connections/keys/pastedKey.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';

describe('tidyKey', () => {
  const pasted: readonly (readonly [text: string, key: string, removed: string])[] = [
    [' sk-1\t', 'sk-1', 'whitespace'],
    ['"sk-1"', 'sk-1', 'quotation marks'],
    ["'sk-1'", 'sk-1', 'quotation marks'],
    ['`sk-1`', 'sk-1', 'quotation marks'],
    ['“sk-1”', 'sk-1', 'quotation marks'],
    ['„sk-1“', 'sk-1', 'quotation marks'],
    ['«\u00a0sk-1\u00a0»', 'sk-1', 'quotation marks, whitespace'],
    ['»sk-1«', 'sk-1', 'quotation marks'],
    ['Bearer sk-1', 'sk-1', '“Bearer”'],
    ['bearer  sk-1', 'sk-1', '“Bearer”'],
    ['Authorization: Bearer sk-1', 'sk-1', '“Bearer”'],
    [' "Bearer sk-1" ', 'sk-1', 'whitespace, quotation marks, “Bearer”'],
    ['Bearer "sk-1"', 'sk-1', '“Bearer”, quotation marks'],
    ['  ', '', 'whitespace'],
    ['""', '', 'quotation marks'],
  ];
  for (const [text, key, removed] of pasted) {
    it(`takes ${JSON.stringify(text)} as ${JSON.stringify(key)} and says so`, () => {
      assert.deepEqual(tidyKey(text), {
        value: key,
        remark: `Removed from the API key: ${removed}.`,
      });
    });
  }

  it('leaves a key as it is', () => {
    for (const key of ['', 'sk-1', 'bearer', 'Bearersk-1', '"sk-1', `a'b'`, 'a b']) {
      assert.equal(tidyKey(key), undefined);
    }
  });

  it('takes little time for anything that is pasted', () => {
    for (const text of [' ', '"', 'Bearer ', '“”']) {
      assertLinear(2000, (size) => () => tidyKey(`Bearer ${text.repeat(size)}x`));
    }
  });
});
