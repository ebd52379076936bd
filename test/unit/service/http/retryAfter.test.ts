import assert from 'node:assert/strict';
import { retryAfterMs } from '../../../../src/service/http/retry.ts';

const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
const now = Date.parse('1994-11-06T08:49:07Z');

describe('retryAfterMs', () => {
  const cases: readonly (readonly [headers: Record<string, string>, ms: number | undefined])[] = [
    [{}, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '120' }, 120_000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': '0.0001' }, 1],
    // In 1994, this year is the one to come, and the next one has been.
    [{ 'retry-after': 'Sunday, 06-Nov-44 08:49:37 GMT' }, 365 * 24 * 60 * 60 * 1000],
    [{ 'retry-after': 'Sunday, 06-Nov-45 08:49:37 GMT' }, 0],
    [{ 'retry-after': date }, 30_000],
    [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:37 GMT' }, 30_000],
    [{ 'retry-after': 'Sun Nov  6 08:49:37 1994' }, 30_000],
    [{ 'retry-after': 'Sun, 06 Nov 1994 08:00:00 GMT' }, 0],
    [{ 'retry-after': date, date: 'Sun, 06 Nov 1994 08:49:36 GMT' }, 1000],
    [{ 'retry-after': date, date: 'nonsense' }, 30_000],
    [{ 'retry-after-ms': '250' }, 250],
    [{ 'retry-after-ms': '250.4' }, 251],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 1000],
    [{ 'retry-after-ms': '2500', 'retry-after': '1' }, 2500],
    [{ 'retry-after': '9'.repeat(30) }, 365 * 24 * 60 * 60 * 1000],
    ...[
      '',
      '-1',
      '1.',
      '.5',
      '1,5',
      '1e3',
      '+1',
      '0x10',
      '7 s',
      'soon',
      'Infinity',
      '2099-01-01',
      'Sun, 06 Nov 1994 08:49:37',
      'Sun, 31 Nov 1994 08:49:37 GMT',
      'Sun, 30 Feb 1995 08:49:37 GMT',
      'Sun, 00 Nov 1994 08:49:37 GMT',
      'Sun, 06 Nov 1994 24:00:00 GMT',
      'Sun, 06 Nov 1994 08:60:00 GMT',
      'Sun, 06 Nov 1994 08:00:61 GMT',
      'Xyz, 06 Nov 1994 08:49:37 GMT',
      'Sun, 06 Xyz 1994 08:49:37 GMT',
      'Sundays, 06-Nov-94 08:49:37 GMT',
    ].map((value) => [{ 'retry-after': value }, undefined] as const),
    [{ 'retry-after-ms': '-5' }, undefined],
  ];
  for (const [headers, ms] of cases) {
    it(`reads ${JSON.stringify(headers)} as ${ms}`, () => {
      assert.equal(retryAfterMs(new Headers(headers), now), ms);
    });
  }
});
