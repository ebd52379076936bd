import assert from 'node:assert/strict';
import { errorFacts } from '../../../../src/service/errors/errorFacts.ts';

/** Numbers with units as services write them, and the milliseconds that they mean. */
const durations: readonly (readonly [text: string, ms: number])[] = [
  ['20s', 20_000],
  ['6m0s', 360_000],
  ['1.5 seconds', 1500],
  ['40000 seconds', 40_000_000],
  ['about 20 seconds', 20_000],
  ['approximately 2 minutes', 120_000],
  ['1 minute and 30 seconds', 90_000],
  ['1 hour, 2 minutes, and 3 seconds', 3_723_000],
  ['2 days', 172_800_000],
  ['30 秒', 30_000],
  ['2分钟', 120_000],
  ['1 小时', 3_600_000],
];

const sentences: readonly ((duration: string) => string)[] = [
  (duration) => `Please try again in ${duration}.`,
  (duration) => `Rate limit reached. Retry after ${duration}`,
  (duration) => `Please wait ${duration} before retrying.`,
  (duration) => `You must wait for ${duration}; do not try again before.`,
  (duration) => `The limit resets in ${duration}. See the page of limits.`,
];

describe('a time to wait in the body of an error', () => {
  it('is read in every wording', () => {
    for (const sentence of sentences) {
      for (const [text, ms] of durations) {
        const message = sentence(text);
        assert.equal(errorFacts({ error: { message } }).retryAfterMs, ms, message);
      }
    }
  });

  it('is read in Chinese', () => {
    for (const message of [
      '请求过于频繁，请在 30 秒后重试',
      '已限速，30秒后再试',
      '请 30 秒后再试',
    ]) {
      assert.equal(errorFacts({ error: { message } }).retryAfterMs, 30_000, message);
    }
    assert.equal(errorFacts({ message: '请稍后重试' }).retryAfterMs, undefined);
  });

  it('is read in fields for the end of a limit', () => {
    const inAnHour = Date.now() + 3_600_000;
    for (const fields of [
      { resets_in_seconds: 3600 },
      { reset_in: '1h' },
      { retryDelay: '3600s' },
      { resets_at: Math.round(inAnHour / 1000) },
      { resetsAt: inAnHour },
      { reset_at: new Date(inAnHour).toISOString() },
      { resets_at: null, resets_in_seconds: 3600 },
    ]) {
      const { retryAfterMs = 0 } = errorFacts({ error: { message: 'No.', ...fields } });
      assert.ok(Math.abs(retryAfterMs - 3_600_000) < 5000, JSON.stringify(fields));
    }
    assert.equal(errorFacts({ error: { message: 'No.', reset: true } }).retryAfterMs, undefined);
  });

  it('is read in fields of its own', () => {
    for (const [error, ms] of [
      [{ message: 'Slow down', retry_after: 12 }, 12_000],
      [{ message: 'Slow down', retry_after: '1m' }, 60_000],
      [{ message: 'Slow down', retry_after_ms: 1500 }, 1500],
      [{ message: 'Try again in 5s', retry_after: 12 }, 12_000],
    ] as const) {
      assert.equal(errorFacts({ error }).retryAfterMs, ms, JSON.stringify(error));
    }
    assert.equal(errorFacts({ message: 'Slow down', retry_after: 3 }).retryAfterMs, 3000);
  });

  it('is none where a sentence says none', () => {
    for (const message of [
      'Please try again later.',
      'Please wait.',
      'You can wait for the next release in 20 seconds of video.',
      'Try again in a few minutes.',
      'Retry after fixing 3 messages.',
    ]) {
      assert.equal(errorFacts({ error: { message } }).retryAfterMs, undefined, message);
    }
  });

  it('is looked for in linear time', () => {
    const message = 'try again in 1 minute, wait for '.repeat(100_000);
    assert.equal(errorFacts({ error: { message } }).retryAfterMs, 60_000);
    assert.equal(
      errorFacts({ error: { message: 'wait '.repeat(100_000) } }).retryAfterMs,
      undefined,
    );
  });
});
