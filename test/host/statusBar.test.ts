import assert from 'node:assert/strict';
import { statusBarState } from '../../src/host/statusBar.ts';
import type { Reply } from '../../src/shared/conversation.ts';
import { aTurn } from '../support/builders.ts';

const target = { connection: { id: 'x', name: 'Test', baseUrl: 'https://x.invalid' }, model: 'm1' };
const after = (reply: Partial<Reply>) => ({
  id: 'c',
  createdAt: 0,
  turns: [aTurn('a', { reply })],
  headId: 'a',
});

describe('statusBarState', () => {
  it('shows the model, and asks for one where there is none', () => {
    assert.equal(
      statusBarState(after({ status: 'completed' }), target).text,
      '$(comment-discussion) m1',
    );
    assert.match(statusBarState(after({ status: 'completed' }), undefined).text, /Choose a model/);
  });

  it('shows that a reply is running', () => {
    assert.equal(statusBarState(after({ status: 'running' }), target).text, '$(loading~spin) m1');
  });

  it('shows a failure with its reason', () => {
    const error = { kind: 'auth', message: 'The key was refused' } as const;
    const { text, tooltip } = statusBarState(after({ status: 'failed', error }), target);
    assert.equal(text, '$(warning) m1');
    assert.match(tooltip, /The key was refused\nConnection: Test/);
  });
});
