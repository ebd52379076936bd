import assert from 'node:assert/strict';
import { readCommandOutput } from '../../../../../src/host/connections/keySources/commandOutput.ts';
import { assertLinear } from '../../../../support/assertLinear.ts';

const now = Date.UTC(2026, 0, 1, 12);
const inAnHour = now + 3_600_000;

/** A JSON Web Token that ends at `seconds`. */
function token(exp: unknown): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: 'ü?>', exp })}.c2ln`;
}

describe('readCommandOutput', () => {
  const plain: readonly (readonly [what: string, output: string, key: string | undefined])[] = [
    ['one line', 'sk-1\n', 'sk-1'],
    ['Windows line ends', 'sk-1\r\nsecond\r\n', 'sk-1'],
    ['blank lines before', '\n \nsk-1\nmore', 'sk-1'],
    ['a byte order mark', '\ufeffsk-1', 'sk-1'],
    ['Bearer', 'Bearer sk-1', 'sk-1'],
    ['quotes', '"sk-1"', 'sk-1'],
    ['nothing', ' \n', undefined],
    ['a sentence', 'Please log in first', undefined],
    ['characters that no header has', 'sk-ключ', undefined],
    ['a key that is too long', 'x'.repeat(8001), undefined],
    ['broken JSON', '{"token":', undefined],
    ['JSON without a key', '{"name":"x"}', undefined],
    ['a key in JSON that is no text', '{"token":{"a":1}}', undefined],
    ['az', '{"accessToken":"t1","tokenType":"Bearer"}', 't1'],
    ['gcloud', '{"token":"t2"}', 't2'],
    ['databricks', '{"access_token":"t3","token_type":"Bearer"}', 't3'],
    ['ibmcloud', '{"iam_token":"Bearer t4"}', 't4'],
    ['kubectl', '{"kind":"ExecCredential","status":{"token":"t5"}}', 't5'],
    ['apiKey', '{"apiKey":"t6"}', 't6'],
  ];
  for (const [what, output, key] of plain) {
    it(`${key === undefined ? 'finds no key in' : 'reads'} ${what}`, () => {
      assert.deepEqual(readCommandOutput(output, now)?.key, key);
    });
  }

  const ends: readonly (readonly [what: string, output: object, endsAtMs: number | undefined])[] = [
    ['expires_in', { token: 't', expires_in: 3600 }, inAnHour],
    ['expires_in as text', { token: 't', expires_in: '3600' }, inAnHour],
    ['expires_on in seconds', { token: 't', expires_on: inAnHour / 1000 }, inAnHour],
    ['expires_on as text', { token: 't', expires_on: String(inAnHour / 1000) }, inAnHour],
    ['expires_at in milliseconds', { token: 't', expires_at: inAnHour }, inAnHour],
    ['expiration as a date', { token: 't', expiration: '2026-01-01T13:00:00Z' }, inAnHour],
    ['expiry with a zone', { token: 't', expiry: '2026-01-01T15:00:00+02:00' }, inAnHour],
    [
      'the form of kubectl',
      { status: { token: 't', expirationTimestamp: '2026-01-01T13:00:00Z' } },
      inAnHour,
    ],
    ['both forms of az', { token: 't', expiresOn: 'soon', expires_on: inAnHour / 1000 }, inAnHour],
    ['no end', { token: 't' }, undefined],
    ['an end that is no time', { token: 't', expires_in: 'soon', expiry: {} }, undefined],
    ['a token that states its end', { token: token(inAnHour / 1000) }, inAnHour],
    [
      'the stated end rather than that of the token',
      { token: token(1), expires_in: 3600 },
      inAnHour,
    ],
  ];
  for (const [what, output, endsAtMs] of ends) {
    it(`reads the end: ${what}`, () => {
      assert.deepEqual(readCommandOutput(JSON.stringify(output), now)?.endsAtMs, endsAtMs);
    });
  }

  it('reads the end of a token on a line of its own', () => {
    assert.equal(readCommandOutput(token(inAnHour / 1000), now)?.endsAtMs, inAnHour);
    for (const strange of ['a.b.c', 'a..c', `a.${'A'.repeat(7990)}.c`, token('soon'), 'a.b.c.d']) {
      assert.deepEqual(readCommandOutput(strange, now), { key: strange, endsAtMs: undefined });
    }
  });

  it('takes linear time for hostile output', () => {
    for (const part of ['"', 'Bearer ', '{"a":[', '\n', 'a.']) {
      assertLinear(8192, (length) => {
        const output = part.repeat(length / part.length);
        return () => readCommandOutput(output, now);
      });
    }
  });
});
