import assert from 'node:assert/strict';
import {
  chooseProxy,
  loginTexts,
  parseProxy,
  parseRoute,
  type ProxySources,
} from '../../../../src/host/diagnosis/way/proxyChoice.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

/** The choice for an address, as one line. */
function choice(
  host: string,
  sources: Partial<Omit<ProxySources, 'variable'>> & {
    readonly variables?: Readonly<Record<string, string>>;
  },
  port = 443,
): string {
  const { variables = {}, ...settings } = sources;
  const chosen = chooseProxy(
    { host, port },
    {
      setting: '',
      support: 'override',
      noProxy: [],
      variable: (name) => variables[name],
      ...settings,
    },
  );
  switch (chosen.kind) {
    case 'system':
      return 'system';
    case 'proxy':
      return `${chosen.by}: ${chosen.proxy.shown}`;
    case 'direct':
      return [chosen.reason, chosen.by, chosen.entry].filter(Boolean).join(' ');
  }
}

describe('chooseProxy', () => {
  const setting = 'http://own.example:3128';
  const variables = { https_proxy: 'http://env.example:8080', HTTPS_PROXY: 'http://other:1' };
  const cases: readonly (readonly [string, string, Parameters<typeof choice>[1], number?])[] = [
    ['system', 'a.example', {}],
    ['http.proxy: http://own.example:3128', 'a.example', { setting, variables }],
    ['https_proxy: http://env.example:8080', 'a.example', { variables }],
    ['HTTP_PROXY: http://p:80', 'a.example', { variables: { HTTP_PROXY: 'http://p' } }],
    ['off http.proxySupport', 'a.example', { setting, support: 'off' }],
    ['thisComputer', 'localhost', { setting }],
    ['thisComputer', '127.0.0.1', { setting }],
    ['http.proxy: http://own.example:3128', '127.0.0.2', { setting }],
    ['exception http.noProxy a.example', 'b.a.example', { setting, noProxy: ['a.example'] }],
    ['exception http.noProxy .a.example', 'a.example', { setting, noProxy: ['x', '.a.example'] }],
    ['http.proxy: http://own.example:3128', 'ba.example', { setting, noProxy: ['a.example'] }],
    ['exception http.noProxy *', 'a.example', { setting, noProxy: ['*'] }],
    [
      'exception http.noProxy a.example:8443',
      'a.example',
      { setting, noProxy: ['a.example:8443'] },
      8443,
    ],
    ['http.proxy: http://own.example:3128', 'a.example', { setting, noProxy: ['a.example:8443'] }],
    [
      'exception no_proxy a.example',
      'A.example',
      { setting, variables: { no_proxy: 'x, a.example' } },
    ],
    // An entry in the setting makes VS Code ignore the variable.
    [
      'http.proxy: http://own.example:3128',
      'a.example',
      { setting, noProxy: ['x'], variables: { NO_PROXY: '*' } },
    ],
    // VS Code ignores an address without a scheme, and takes no second variable in its place.
    ['system', 'a.example', { variables: { ...variables, https_proxy: 'env.example:8080' } }],
    ['https_proxy: http://env.example:8080', 'a.example', { setting: 'own:3128', variables }],
  ];
  for (const [expected, host, sources, port] of cases) {
    it(`${host} with ${JSON.stringify(sources)}: ${expected}`, () => {
      assert.equal(choice(host, sources, port), expected);
    });
  }
});

describe('parseProxy', () => {
  it('reads host, port and login, and shows no login', () => {
    assert.deepEqual(parseProxy(' HTTPS://ann:p%40ss@proxy.example '), {
      scheme: 'https',
      shown: 'https://proxy.example:443',
      address: { host: 'proxy.example', port: 443, isSecure: true, login: 'ann:p@ss' },
    });
    assert.equal(parseProxy('socks5://[::1]:9050')?.address.host, '::1');
    assert.equal(parseProxy('ftp://proxy'), undefined);
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
