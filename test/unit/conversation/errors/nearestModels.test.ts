import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { editDistance, nearestModels } from '../../../../src/conversation/errors/nearestModels.ts';

describe('nearestModels', () => {
  const differencesOf = (asked: string, id: string) =>
    nearestModels(asked, ['quite-another-thing', id]).find((near) => near.id === id)?.differences;

  it('says what differs', () => {
    assert.deepEqual(differencesOf('Qwen2.5-coder', 'qwen2.5-coder'), ['case']);
    assert.deepEqual(differencesOf('qwen2.5_coder', 'qwen2.5-coder'), ['separator']);
    assert.deepEqual(differencesOf('qwen2.5-coder ', 'qwen2.5-coder'), ['space']);
    assert.deepEqual(differencesOf('qwen2.5\u200b-coder', 'qwen2.5-coder'), ['space']);
    assert.deepEqual(differencesOf('qwen2.5-coder', 'qwen/qwen2.5-coder'), ['owner']);
    assert.deepEqual(differencesOf('llama-3.1-8b', 'llama-3.2-8b'), ['version']);
    assert.deepEqual(differencesOf('m-2024-05-13', 'm-2024-08-06'), ['version']);
    assert.deepEqual(differencesOf('llama3', 'llama3:latest'), ['version']);
    assert.deepEqual(differencesOf('qwen2.5-codr', 'qwen2.5-coder'), ['spelling']);
    assert.deepEqual(differencesOf('Qwen2.5_Coder', 'qwen2.5-coder'), ['case', 'separator']);
  });

  it('puts one mild difference before several, and those before another spelling', () => {
    const ids = ['Model-B', 'MODEL_A', 'model-a2', 'modell-a', 'Model-A', 'unlike'];
    assert.deepEqual(
      nearestModels('model-a', ids).map(({ id }) => id),
      ['Model-A', 'model-a2', 'MODEL_A'],
    );
  });

  it('names none where none is like it', () => {
    assert.deepEqual(nearestModels('alpha', ['zzzzzzzz', '', 'omega-nine']), []);
    assert.deepEqual(nearestModels('', ['a', 'b']).length, 0);
  });

  it('gives at most three ids of the list, never the one asked for, and each only once', () => {
    const id = fc.stringMatching(/^[aAbB1 _.:/-]{0,12}$/);
    fc.assert(
      fc.property(id, fc.array(id), (asked, ids) => {
        const near = nearestModels(asked, ids);
        assert.ok(near.length <= 3);
        assert.ok(near.every((model) => ids.includes(model.id) && model.id !== asked));
        assert.ok(near.every(({ differences }) => differences.length > 0));
        assert.equal(new Set(near.map((model) => model.id)).size, near.length);
      }),
    );
  });

  it('finds an id whatever is done to its case and separators', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,8}(-[a-z0-9]{1,6}){1,3}$/), (id) => {
        const asked = id.toUpperCase().replaceAll('-', '_');
        assert.equal(nearestModels(asked, ['other', id])[0]?.id, id);
      }),
    );
  });
});

describe('editDistance', () => {
  it('counts changed characters, up to the most that are of interest', () => {
    assert.equal(editDistance('', '', 0), 0);
    assert.equal(editDistance('kitten', 'sitting', 3), 3);
    assert.equal(editDistance('kitten', 'sitting', 2), undefined);
    assert.equal(editDistance('abc', 'abcdef', 2), undefined);
  });

  it('is the same both ways', () => {
    const text = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) =>
        assert.equal(editDistance(a, b, 20), editDistance(b, a, 20)),
      ),
    );
  });
});
