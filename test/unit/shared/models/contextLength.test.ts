import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { contextLength, outputLimit } from '../../../../src/shared/models/modelLimits.ts';

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

  /** Words as a name, the way services spell names. */
  const spelt = (words: string): fc.Arbitrary<string> =>
    fc.constantFrom(
      words.replaceAll(' ', '_'),
      words.replaceAll(' ', '-'),
      words.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
      `llama.${words.replaceAll(' ', '_')}`,
    );
  /** Where a field stands: in the entry, or one or two objects deeper. */
  const place = fc.constantFrom(
    [],
    ['parameters'],
    ['model_limits'],
    ['capabilities', 'limits'],
    ['meta', 'config'],
  );
  const within = (path: readonly string[], fields: object): object =>
    path.reduceRight((inner, name) => ({ [name]: inner }), fields);
  const names = {
    context: [
      'context',
      'context length',
      'context size',
      'context len',
      'context window tokens',
      'max context window tokens',
      'max context length',
      'available context tokens',
      'ctx size',
      'num ctx',
      'n ctx',
      'max model len',
      'max seq len',
      'max sequence length',
      'sequence length',
    ],
    input: ['max input tokens', 'max prompt tokens', 'input token limit', 'max prompt length'],
    output: ['max output tokens', 'max completion tokens', 'output token limit', 'max new tokens'],
    none: [
      'context caching',
      'context price',
      'max prompt images',
      'max prompt image size',
      'long context threshold',
      'max batch size',
      'output version',
    ],
    // In an object of limits, these are some.
    noneAlone: ['prompt tokens', 'input tokens', 'model size', 'sequence'],
  };

  it('is the field whose name says so, however it is spelt and wherever it stands', () => {
    const named = (of: keyof typeof names) => fc.constantFrom(...names[of]).chain(spelt);
    fc.assert(
      fc.property(
        named('context'),
        named('input'),
        named('output'),
        named('none'),
        place,
        (context, input, output, none, path) => {
          const all = within(path, { [none]: 7, [output]: 64, [input]: 500, [context]: 1000 });
          assert.equal(of(all), 1000, context);
          assert.equal(outputLimit({ id: 'm', ...all }), 64, output);
          assert.equal(of(within(path, { [none]: 7, [output]: 64, [input]: 500 })), 500, input);
        },
      ),
    );
    for (const none of [...names.none, ...names.noneAlone]) {
      assert.equal(of({ [none.replaceAll(' ', '_')]: 7 }), undefined, none);
    }
  });

  it('is neither a price nor a rate', () => {
    assert.equal(of({ pricing: { max_input_tokens: 3, context: 2 } }), undefined);
    assert.equal(of({ rate_limits: { input_tokens: 40_000 } }), undefined);
  });

  it('is the smaller one of two in one place, and the one a model is loaded with', () => {
    assert.equal(of({ max_model_len: 32_768, context_length: 131_072 }), 32_768);
    assert.equal(of({ max_context_window: 1_048_576, recipe_options: { ctx_size: 4096 } }), 4096);
    assert.equal(of({ max_position_embeddings: 131_072, config: { context_size: 8192 } }), 8192);
  });
});
