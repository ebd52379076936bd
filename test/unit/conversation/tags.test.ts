import assert from 'node:assert/strict';
import { changedTags, commonTags, parseTags } from '../../../src/conversation/title.ts';

describe('tags', () => {
  it('are what stands between commas, each once, without what nobody sees', () => {
    assert.deepEqual(parseTags(' #bug, idea ,,bug, two words'), ['bug', 'idea', 'two words']);
    assert.deepEqual(parseTags('a\nb\u202e'), ['a\\u{a}b\\u{202e}']);
    assert.deepEqual(parseTags(' , '), []);
    assert.equal(parseTags('x'.repeat(100))[0]?.length, 40);
    assert.equal(parseTags(Array.from({ length: 50 }, (_, index) => index).join()).length, 20);
  });

  it('of several keep what only some of them have', () => {
    const all = [['a', 'b'], ['b', 'c'], ['b']];
    const common = commonTags(all);
    assert.deepEqual(common, ['b']);
    assert.deepEqual(
      all.map((tags) => changedTags(tags, common, ['d'])),
      [['a', 'd'], ['c', 'd'], ['d']],
    );
    assert.deepEqual(commonTags([]), []);
  });
});
