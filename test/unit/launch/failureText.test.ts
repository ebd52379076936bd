import assert from 'node:assert/strict';
import Mocha from 'mocha';
import { failureLimits, failureText, screenText } from '../../launch/run/failureText.ts';
import type { SuiteResult } from '../../launch/run/suiteResult.ts';
import { createTestReporter } from '../../launch/run/testReporter.ts';

const huge = 'x'.repeat(4_000_000);
const manyLines = 'a line\n'.repeat(500_000);

function assertOnScreen(text: string): void {
  const lines = text.split('\n');
  assert.ok(lines.length <= failureLimits.lines, `${lines.length} lines`);
  const longest = Math.max(...lines.map(({ length }) => length));
  assert.ok(longest <= failureLimits.lineLength, `${longest} characters`);
}

/** What `work` throws. */
function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('Nothing was thrown.');
}

describe('failureText', () => {
  const failures: Readonly<Record<string, unknown>> = {
    'a message of one long line': new Error(huge),
    'a message of many lines': new Error(manyLines),
    'a cause': new Error(manyLines, { cause: new Error(manyLines, { cause: huge }) }),
    'an assertion of texts': thrownBy(() => assert.equal(manyLines, `${manyLines}!`)),
    'an assertion of objects': thrownBy(() => assert.deepEqual([[huge]], [[1]])),
    'a deep stack': Object.assign(new Error('deep'), {
      stack: `Error: deep\n${'    at work (file.ts:1:1)\n'.repeat(100_000)}`,
    }),
    'a text': huge,
    nothing: undefined,
    'what holds itself': thrownBy(() => {
      const ring: Record<string, unknown> = {};
      ring['ring'] = ring;
      throw ring;
    }),
  };
  for (const [name, error] of Object.entries(failures)) {
    it(`fits on a screen with ${name}`, () => {
      assertOnScreen(failureText(`the title ${huge}`, error));
      assertOnScreen(failureText(manyLines, error));
    });
  }

  it('says what failed, why, where and what caused it', () => {
    const error = new TypeError('no number', { cause: new RangeError('too large') });
    const text = failureText('adds', error);
    assert.match(text, /^adds\nTypeError: no number\n {4}at .*failureText\.test\.ts/);
    assert.match(text, /\ncaused by RangeError: too large\n {4}at .*failureText\.test\.ts/);
    assert.equal(text.match(/no number/g)?.length, 1);
  });

  it('says that something was cut, and leaves alone what fits', () => {
    assert.equal(screenText('a\nb'), 'a\nb');
    const cut = screenText(manyLines);
    assertOnScreen(cut);
    assert.match(cut, /\n… \(3500000 characters\)$/);
    assert.match(screenText(huge), /^x{199}…\n… \(4000000 characters\)$/);
  });
});

describe('the report of a run', () => {
  it('lists the tests, and each failure within a screen', async () => {
    const printed: string[] = [];
    const { promise, resolve } = Promise.withResolvers<SuiteResult>();
    const reporter = createTestReporter((text) => printed.push(text), resolve);
    const mocha = new Mocha({ reporter });
    // A root suite of its own: these tests are not those of the run that this test is part of.
    const suite = Mocha.Suite.create(mocha.suite, 'sums');
    suite.addTest(new Mocha.Test('add up', () => {}));
    suite.addTest(new Mocha.Test('later'));
    suite.addTest(
      new Mocha.Test('differ', () => {
        throw Object.assign(new Error(huge), { actual: huge, expected: manyLines, showDiff: true });
      }),
    );
    mocha.run();
    assert.deepEqual(await promise, { passed: 1, failed: ['sums differ'] });
    assert.deepEqual(printed.slice(0, -1), ['sums', '  ✓ add up', '  - later', '  1) differ']);
    const failure = printed.at(-1) ?? '';
    assertOnScreen(failure.trim());
    assert.match(failure, /^\n1\) sums differ\nError: x{192}…\n/);
  });
});
