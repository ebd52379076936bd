import assert from 'node:assert/strict';
import { testFailureText } from '../../../../src/host/editorQuestions/errorQuestions.ts';

describe('testFailureText', () => {
  it('has the names of the test, its place, its message and both values', () => {
    assert.equal(
      testFailureText({
        names: ['parse', 'reads numbers'],
        message: '\u001b[31mExpected 1\u001b[39m',
        expected: '1',
        actual: '2',
        place: 'src/parse.test.ts:7',
      }),
      'Test: parse › reads numbers\nPlace: src/parse.test.ts:7\nMessage:\nExpected 1\nExpected:\n1\nActual:\n2',
    );
  });

  it('is bounded, and says so', () => {
    const long = 'x\n'.repeat(3_000_000);
    const text = testFailureText({
      names: [long],
      message: long,
      expected: long,
      actual: undefined,
      place: undefined,
    });
    assert.ok(text.length < 30_000);
    assert.match(text, /characters are left out\]/);
    assert.doesNotMatch(text, /Actual/);
  });
});
