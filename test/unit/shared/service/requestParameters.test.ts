import assert from 'node:assert/strict';
import { mergeParameters } from '../../../../src/shared/service/requestParameters.ts';
import { readConversationHead } from '../../../../src/shared/conversation/conversationGuard.ts';
import { isViewToHost } from '../../../../src/shared/panel/panelProtocol.ts';

describe('mergeParameters', () => {
  it("puts the conversation's before the connection's, and leaves out what nobody set", () => {
    assert.deepEqual(
      mergeParameters({ temperature: 0.2, max_tokens: 5 }, { temperature: 0, top_p: undefined }),
      { temperature: 0, max_tokens: 5 },
    );
    assert.deepEqual(mergeParameters(), {});
    assert.deepEqual(mergeParameters({ top_p: 1, max_tokens: 5 }, { top_p: null, stop: null }), {
      max_tokens: 5,
    });
  });
});

describe('stored parameters', () => {
  const head = { id: 'c', createdAt: 1 };
  const target = { connectionId: 'x', model: 'm' };

  it('come back with the conversation', () => {
    const whole = { ...head, parameters: { stop: ['a'] }, target };
    assert.deepEqual(readConversationHead(whole), whole);
  });

  it('cost no conversation when they cannot be used', () => {
    const parameters = { temperature: 9 };
    assert.deepEqual(readConversationHead({ ...head, parameters, target: 'x' }), head);
    assert.equal(readConversationHead({ parameters }), undefined);
  });
});

describe('the intent setParameters', () => {
  it('holds parameters in their ranges only', () => {
    const set = (parameters: unknown): boolean =>
      isViewToHost({ kind: 'setParameters', parameters });
    assert.equal(set({ temperature: 2, stop: 'x' }), true);
    assert.equal(set({}), true);
    for (const bad of [undefined, 'x', { temperature: 2.1 }, { max_tokens: 0 }, { stop: [1] }]) {
      assert.equal(set(bad), false);
    }
  });
});
