import assert from 'node:assert/strict';
import { createRedactor, maskedFields } from '../../../../src/host/base/redactor.ts';
import { modelFacts } from '../../../../src/shared/models/modelFacts.ts';

const stored = 'sk-0f9e8d7c6b5a4938';

describe('redactor', () => {
  it('takes out every known secret, also as part of a URL and in base64', () => {
    const { learn, redact } = createRedactor(async () => []);
    learn('sk-a1/b2c3d4');
    const text = `key sk-a1/b2c3d4 and sk-a1%2Fb2c3d4 and ${btoa('Bearer sk-a1/b2c3d4')}`;
    assert.match(redact(text), /^key \[key\] and \[key\] and [^[]*\[key\][^[]*$/);
  });

  it('learns more after it has masked something', () => {
    const { learn, redact } = createRedactor(async () => []);
    learn('sk-a1b2c3d4');
    assert.equal(redact('sk-a1b2c3d4 sk-x7y8z9w0'), '[key] sk-x7y8z9w0');
    learn('sk-x7y8z9w0');
    assert.equal(redact('sk-a1b2c3d4 sk-x7y8z9w0'), '[key] [key]');
  });

  it('does nothing with an empty secret or a word', () => {
    const { learn, redact } = createRedactor(async () => []);
    learn('');
    learn('openai');
    assert.equal(redact('openai error'), 'openai error');
  });

  it('knows what is stored once it is ready, and reads it once', async () => {
    let reads = 0;
    const { ready, redact } = createRedactor(async () => {
      reads += 1;
      return [stored];
    });
    assert.equal(reads, 0);
    await Promise.all([ready(), ready()]);
    assert.equal(redact(stored), '[key]');
    assert.equal(reads, 1);
  });
});

describe('maskedFields', () => {
  it('leaves no secret in the texts of a model, wherever it is echoed, and keeps all else', () => {
    const redactor = createRedactor(async () => []);
    const key = 'sk-canary-0123456789abcdef';
    redactor.learn(key);
    const plain = { context_length: 4096, aliases: ['b'], capabilities: { vision: true } };
    assert.equal(maskedFields(plain, redactor), plain);
    const model = {
      ...plain,
      aliases: ['b', key],
      deprecation: '2026-08-31',
      deprecation_replacement_model: `x ${key}`,
      reasoning: { supported_efforts: ['low', key] },
      architecture: { output_modalities: ['text', key] },
    };
    const facts = modelFacts({ id: 'm', ...maskedFields(model, redactor) });
    assert.ok(!JSON.stringify(facts).includes(key.slice(3, 13)), JSON.stringify(facts));
    assert.equal(facts.context_length, 4096);
    assert.deepEqual(facts.abilities, ['vision', 'reasoning']);
    assert.equal(facts.aliases?.[0], 'b');
  });
});
