import assert from 'node:assert/strict';
import { presetRules } from '../../../../src/guard/presetRules.ts';
import { withoutEscapes } from '../../../../src/guard/escapes.ts';
import { findTokens, tokenForms } from '../../../../src/guard/tokenForms.ts';
import { findAddressLogins, findConnectionPasswords } from '../../../../src/guard/passwords.ts';
import { findJsonWebKeys, findPrivateKeys } from '../../../../src/guard/privateKeys.ts';
import { foundIn, maskedText } from '../../../support/guard/maskedText.ts';
import { secretSamples } from '../../../support/guard/secretSamples.ts';
import { assertLinear, timeMs } from '../../../support/assertLinear.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

/** What source code, JSON, addresses and terminals have before a secret. */
const escapes = [
  '\\n',
  '\\t',
  '\\\\n',
  '\\u003d',
  '\\x3D',
  '\\012',
  '%3D',
  '%0a',
  '%253D',
  '\u001b[33m',
  '\u001b[01;31m\u001b[K',
  '\\u001b[1;33m',
  '\\x1B[0m',
  '\\033[33m',
  '\\e[33m',
];

describe(`secrets in texts (seed ${seed})`, () => {
  const samples = secretSamples(seed);

  for (const { mask, value, text = value, rule = 'own' } of samples) {
    it(`are found: ${mask} (${rule}) as ${text.slice(0, 4)}…`, async () => {
      const mark = `[masked: ${mask}]`;
      for (const [before, after] of [
        ['', ''],
        ['key = "', '"\n'],
        ['- Bearer ', '\r\nNext'],
        ['`', '`, and '],
      ]) {
        const whole = `${before}${text}${after}`;
        assert.equal(
          await maskedText(whole),
          whole.replace(value, () => mark),
        );
      }
    });

    it(`are found after an escape: ${mask} (${rule}) as ${text.slice(0, 4)}…`, async () => {
      for (const escape of escapes) {
        const whole = `"x${escape}${text}\\n"`;
        assert.equal(
          await maskedText(whole),
          whole.replace(value, () => `[masked: ${mask}]`),
          escape,
        );
      }
    });

    it(`are not found in near misses: ${mask} as ${text.slice(0, 4)}…`, async () => {
      const start = text.replace(value, value.slice(0, 5));
      assert.deepEqual(await foundIn(start), []);
      // Documentation writes such.
      const sample = text.replace(value, value.slice(0, 6) + 'X'.repeat(value.length - 6));
      assert.deepEqual(await foundIn(sample), []);
    });
  }
});

/** What is hard for the rules: their beginnings, one after the other, and bodies without an end. */
const hostileUnits = [
  'http://',
  'https://aaaa:bbbb@a.',
  'SG.a.',
  `SG.${'a'.repeat(22)}.`,
  'ghs_1_',
  `${'ghs_1_'.repeat(160)}.`,
  'ghs_1_a.',
  'figd_',
  'glpat-',
  'lin_api_',
  'sk-ant-api03-',
  'sk-proj-',
  'sk-',
  'npm_',
  'eyJaaaaaaaaaaa.',
  'eyJaaaaaaaaaaa.eyJ',
  'xoxb-',
  'xoxb-a-',
  'tskey-ab-',
  'ops_ey',
  'AWS_SECRET_ACCESS_KEY=',
  'AKIA',
  '_authToken=',
  ':_authToken=',
  'AccountKey=',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN ',
  '-----END PRIVATE KEY-----',
  `${'Ab9/'.repeat(20)}-----END PRIVATE KEY-----`,
  `${'Ab9/'.repeat(20)}\n`,
  '-----BEGIN%20',
  'LS0tLS1CRUdJTi',
  'LS0tLS1CRUdJTi ',
  `LS0tLS1CRUdJTi${'a'.repeat(60)}\n`,
  `${Buffer.from('-----BEGIN PRIVATE KEY-----').toString('base64')}${'a'.repeat(60)} `,
  '"kty":"EC"',
  '{"kty":"EC"',
  '{"kty":"EC",',
  '{"kty":"EC","d":"',
  `"d":"${'aB3'.repeat(15)}"`,
  '{',
  'PuTTY-User-Key-File-2: ',
  '\nPuTTY-User-Key-File-2: a\nPrivate-Lines:',
  '://a:aaaaaa',
  '://',
  '12345678:AA',
  'a.atlasv1.',
  'https://discord.com/api/webhooks/',
  'a',
  ' ',
  '\n',
  '_',
  '-',
  '.',
  '"',
  '@',
  '://@',
  '://a:aaaaaa@',
  ';pwd=',
  ';pwd=efghij12kl',
  'server=a;user=b;pwd=efghij12kl',
  ...escapes,
  '\u001b[1;',
  `\u001b[${'1;'.repeat(10)}`,
  '\\u001b[',
  '%25',
  '\\00',
];

/** Each beginning of an own form, also such that each is one of a word. */
const tokenUnits = tokenForms.flatMap(({ literals }) =>
  literals.flatMap((each) => [each, `${each} `, `${each}+`, `\\n${each}`]),
);

describe('rules for secrets', () => {
  const length = quantity({ slice: 65_536, whole: 1_048_576 });
  /** More for so much is looked at more closely. */
  const suspiciousMs = quantity({ slice: 10, whole: 100 });
  const rules: readonly {
    readonly id: string;
    readonly find: (text: string) => unknown;
    readonly units?: readonly string[];
  }[] = [
    ...presetRules(),
    { id: 'escapes', find: withoutEscapes },
    { id: 'tokenForms', find: findTokens, units: tokenUnits },
    { id: 'addressLogins', find: findAddressLogins },
    { id: 'connectionPasswords', find: findConnectionPasswords },
    { id: 'privateKeys', find: findPrivateKeys },
    { id: 'jsonWebKeys', find: findJsonWebKeys },
  ];

  it('take time that is linear in up to a megabyte of hostile text', function () {
    this.timeout(600_000);
    for (const { id, find, units = [] } of rules) {
      for (const unit of [...hostileUnits, ...units]) {
        const textOf = (size: number): string => unit.repeat(Math.ceil(size / unit.length));
        const text = textOf(length);
        if (timeMs(() => find(text)) > suspiciousMs) {
          try {
            assertLinear(length / 8, (size) => {
              const input = textOf(size);
              return () => find(input);
            });
          } catch (cause) {
            throw new Error(`${id} with ${unit.slice(0, 30)}`, { cause });
          }
        }
      }
    }
  });
});
