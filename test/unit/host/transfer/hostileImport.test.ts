import assert from 'node:assert/strict';
import { readExport } from '../../../support/transfer/readExport.ts';
import { aTurn } from '../../../support/builders.ts';

describe('an import of whatever claims to be an export', () => {
  it('takes no more than anybody has said, and says how much is left out', () => {
    const turns = Array.from({ length: 100_005 }, (_, index) => aTurn(`t${index}`));
    const many = Array.from({ length: 20_003 }, (_, index) => ({
      id: `c${index}`,
      createdAt: 1,
      turns: [],
    }));
    const exported = (conversations: unknown) =>
      readExport({ kind: 'parley-conversations', format: 1, conversations }, () => 'new');
    const long = exported([{ id: 'c', createdAt: 1, turns }]);
    assert.equal(long.conversations[0]?.conversation.turns.length, 100_000);
    assert.deepEqual(long.problems, ['Unreadable messages in chat 1: 5.']);
    const wide = exported(many);
    assert.equal(wide.conversations.length, 20_000);
    assert.deepEqual(wide.problems, ['Only the first 20,000 chats are imported.']);
  });
});
