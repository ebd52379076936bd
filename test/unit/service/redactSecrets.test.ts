import assert from 'node:assert/strict';
import { canBeMasked, createRedact, secretsOf } from '../../../src/service/redactSecrets.ts';

/** Whether two texts share a run of 8 characters that is not made of words, numbers and punctuation. */
function sharePiece(text: string, secret: string): boolean {
  return Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8))
    .filter((piece) => !/[a-z]{3}|[A-Z]{3}|\d{5}|[-_.:,;/=+]/.test(piece))
    .some((piece) => text.includes(piece));
}

describe('createRedact', () => {
  it('masks nothing for a key that is a word, or words and numbers', () => {
    const dummies = [
      'ollama',
      'test',
      'EMPTY',
      'lm-studio',
      'not-needed',
      'sk-1234',
      'token-abc123',
    ];
    for (const dummy of [...dummies, 'sk-no-key-required', '12345678', 'openai']) {
      assert.equal(canBeMasked(dummy), false, dummy);
      const text = `${dummy} "${dummy}": ${dummy} error, ${btoa(dummy)}`;
      assert.equal(createRedact([dummy])(text), text);
    }
  });

  it('masks a key that is long, or shorter and random', () => {
    for (const secret of [
      'correct-horse-battery-staple',
      'a3f9b2c1',
      'sk-x7Kq2b9Z',
      'aB3dE6gH9jKl',
    ]) {
      assert.equal(canBeMasked(secret), true, secret);
      assert.equal(createRedact([secret])(`(${secret})`), '([key])');
    }
  });

  it('masks a key of which every character is escaped', () => {
    const secret = 'sk-x7Kq2b9Z';
    const hex = (length: number) =>
      Array.from(secret, (one) => one.charCodeAt(0).toString(16).padStart(length, '0'));
    const redact = createRedact([secret]);
    for (const form of [`%${hex(2).join('%')}`, String.raw`\u${hex(4).join(String.raw`\u`)}`]) {
      assert.equal(redact(`(${form})`), '([key])', form);
      const capitals = form.replaceAll(/[a-f]/g, (letter) => letter.toUpperCase());
      assert.equal(redact(`(${capitals})`), '([key])', capitals);
    }
  });

  it('masks no words of a long key where they stand for themselves', () => {
    const redact = createRedact([
      'openai-production-key-X1y2Z3a4B5c6',
      'sk-proj-0f9e8d7c6b5a49382716',
    ]);
    const text = 'openai error in production: keys start with sk-proj-';
    assert.equal(redact(text), text);
    assert.equal(redact('openai-production-key-X1y2Z3a4B5c6!'), '[key]!');
    assert.equal(redact('sk-proj-0f9e8d7c****2716'), '[key]****2716');
  });

  it('masks a short piece only where it is no part of a longer word', () => {
    const redact = createRedact(['a3f9b2c1d4']);
    const text = '0a3f9b2c1d4 a3f9b2c1d40 xa3f9b2c1d4x';
    assert.equal(redact(text), text);
    const masked = '[key],"[key]" %20[key] \\n[key] 密[key]钥';
    assert.equal(redact(masked.replaceAll('[key]', 'a3f9b2c1d4')), masked);
  });

  it('masks two secrets, of which one starts with the other', () => {
    const redact = createRedact(['x7Kq2b9Z', 'x7Kq2b9Z4mNp']);
    assert.equal(redact('x7Kq2b9Z x7Kq2b9Z4mNp, x7Kq2b9Z'), '[key] [key], [key]');
  });

  it('finds a key at every position of a text', () => {
    const redact = createRedact(['x7Kq2b9Z']);
    for (let before = 0; before < 20; before += 1) {
      const text = '.'.repeat(before);
      assert.equal(redact(`${text}x7Kq2b9Z`), `${text}[key]`);
    }
  });

  it('masks a secret with half of a surrogate pair, also where that is replaced', () => {
    const rest = 'x7Kq2b9ZmNp4x7Kq2b9ZmNp4';
    for (const secret of [`\ud83d${rest}`, `${rest}\ude00`]) {
      const redact = createRedact([secret]);
      const replaced = secret.toWellFormed();
      for (const form of [secret, replaced, encodeURIComponent(replaced), JSON.stringify(secret)]) {
        const safe = redact(`(${form})`);
        assert.match(safe, /\[key\]/);
        assert.ok(!sharePiece(safe, secret), safe);
      }
    }
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
