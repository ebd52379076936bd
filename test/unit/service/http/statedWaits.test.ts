import assert from 'node:assert/strict';
import { errorFacts } from '../../../../src/service/errorFacts.ts';

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
