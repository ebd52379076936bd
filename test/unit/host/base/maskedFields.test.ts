import assert from 'node:assert/strict';
import { maskedFields } from '../../../../src/host/base/maskedFields.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { modelFacts } from '../../../../src/shared/models/modelFacts.ts';

const key = 'sk-canary-0123456789abcdef';

describe('maskedFields', () => {
  it('leaves no secret in the texts of a model, wherever it is echoed, and keeps all else', () => {
    const redactor = createRedactor(async () => []);
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
