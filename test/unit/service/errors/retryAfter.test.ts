import assert from 'node:assert/strict';
import { retryAfterMs } from '../../../../src/service/errors/retryAfter.ts';

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
  const limits: readonly (readonly [headers: Record<string, string>, ms: number | undefined])[] = [
    // OpenAI, Groq, Cerebras, OpenRouter, Anthropic, GitHub and the draft of the IETF.
    [
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '6m0s',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6ms',
      },
      360_000,
    ],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '7.66s' }, 7660],
    [
      {
        'x-ratelimit-remaining-requests-day': '1000',
        'x-ratelimit-reset-requests-day': '33011.382867',
        'x-ratelimit-remaining-tokens-minute': '0',
        'x-ratelimit-reset-tokens-minute': '11.382867',
      },
      11_383,
    ],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${now + 42_000}` }, 42_000],
    [{ 'x-ratelimit-reset': `${now / 1000 + 42}` }, 42_000],
    [
      {
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': '1994-11-06T08:50:07Z',
      },
      60_000,
    ],
    [{ 'x-ratelimit-type': 'UserByModelByDay', 'x-ratelimit-timeremaining': '4000' }, 4_000_000],
    [{ 'ratelimit-reset': '50' }, 50_000],
    [{ 'ratelimit-remaining': '3', 'ratelimit-reset': '50' }, undefined],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1m30s' }, 90_000],
    [{ ratelimit: 'limit=100, remaining=0, reset=30' }, 30_000],
    [{ ratelimit: 'limit=100;w=60, remaining=0, reset=30' }, 30_000],
    [{ ratelimit: 'limit=100, remaining=1, reset=30' }, undefined],
    [{ ratelimit: 'limit=100, reset=30' }, undefined],
    [{ ratelimit: '"default";r=0;t=30' }, 30_000],
    [{ RateLimit: '"default"; r=0; t=30', 'ratelimit-policy': '"default";q=100;w=60' }, 30_000],
    [{ ratelimit: '"burst";r=0;t=1, "day";r=0;t=3600, "week";r=7;t=99999' }, 3_600_000],
    [{ ratelimit: '"default";r=9;t=30' }, undefined],
    [{ ratelimit: '"default";r=0' }, undefined],
    [{ ratelimit: 'default' }, undefined],
    [{ 'retry-after': '2', ratelimit: '"default";r=0;t=30' }, 2000],
    [{ 'retry-after': '2', 'x-ratelimit-reset': '50' }, 2000],
    [{ 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': '1s' }, undefined],
    [{ 'x-ratelimit-reset': 'soon' }, undefined],
    [{ 'x-ratelimit-reset': '1s 2' }, undefined],
    [{ 'x-ratelimit-reset-requests': '1x' }, undefined],
  ];
  for (const [headers, ms] of limits) {
    it(`reads ${JSON.stringify(headers)} as ${ms} where a limit was reached`, () => {
      // The dates of today's services would be long after this one.
      const sentAt = new Headers({ ...headers, date: new Date(now).toUTCString() });
      assert.equal(retryAfterMs(sentAt, now, { readsLimits: true }), ms);
      const { 'retry-after': own } = headers;
      const without = retryAfterMs(new Headers(headers), now, { readsLimits: false });
      assert.equal(without, own === undefined ? undefined : ms);
    });
  }

  for (const [headers, ms] of cases) {
    it(`reads ${JSON.stringify(headers)} as ${ms}`, () => {
      assert.equal(retryAfterMs(new Headers(headers), now, { readsLimits: false }), ms);
    });
  }
});
