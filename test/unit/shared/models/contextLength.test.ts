import assert from 'node:assert/strict';
import { contextLength } from '../../../../src/shared/models/modelLimits.ts';

describe('contextLength', () => {
  const of = (fields: object): number | undefined => contextLength({ id: 'm', ...fields });

  it('reads the field of each kind of server', () => {
    assert.equal(of({ max_model_len: 32_768 }), 32_768);
    assert.equal(of({ context_length: 8192, top_provider: { context_length: 4096 } }), 8192);
    assert.equal(of({ max_context_length: 4096 }), 4096);
    assert.equal(of({ meta: { n_ctx_train: 131_072 } }), 131_072);
    assert.equal(of({ max_model_len: '4096' }), 4096);
    assert.equal(of({ meta: { n_ctx: 2048, n_ctx_train: 131_072 } }), 2048);
  });

  it('takes nothing for a length that is none', () => {
    for (const value of [0, -1, 1.5, '4096 tokens', '', null, Number.NaN]) {
      assert.equal(of({ max_model_len: value }), undefined);
    }
    assert.equal(of({}), undefined);
    assert.equal(of({ context_length: 0, meta: { n_ctx: 512 } }), 512);
  });
});
