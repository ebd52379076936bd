import assert from 'node:assert/strict';
import { createRedactor } from '../../../../src/host/base/log.ts';

describe('redactor', () => {
  it('takes out every known secret, also as part of a URL', () => {
    const { learn, redact } = createRedactor();
    learn('sk-a/b');
    assert.equal(redact('key sk-a/b and sk-a%2Fb'), 'key [key] and [key]');
  });

  it('leaves nothing of a secret that begins with another', () => {
    const { learn, redact } = createRedactor();
    learn('sk-1');
    learn('sk-1234');
    assert.equal(redact('sk-1234'), '[key]');
  });

  it('does nothing with an empty secret', () => {
    const { learn, redact } = createRedactor();
    learn('');
    assert.equal(redact('abc'), 'abc');
  });
});
