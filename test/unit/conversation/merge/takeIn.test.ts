import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { mergedTurns, pathTo } from '../../../../src/conversation/conversationState.ts';
import { takeIn } from '../../../../src/conversation/takeIn.ts';
import type { Conversation, Turn } from '../../../../src/shared/conversation/conversation.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { aTurn } from '../../../support/builders.ts';

function turnAt(number: number, parent?: number): Turn {
  const parentId = parent === undefined ? undefined : `t${parent}`;
  return aTurn(`t${number}`, { parentId, reply: { status: 'completed', startedAt: number } });
}

describe('takeIn', () => {
  it('shows the newest turn that continues the shown path, also through circles and removed turns', () => {
    const number = fc.nat({ max: 7 });
    const parents = fc.array(fc.option(number, { nil: undefined }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(parents, number, number, fc.array(number), (of, count, head, removed) => {
        const all = of.map((parent, index) => turnAt(index, parent));
        const removedIds = removed.map((index) => `t${index}`);
        const turns = all.slice(0, count);
        const shown: Conversation = {
          id: 'c',
          createdAt: 1,
          turns,
          headId: `t${head}`,
          removedIds,
        };
        const others = all.slice(count);
        const merged = { ...shown, turns: mergedTurns(turns, others) };
        const next = others.findLast(({ id }) =>
          pathTo(merged, id).some((turn) => turn.id === shown.headId),
        );
        assert.equal(takeIn(shown, others)?.headId, next?.id ?? shown.headId);
      }),
    );
  });

  it('takes time that grows with the turns only', () => {
    const shown: Conversation = { id: 'c', createdAt: 1, turns: [turnAt(0)], headId: 't0' };
    assertLinear(500, (count) => {
      const others = Array.from({ length: count }, (_, index) => turnAt(index + 1));
      return () => takeIn(shown, others);
    });
  });
});
