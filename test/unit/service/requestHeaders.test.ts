import assert from 'node:assert/strict';
import { requestHeaders } from '../../../src/service/requestHeaders.ts';
import { ServiceError } from '../../../src/service/serviceError.ts';

describe('requestHeaders', () => {
  it('carries the key as bearer token, without the white space around it', () => {
    assert.deepEqual(requestHeaders({ apiKey: ' sk-1\n' }), { Authorization: 'Bearer sk-1' });
  });

  for (const apiKey of [undefined, '', '  ']) {
    it(`sends no authorization for the key ${JSON.stringify(apiKey)}`, () => {
      assert.deepEqual(requestHeaders({ apiKey }), {});
    });
  }

  for (const apiKey of ['canary\nX: y', 'canary\u0000', 'canary…', 'canary\u0085']) {
    it(`refuses the key ${JSON.stringify(apiKey)} without repeating it`, () => {
      assert.throws(
        () => requestHeaders({ apiKey }),
        (error) =>
          error instanceof ServiceError && error.kind === 'auth' && !/canary/.test(error.message),
      );
    });
  }

  it("carries the user's own headers", () => {
    assert.deepEqual(requestHeaders({ headers: { 'X-Title': 'Parley' }, apiKey: 'k' }), {
      'X-Title': 'Parley',
      Authorization: 'Bearer k',
    });
  });

  const refused: readonly (readonly [name: string, value: string])[] = [
    ['authorization', 'Bearer other'],
    ['Content-Type', 'text/plain'],
    ['HOST', 'elsewhere'],
    ['Transfer-Encoding', 'chunked'],
    ['Cookie', 'a=b'],
    ['X Title', 'v'],
    ['', 'v'],
    ['X-Title', 'a\r\nAuthorization: b'],
    ['X-Title', 'π'],
    ['X-Title', 'v'.repeat(9000)],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${JSON.stringify(name)}: ${JSON.stringify(value.slice(0, 20))}`, () => {
      assert.throws(
        () => requestHeaders({ headers: { [name]: value } }),
        (error) =>
          error instanceof ServiceError &&
          error.kind === 'badRequest' &&
          error.message.includes(`“${name}”`),
      );
    });
  }

  const keyed: readonly (readonly [
    headers: Readonly<Record<string, string>>,
    sent: Readonly<Record<string, string>>,
  ])[] = [
    [{ 'api-key': '${key}' }, { 'api-key': 'k$&1' }],
    [{ Authorization: 'Token ${key}' }, { Authorization: 'Token k$&1' }],
    [{ authorization: '${key}' }, { authorization: 'k$&1' }],
    [
      { 'cf-aig-authorization': 'Bearer ${key}', 'X-Team': 'blue' },
      { 'cf-aig-authorization': 'Bearer k$&1', 'X-Team': 'blue' },
    ],
    [
      { 'api-key': '${key}', Authorization: 'Bearer ${key}' },
      { 'api-key': 'k$&1', Authorization: 'Bearer k$&1' },
    ],
    [{ 'X-A': '${key}:${key}' }, { 'X-A': 'k$&1:k$&1' }],
  ];
  for (const [headers, sent] of keyed) {
    it(`puts the key into ${JSON.stringify(headers)} and nowhere else`, () => {
      assert.deepEqual(requestHeaders({ headers, apiKey: ' k$&1 ' }), sent);
    });
  }

  it('leaves out a header for the key where there is none', () => {
    const headers = { 'api-key': '${key}', Authorization: 'Token ${key}', 'X-Team': 'blue' };
    for (const apiKey of [undefined, '', ' ']) {
      assert.deepEqual(requestHeaders({ headers, apiKey }), { 'X-Team': 'blue' });
    }
  });

  it('does not put in a key what is a place for one', () => {
    const headers = { 'api-key': '${key}' };
    assert.deepEqual(requestHeaders({ headers, apiKey: '${key}' }), { 'api-key': '${key}' });
  });

  it('refuses a header that is too long with the key, before it is made', () => {
    const headers = { 'X-A': '${key}'.repeat(1000) };
    assert.throws(() => requestHeaders({ headers, apiKey: 'k'.repeat(1_000_000) }), /longer/);
    assert.throws(
      () => requestHeaders({ headers: { 'X-A': '${key}' }, apiKey: 'k'.repeat(9000) }),
      /longer/,
    );
  });

  for (const value of ['${KEY}', '${env:X}', 'a ${key} ${', '${ke${key}y}']) {
    it(`refuses the placeholder in ${JSON.stringify(value)}`, () => {
      assert.throws(() => requestHeaders({ headers: { 'X-A': value } }), /only placeholder/);
    });
  }

  it('says what to do about a plain Authorization, without repeating it', () => {
    assert.throws(
      () => requestHeaders({ headers: { Authorization: 'Bearer canary' } }),
      (error) =>
        error instanceof ServiceError &&
        error.message.includes('“Token ${key}”') &&
        !error.message.includes('canary'),
    );
  });

  it('refuses more than 32 headers', () => {
    const headers = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`X-${i}`, 'v']));
    assert.throws(() => requestHeaders({ headers }), /at most 32/);
  });
});
