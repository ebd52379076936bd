import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { canBeMasked, createRedact } from '../../../../src/service/redactSecrets.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

const key = fc.stringMatching(/^[!-~]{8,80}$/).filter(canBeMasked);
const prose = fc.string({ unit: fc.constantFrom('α', 'β', ' ', '\n'), maxLength: 40 });

/** Whether two texts share a run of 8 characters that is not made of words, numbers and punctuation. */
function sharePiece(text: string, secret: string): boolean {
  return Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8))
    .filter((piece) => !/[a-z]{3}|[A-Z]{3}|\d{5}|[-_.:,;/=+]/.test(piece))
    .some((piece) => text.includes(piece));
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
        { seed, numRuns: quantity({ slice: 100, whole: 3000 }) },
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
      { seed, numRuns: quantity({ slice: 100, whole: 3000 }) },
    );
  });

  it('takes a time that is linear in the text, with twenty keys', () => {
    const keys = Array.from(
      { length: 20 },
      (_, index) => `sk-proj-${index}Xa1Yb2Zc3Wd4Ve5Uf6Tg7Sh8${index}`,
    );
    const redact = createRedact(keys);
    // Pieces that are not masked, and grams without a piece.
    for (const part of ['sk-proj-', 'Xa1Yb2Z.']) {
      assertLinear(quantity({ slice: 5000, whole: 40_000 }), (size) => {
        const text = part.repeat(size);
        return () => redact(text);
      });
    }
  });
});
