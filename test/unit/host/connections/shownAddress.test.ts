import assert from 'node:assert/strict';
import { shownAddress } from '../../../../src/host/connections/shownAddress.ts';
import { isThisComputer } from '../../../../src/host/connections/consents/consents.ts';

describe('shownAddress', () => {
  it('is the address as requests go there', () => {
    assert.equal(shownAddress('0x7f.1:8080'), 'https://127.0.0.1:8080/v1');
    assert.equal(
      shownAddress('https://аpi.openai.com/v1/models'),
      'https://xn--pi-6kc.openai.com/v1',
    );
    assert.equal(shownAddress('http://HOST/models/v1'), 'http://host/models/v1');
    assert.equal(shownAddress('host/v1/models?api-version=1'), 'https://host/v1?api-version=1');
  });

  it('is what was entered, with invisible characters as escapes, if it cannot be used', () => {
    assert.equal(shownAddress('ftp://a\u202eb'), String.raw`ftp://a\u{202e}b`);
    assert.equal(shownAddress('https://host/v1?key=secret'), 'https://host/v1');
  });
});

describe('isThisComputer', () => {
  it('is so for the names and addresses that no system looks up elsewhere', () => {
    for (const address of ['localhost', '127.0.0.1', '127.9.9.9', '0x7f.1', '[::1]', '0.0.0.0']) {
      assert.equal(isThisComputer(new URL(`http://${address}`).hostname), true, address);
    }
  });

  it('is not so for other names, also below localhost', () => {
    for (const host of [
      'a.localhost',
      'localhost.example',
      '128.0.0.1',
      '127.0.0.1.example',
      '[::2]',
    ]) {
      assert.equal(isThisComputer(new URL(`http://${host}`).hostname), false, host);
    }
  });
});
