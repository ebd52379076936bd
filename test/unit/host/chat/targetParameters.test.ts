import assert from 'node:assert/strict';
import type { ModelParameters } from '../../../../src/shared/models/modelParameters.ts';
import { targetParameters } from '../../../../src/host/chat/buildRequest.ts';

const connection = { id: 'a', name: 'A', baseUrl: 'https://openrouter.ai/api/v1' };
const target = { connection, model: 'm' };

/** What is known of a model whose entry is kept with these parameters. */
function of(
  parameters: ModelParameters | undefined,
  efforts?: readonly string[],
  baseUrl = connection.baseUrl,
) {
  const listed = { id: 'm', parameters };
  return targetParameters({ ...target, connection: { ...connection, baseUrl } }, listed, efforts);
}

describe('targetParameters', () => {
  it('takes the efforts that the service has named, else those of its list, else the known ones', () => {
    const stated = { efforts: ['low', 'high'] };
    assert.deepEqual(of(stated, ['ultra']).thinking?.efforts, ['ultra']);
    assert.deepEqual(of(stated).thinking?.efforts, ['low', 'high']);
    assert.equal(of({ efforts: [] }).thinking?.efforts.length, 6);
    assert.equal(of(undefined).thinking?.efforts.length, 6);
    assert.deepEqual(of(stated).thinking?.field, 'reasoning');
  });

  it('takes no names from the list for a field that is only on or off', () => {
    const { thinking } = of({ efforts: ['low'] }, undefined, 'https://api.together.xyz/v1');
    assert.deepEqual([thinking?.field, thinking?.efforts], ['reasoning.enabled', ['none', 'on']]);
  });

  it('names what a list does not name, and nothing where it names nothing', () => {
    const names = ['temperature', 'max_tokens', 'stop', 'seed', 'presence_penalty'] as const;
    assert.deepEqual(of({ names }).notListed, [
      'thinkingEffort',
      'top_p',
      'frequency_penalty',
      'response_format',
    ]);
    assert.deepEqual(
      of({ names: ['reasoning_effort'], efforts: [] }).notListed?.[0],
      'thinkingEffort',
    );
    assert.deepEqual(of({ efforts: [] }).notListed, ['thinkingEffort']);
    assert.equal(of({ maxOutputTokens: 9 }).maxOutputTokens, 9);
    for (const nothing of [undefined, {}, { efforts: ['low'] }]) {
      assert.equal(of(nothing).notListed, undefined);
    }
    assert.deepEqual(targetParameters({ connection }, undefined, undefined), {});
  });
});
