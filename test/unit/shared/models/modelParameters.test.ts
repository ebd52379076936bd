import assert from 'node:assert/strict';
import {
  modelParameters,
  supportsParameter,
} from '../../../../src/shared/models/modelParameters.ts';

describe('modelParameters', () => {
  const of = (fields: object) => modelParameters({ id: 'm', ...fields });

  it('says of a parameter whether the model takes it, and nothing where the list does not', () => {
    const listed = of({ supported_parameters: ['max_completion_tokens', 'reasoning', 'logprobs'] });
    assert.equal(supportsParameter(listed, 'max_tokens'), true);
    assert.equal(supportsParameter(listed, 'reasoning_effort'), true);
    assert.equal(supportsParameter(listed, 'temperature'), false);
    assert.equal(supportsParameter(listed, 'chat_template_kwargs'), undefined);
    assert.equal(supportsParameter(listed, 'constructor'), undefined);
    assert.equal(supportsParameter(of({}), 'temperature'), undefined);
    // A list of sampling parameters does not name the others.
    const sampling = of({ supported_sampling_parameters: ['temperature'] });
    assert.equal(supportsParameter(sampling, 'seed'), false);
    assert.equal(supportsParameter(sampling, 'max_tokens'), true);
  });

  it('orders the efforts, names each once, and takes none where there are none', () => {
    const efforts = (fields: object) => of(fields).efforts;
    assert.deepEqual(
      efforts({ reasoning: { supported_efforts: ['high', 'turbo', 'low', 'high', 'none'] } }),
      ['none', 'low', 'high', 'turbo'],
    );
    assert.deepEqual(
      efforts({ reasoning: { mandatory: true, supported_efforts: ['none', 'low'] } }),
      ['low'],
    );
    assert.deepEqual(
      efforts({ supported_reasoning_levels: [{ effort: 'medium' }, { effort: 'low' }] }),
      ['low', 'medium'],
    );
    assert.deepEqual(
      efforts({ reasoning_efforts: { support: true, valid_efforts: ['low', 'high', 'max'] } }),
      ['low', 'high', 'max'],
    );
    assert.deepEqual(efforts({ capabilities: { effort: { supported: false } } }), []);
    assert.equal(
      supportsParameter(of({ capabilities: { effort: {} } }), 'reasoning_effort'),
      false,
    );
    assert.equal(efforts({ reasoning: true, capabilities: { reasoning: false } }), undefined);
  });
});
