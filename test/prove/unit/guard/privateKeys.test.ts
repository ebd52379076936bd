import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPrivateKeys } from '../../../../src/guard/privateKeys.ts';
import type { Finding } from '../../../../src/shared/guard/finding.ts';
import { foundIn, maskedText } from '../../../support/guard/maskedText.ts';
import { privateKeySample } from '../../../support/guard/secretSamples.ts';
import { projectFolder } from '../../../launch/projectFolders.ts';
import { seed } from '../../../support/seed.ts';

describe(`private keys in texts (seed ${seed})`, () => {
  for (const kind of [
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ]) {
    it(`are found as a whole: ${kind}`, async () => {
      const key = privateKeySample(seed, kind);
      assert.equal(
        await maskedText(`before\n${key}\nafter`),
        'before\n[masked: private key]\nafter',
      );
    });
  }

  it('are found with headers, in a line of JSON, and quoted in source code', async () => {
    const key = privateKeySample(seed);
    const lines = key.split('\n');
    const [first = '', ...others] = lines;
    const withHeaders = [
      first,
      'Proc-Type: 4,ENCRYPTED',
      'DEK-Info: AES-128-CBC,00',
      '',
      ...others,
    ];
    assert.equal(await maskedText(withHeaders.join('\n')), '[masked: private key]');
    assert.equal(
      await maskedText(JSON.stringify({ private_key: key })),
      '{"private_key":"[masked: private key]"}',
    );
    const quoted = lines.map((line) => `'${line}\\n'`).join(' +\n  ');
    assert.match(await maskedText(quoted), /^'\[masked: private key\]\\n'$/);
  });

  it('are found as far as they go where they are cut', async () => {
    const key = privateKeySample(seed).slice(0, 700);
    assert.equal(await maskedText(`a\n${key}`), 'a\n[masked: private key]');
  });

  it('are found as far as their lines of Base64 go where other text follows', async () => {
    const lines = privateKeySample(seed).split('\n').slice(0, -1);
    const last = lines.at(-1)?.slice(0, 11) ?? '';
    const prose =
      'The rest of this file says how such keys are made, and which program reads them.';
    for (const key of [lines, lines.slice(0, 3), [...lines, `${last}=`], [...lines, last]]) {
      for (const between of ['\n', '\n\n', '\n...\n', '\n```\n']) {
        assert.equal(
          await maskedText(`a\n${key.join('\n')}${between}${prose}`),
          `a\n[masked: private key]${between}${prose}`,
        );
      }
    }
    const ended = `${lines.join('\n')}\n\n${prose} It ends with -----END RSA PRIVATE KEY-----. ${prose}`;
    assert.equal(
      await maskedText(ended),
      `[masked: private key]\n\n${prose} It ends with -----END RSA PRIVATE KEY-----. ${prose}`,
    );
  });

  it('are found back to where they begin if their first line is missing', async () => {
    const key = privateKeySample(seed);
    const rest = key.slice(60);
    const short = rest.replace(/\n(?=-----END)/, '\nQx4=\n');
    for (const text of [rest, rest.replaceAll('\n', '\r\n'), rest.replaceAll('\n', ' '), short]) {
      assert.equal(
        await maskedText(`My key:\n${text}\nend`),
        'My key:\n[masked: private key]\nend',
      );
      assert.equal(await maskedText(`key: "${text}"`), 'key: "[masked: private key]"');
    }
    const quoted = rest.replaceAll('\n', '\\n" +\n  "');
    assert.equal(
      await maskedText(`const key = "${quoted}";`),
      'const key = "[masked: private key]";',
    );
    assert.equal(
      await maskedText(`"key": "${rest.replaceAll('\n', '\\n')}"`),
      '"key": "[masked: private key]"',
    );
    const numbered = rest.replaceAll('\n', '\n12 | ');
    assert.equal(await maskedText(numbered), '[masked: private key]');
    assert.deepEqual(await foundIn(rest.replaceAll('PRIVATE', 'PUBLIC')), []);
    assert.deepEqual(await foundIn(key.split('\n').slice(-1).join('')), []);
  });

  it('are found in addresses', async () => {
    for (const key of [privateKeySample(seed), privateKeySample(seed, 'EC PRIVATE KEY', 2)]) {
      const form = new URLSearchParams({ key });
      assert.equal(await maskedText(`?${form}&a=b`), '?key=[masked: private key]&a=b');
      assert.equal(
        await maskedText(`?key=${encodeURIComponent(`${key}\n`)}`),
        '?key=[masked: private key]%0A',
      );
    }
  });

  it('are found in Base64', async () => {
    const key = privateKeySample(seed);
    const certificate = privateKeySample(seed, 'CERTIFICATE');
    const encoded = (text: string): string => Buffer.from(text).toString('base64');
    for (const file of [key, `${key}\n`, `${certificate}\n${key}`, key.slice(0, 400)]) {
      const text = (data: string): string =>
        `users:\n- user:\n    client-key-data: ${data}\n    other: ${'abc'.repeat(20)}\n`;
      assert.equal(await maskedText(text(encoded(file))), text('[masked: private key]'));
      for (const [length, lineEnd] of [
        [64, '\n'],
        [76, '\r\n      '],
        [76, '\\n'],
      ] as const) {
        const lines = encoded(file).match(new RegExp(`.{1,${length}}`, 'g')) ?? [];
        const [finding, ...others] = await foundIn(lines.join(lineEnd));
        assert.deepEqual(others, []);
        // A short last line has nothing of the key but its end.
        assert.equal((finding?.end ?? 0) >= lines.slice(0, -1).join(lineEnd).length, true);
      }
    }
    for (const text of [encoded(certificate), encoded(key.replaceAll('PRIVATE', 'PUBLIC'))]) {
      assert.deepEqual(await foundIn(text), []);
    }
    assert.deepEqual(await foundIn(encoded(key).slice(0, 70)), []);
  });

  it('are found in JSON Web Keys, and secrets that are not private keys by their name', async () => {
    const part = (length: number, at: number): string =>
      privateKeySample(seed + at)
        .replaceAll(/[^A-Za-z\d]/g, '')
        .slice(100, 100 + length);
    const open = { kty: 'EC', crv: 'P-256', x: part(43, 1), y: part(43, 2) };
    const key = { d: part(43, 3), ...open, key_ops: ['sign'] };
    for (const text of [JSON.stringify(key), JSON.stringify(key, undefined, 2)]) {
      assert.equal(await maskedText(`{"keys":[${text}]}`), '{"keys":[[masked: private key]]}');
      assert.equal(await maskedText(JSON.stringify({ text })), '{"text":"[masked: private key]"}');
    }
    assert.equal(
      await maskedText(`const key = { kty: 'OKP', crv: 'Ed25519', d: '${part(43, 4)}' };`),
      'const key = [masked: private key];',
    );
    assert.equal(
      await maskedText(JSON.stringify({ kty: 'oct', k: part(43, 5) })),
      '[masked: JSON Web key]',
    );
    for (const text of [
      JSON.stringify(open),
      JSON.stringify([open, { d: part(43, 6) }]),
      JSON.stringify({ ...open, d: 'x'.repeat(43) }),
      'if (jwk.kty === "EC") { d: "an elliptic curve" }',
    ]) {
      assert.deepEqual(await foundIn(text), [], text);
    }
  });

  it('of PuTTY are found', async () => {
    const [, ...lines] = privateKeySample(seed).split('\n').slice(0, -1);
    const file = [
      'PuTTY-User-Key-File-3: ssh-rsa',
      'Encryption: none',
      'Public-Lines: 1',
      'AAAAB3NzaC1yc2E',
      `Private-Lines: ${lines.length}`,
      ...lines,
      'Private-MAC: 00ff',
    ].join('\n');
    assert.equal(await maskedText(`${file}\nend`), '[masked: private key]\nend');
  });

  it('are not found in what only mentions them', async () => {
    for (const text of [
      '-----BEGIN PRIVATE KEY-----',
      'A file begins with `-----BEGIN RSA PRIVATE KEY-----` and ends with `-----END RSA PRIVATE KEY-----`.',
      '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
      `-----BEGIN PRIVATE KEY-----\n${'x'.repeat(500)}\n-----END PRIVATE KEY-----`,
      privateKeySample(seed, 'PUBLIC KEY'),
      privateKeySample(seed, 'CERTIFICATE'),
      'const first = /^PuTTY-User-Key-File-2: (ssh-(?:rsa|dss))/;',
    ]) {
      assert.deepEqual(await foundIn(text), [], text.slice(0, 60));
    }
  });

  it('are no longer texts that go on after a sentence about them', async () => {
    const sentences = [
      'A key begins with `-----BEGIN PRIVATE KEY-----`.',
      'const first = "-----BEGIN RSA PRIVATE KEY-----";',
      '| OpenSSH | -----BEGIN OPENSSH PRIVATE KEY----- |',
      'PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 14',
    ];
    const end = '`-----END PRIVATE KEY-----` is its last line.';
    const lengthOf = (key: Finding): number => key.end - key.start;
    const patterns = ['{docs,src,test/support}/**/*.{md,ts}', 'package-lock.json'];
    for (const file of await Array.fromAsync(glob(patterns, { cwd: projectFolder }))) {
      const text = await readFile(join(projectFolder, file), 'utf8');
      for (const sentence of sentences) {
        const found = findPrivateKeys(`${sentence}\n${text}\n${end}`);
        assert.deepEqual(found.map(lengthOf), findPrivateKeys(text).map(lengthOf), file);
      }
    }
  });
});
