import assert from 'node:assert/strict';
import { maskedValues, withMasks, withoutMasks } from '../../../src/rewrite/masks.ts';

const original = 'key = "sk-123";\nother = "ghp_9";\nagain = "sk-123";\n';
const sent = original
  .replaceAll('sk-123', '[masked: OpenAI key 1]')
  .replace('ghp_9', '[masked: GitHub token 2]');

describe('maskedValues', () => {
  it('finds the values of masks, and none without masks', () => {
    assert.deepEqual(maskedValues(original, original), new Map());
    assert.deepEqual(
      [...(maskedValues(sent, original) ?? [])],
      [
        ['[masked: OpenAI key 1]', 'sk-123'],
        ['[masked: GitHub token 2]', 'ghp_9'],
      ],
    );
    assert.deepEqual(
      [...(maskedValues('[masked: API key 1]', 'abc') ?? [])],
      [['[masked: API key 1]', 'abc']],
    );
  });

  it('gives nothing if the text differs otherwise, or if one mask has two values', () => {
    assert.equal(maskedValues('a', 'b'), undefined);
    assert.equal(maskedValues(`${sent}x`, original), undefined);
    assert.equal(maskedValues('[masked: API key 1] [masked: API key 1]', 'abc abd'), undefined);
  });
});

describe('maskedValues, where a value has the text between two of them', () => {
  it('gives nothing, since the values cannot be told apart', () => {
    const both = '[masked: GitHub token 1]:[masked: GitHub token 2]';
    assert.equal(maskedValues(both, 'a:b:c'), undefined);
    assert.deepEqual([...(maskedValues(both, 'ab:c') ?? []).values()].length, 2);
    assert.equal(maskedValues('[masked: API key 1][masked: API key 2]', 'abc'), undefined);
  });
});

describe('withMasks', () => {
  it('writes code as it was sent', () => {
    const values = maskedValues(sent, original) ?? new Map<string, string>();
    assert.equal(withMasks(original, values), sent);
  });
});

describe('withoutMasks', () => {
  it('puts the values back, also where they have moved', () => {
    const values = maskedValues(sent, original) ?? new Map<string, string>();
    assert.equal(
      withoutMasks('a([masked: GitHub token 2], [masked: OpenAI key 1]) // $&', values),
      'a(ghp_9, sk-123) // $&',
    );
  });

  it('refuses a mask that is not known', () => {
    assert.equal(withoutMasks('[masked: GitHub token 3]', new Map()), undefined);
  });
});
