import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createRedact, secretsOf } from '../../../src/service/redactSecrets.ts';

const key = fc.stringMatching(/^[!-~]{8,80}$/);
const prose = fc.string({ unit: fc.constantFrom('α', 'β', ' ', '\n'), maxLength: 40 });

/** Whether two texts share a run of 8 characters. */
function sharePiece(text: string, secret: string): boolean {
  return Array.from({ length: secret.length - 7 }, (_, start) => start).some((start) =>
    text.includes(secret.slice(start, start + 8)),
  );
}

describe('createRedact', () => {
  const forms: readonly (readonly [name: string, form: (key: string) => string])[] = [
    ['as it is', (secret) => secret],
    ['in a URL', (secret) => encodeURIComponent(secret)],
    ['in JSON', (secret) => JSON.stringify(secret)],
    ['cut short', (secret) => secret.slice(0, -1)],
    ['without its beginning', (secret) => secret.slice(1)],
  ];
  for (const [name, form] of forms) {
    it(`leaves no piece of a key that is echoed ${name}`, () => {
      fc.assert(
        fc.property(key, prose, prose, (secret, before, after) => {
          const safe = createRedact([secret])(before + form(secret) + after);
          assert.ok(!sharePiece(safe, secret), safe);
          assert.ok(safe.startsWith(before) && safe.endsWith(after), safe);
        }),
      );
    });
  }

  it('leaves no way back to a key that is echoed in base64, whatever comes before it', () => {
    fc.assert(
      fc.property(key, fc.stringMatching(/^[a-z:]{0,7}$/), (secret, before) => {
        for (const encoding of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(before + secret).toString(encoding);
          const safe = createRedact([secret])(encoded);
          const restored = Buffer.from(safe.split('[key]')[0] ?? '', encoding).toString('latin1');
          assert.ok(!restored.includes(secret.slice(0, 8)), safe);
        }
      }),
    );
  });

  it('masks a short key only where it stands alone', () => {
    const redact = createRedact(['demo']);
    assert.equal(redact('key demo, "demo": demonstration'), 'key [key], "[key]": demonstration');
  });

  it('takes a short key for what it is, not for a pattern', () => {
    assert.equal(createRedact(['a.c*'])('abc a.c* abcc'), 'abc [key] abcc');
    assert.equal(createRedact(['sk-demo'])('not sk-demo'), 'not [key]');
  });

  it('leaves text alone that shares nothing with the key', () => {
    assert.equal(createRedact(['sk-0123456789'])('Rate limit reached'), 'Rate limit reached');
  });
});

describe('secretsOf', () => {
  it("finds the key and the secrets among the user's headers", () => {
    assert.deepEqual(
      secretsOf(' sk-1 ', { 'X-Api-Key': 'k2', 'X-Title': 'Parley', 'x-auth-token': 'k3' }),
      ['sk-1', 'k2', 'k3'],
    );
    assert.deepEqual(secretsOf(undefined, undefined), []);
  });
});
