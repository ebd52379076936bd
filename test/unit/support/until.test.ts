import assert from 'node:assert/strict';
import { until } from '../../support/until.ts';

describe('until', () => {
  for (const nothing of [undefined, null, false, 0, ''] as const) {
    it(`waits as long as the condition gives ${JSON.stringify(nothing)}`, async () => {
      let looks = 0;
      const found = await until('something', () => {
        looks += 1;
        return looks > 3 ? 'found' : nothing;
      });
      assert.deepEqual([found, looks], ['found', 4]);
    });
  }

  it('says what it waited for in vain', async () => {
    await assert.rejects(
      until('rain', () => undefined, 0),
      /rain/,
    );
  });
});
