import assert from 'node:assert/strict';
import { requestHeaders } from '../../../../src/service/http/requestHeaders.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';

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

  it('refuses more than 32 headers', () => {
    const headers = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`X-${i}`, 'v']));
    assert.throws(() => requestHeaders({ headers }), /at most 32/);
  });
});
