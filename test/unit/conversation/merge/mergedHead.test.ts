import assert from 'node:assert/strict';
import { headChanges, mergedHead } from '../../../../src/conversation/takeIn.ts';
import type { ConversationHead } from '../../../../src/shared/conversation/conversation.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

const headWith = (removedIds: readonly string[]): ConversationHead => ({
  id: 'c',
  createdAt: 1,
  removedIds,
});

describe('mergedHead', () => {
  it('has the turns that were removed in either window, without those that were restored', () => {
    const states = {
      base: headWith(['a', 'b', 'c']),
      mine: headWith(['b', 'c', 'd']),
      stored: headWith(['a', 'b', 'e']),
    };
    assert.deepEqual(mergedHead(states).removedIds, ['b', 'e', 'd']);
    assert.deepEqual(headChanges(states), [
      { kind: 'turnsRemoved', turnIds: ['e'] },
      { kind: 'turnsRestored', turnIds: ['c'] },
    ]);
  });

  it('takes time that grows with the removed turns only', () => {
    assertLinear(1000, (count) => {
      const ids = (prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
      const states = {
        base: headWith(ids('a')),
        mine: headWith(ids('b')),
        stored: headWith(ids('c')),
      };
      return () => [mergedHead(states), headChanges(states)];
    });
  });
});
