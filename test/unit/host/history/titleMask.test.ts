import assert from 'node:assert/strict';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import type { ChatSummary } from '../../../../src/host/history/chatSummary.ts';
import { createTitleMask } from '../../../../src/host/history/titleMask.ts';

const stored = 'sk-T8bW2nX5vK9qR3mZ7yL1';
const typedLater = 'gsk-M4cQ6hJ8dF2sP9tV3wB5';

function summary(title: string): ChatSummary {
  return {
    id: title,
    title,
    createdAt: 1,
    changedAt: 1,
    turnCount: 1,
    model: 'm1',
    connection: 'One',
    pinned: false,
    tags: [],
    filesChangedAt: 1,
  };
}

describe('createTitleMask', () => {
  it('masks the stored secrets, also those that nothing has used yet', async () => {
    const mask = createTitleMask(createRedactor(async () => [stored]));
    const masked = await mask([summary(`Is ${stored} valid?`), summary('Hello')]);
    assert.deepEqual(
      masked.map(({ title }) => title),
      ['Is [key] valid?', 'Hello'],
    );
  });

  it('masks known summaries again after a secret was learned', async () => {
    const redactor = createRedactor(async () => []);
    const mask = createTitleMask(redactor);
    const summaries = [summary(`Is ${typedLater} valid?`)];
    assert.equal(await mask(summaries).then(([one]) => one?.title), summaries[0]?.title);
    redactor.learn(typedLater);
    const [masked] = await mask(summaries);
    assert.equal(masked?.title, 'Is [key] valid?');
    assert.equal((await mask(summaries))[0], masked);
  });
});
