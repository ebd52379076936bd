import assert from 'node:assert/strict';
import { loginTexts, parseProxy, parseRoute } from '../../../../src/host/diagnosis/proxyStep.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

describe('parseProxy', () => {
  it('reads scheme, host and port, and shows no login', () => {
    assert.deepEqual(parseProxy(' HTTPS://ann:p%40ss@proxy.example '), {
      scheme: 'https',
      shown: 'https://proxy.example:443',
      host: 'proxy.example',
      port: 443,
    });
    assert.equal(parseProxy('socks5://[::1]:9050')?.host, '::1');
    assert.equal(parseProxy('ftp://proxy'), undefined);
    assert.equal(parseProxy('proxy.example:8080'), undefined);
  });

  it('reads what VS Code says of a request', () => {
    assert.equal(parseRoute('DIRECT'), undefined);
    assert.equal(parseRoute('PROXY ann:pass@proxy:3128')?.shown, 'http://proxy:3128');
    assert.equal(parseRoute('SOCKS proxy:1080')?.scheme, 'socks');
  });
});

describe('loginTexts', () => {
  it('gives all that is written of a login', () => {
    assert.deepEqual(loginTexts('http://ann:p%40ss@proxy:1'), [
      'ann:p%40ss',
      'ann:p@ss',
      btoa('ann:p@ss'),
      'p%40ss',
      'p@ss',
    ]);
    assert.deepEqual(loginTexts('http://proxy:1'), []);
    assert.deepEqual(loginTexts('%'), []);
  });

  it('is linear in hostile text', () => {
    assertLinear(500, (size) => () => loginTexts(`http://${':@'.repeat(size)}`));
    assertLinear(500, (size) => () => parseProxy(`http://${'a:'.repeat(size)}`));
  });
});
