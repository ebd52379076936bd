import assert from 'node:assert/strict';
import {
  type HistoryMessage,
  toolMessages,
} from '../../../../../src/service/tools/toolMessages.ts';
import { random } from '../../../../support/random.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';
import { call, form, message, result, text } from '../../../../support/service/toolHistory.ts';

describe('messages with tool calls', () => {
  it('are in the order that services expect, whatever their order was', () => {
    const next = random(seed);
    const roles = ['system', 'user', 'assistant'] as const;
    const rounds = quantity({ slice: 100, whole: 5000 });
    for (let round = 0; round < rounds; round += 1) {
      const history = Array.from({ length: Math.floor(next() * 12) }, () =>
        message(roles[Math.floor(next() * 3)] ?? 'user', next() < 0.5 ? [] : [text('words')], {
          calls: ids(next).map((id) => call(id)),
          results: ids(next).map((id) => result(id, text(id))),
        }),
      );
      checkOrder(history, `seed ${seed}, round ${round}`);
    }
  });
});

function ids(next: () => number): readonly string[] {
  return ['a', 'b', 'c'].filter(() => next() < 0.3);
}

/** Each call is followed by one result for each of its calls, before anything else; no result is lost. */
function checkOrder(history: readonly HistoryMessage[], where: string): void {
  const sent = toolMessages(history, form);
  const open: string[] = [];
  for (const { role, tool_calls: calls = [], tool_call_id: id, content } of sent) {
    if (role === 'tool') {
      assert.equal(open.shift(), id, where);
    } else {
      assert.deepEqual(open, [], where);
      assert.ok(content !== '' || calls.length > 0, where);
    }
    open.push(...calls.map((one) => one.id));
  }
  assert.deepEqual(open, [], where);
  const roles = sent.map(({ role }) => role);
  assert.ok(
    roles.every((role, index) => role !== 'user' || roles[index + 1] !== 'user'),
    where,
  );
  const all = sent.map(({ content }) => JSON.stringify(content)).join('');
  for (const { results } of history) {
    for (const { callId } of results) {
      assert.ok(all.includes(callId), where);
    }
  }
}
