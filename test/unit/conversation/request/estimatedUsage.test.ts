import assert from 'node:assert/strict';
import { estimatedUsages } from '../../../../src/conversation/request/tokenEstimate.ts';
import type { Reply, Turn } from '../../../../src/shared/conversation/conversation.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

/** A turn whose message has 2 tokens by Parley's estimate, and whose reply has 3. */
function aTurn(id: string, parentId?: string, reply: Partial<Reply> = {}): Turn {
  return {
    id,
    parentId,
    user: { text: 'question', context: [] },
    reply: {
      status: 'completed',
      connection: 'One',
      model: 'm',
      text: 'three tokens',
      reasoning: '',
      startedAt: 0,
      ...reply,
    },
  };
}

const usage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
});

describe('the estimated usage of replies', () => {
  it('has what was sent up to the message, and what arrived', () => {
    const turns = [
      aTurn('a'),
      aTurn('b', 'a', { reasoning: 'four' }),
      // Another version of it.
      aTurn('c', 'a', { status: 'stopped', firstTokenAt: 1, text: 'some' }),
      aTurn('d', 'b', { usage: { prompt_tokens: 7 } }),
      aTurn('e', 'd'),
    ];
    assert.deepEqual(
      [...estimatedUsages(turns.toSpliced(3, 1), { turns, systemPrompt: 'System' })],
      [
        ['a', usage(4, 3)],
        ['b', usage(9, 4)],
        ['c', usage(9, 1)],
        ['e', usage(19, 3)],
      ],
    );
  });

  it('is found where the parents form a circle, and in linear time', () => {
    const circle = [aTurn('a', 'b'), aTurn('b', 'a')];
    assert.equal(estimatedUsages(circle, { turns: circle }).size, 2);
    assertLinear(1000, (size) => {
      const turns = Array.from({ length: size }, (_, index) => aTurn(`${index}`, `${index - 1}`));
      return () => estimatedUsages(turns, { turns });
    });
  });
});
