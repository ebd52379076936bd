import assert from 'node:assert/strict';
import {
  statusBarState as stateWithFacts,
  withDiagnosis,
} from '../../../src/host/panel/statusBar.ts';
import type { Reply } from '../../../src/shared/conversation/conversation.ts';
import { aTurn } from '../../support/builders.ts';

const target = { connection: { id: 'x', name: 'Test', baseUrl: 'https://x.invalid' }, model: 'm1' };
const after = (reply: Partial<Reply>) => ({
  id: 'c',
  createdAt: 0,
  turns: [aTurn('a', { reply })],
  headId: 'a',
});

const statusBarState = (
  conversation: Parameters<typeof stateWithFacts>[0],
  chosen: Parameters<typeof stateWithFacts>[1],
) => stateWithFacts(conversation, chosen, { place: 'here' });

describe('statusBarState', () => {
  it('says where requests leave from, what the model takes, and what the last reply used', () => {
    const usage = { prompt_tokens: 1200, completion_tokens: 34 };
    const context = { tokens: 8192, source: 'list' } as const;
    const facts = { context, place: 'this computer' };
    const { tooltip } = stateWithFacts(after({ status: 'completed', usage }), target, facts);
    assert.equal(
      tooltip,
      [
        'Model: m1',
        'Connection: Test',
        'Requests sent from: this computer',
        'Context: 8,192 tokens',
        'Last reply: 1,200 tokens in the prompt, 34 in the reply',
      ].join('\n'),
    );
  });

  it('shows the model, and asks for one where there is none', () => {
    assert.equal(
      statusBarState(after({ status: 'completed' }), target).text,
      '$(comment-discussion) m1',
    );
    const { connection } = target;
    const withoutModel = statusBarState(after({ status: 'completed' }), { connection });
    assert.equal(withoutModel.text, '$(comment-discussion) Choose Model');
    assert.equal(withoutModel.command, 'parley.chooseModel');
  });

  it('leads to the chat before there is a connection', () => {
    const nothingSaid = { id: 'c', createdAt: 0, turns: [], headId: undefined };
    assert.deepEqual(statusBarState(nothingSaid, undefined), {
      text: '$(comment-discussion) Parley',
      tooltip: 'Open the chat to connect to a service',
      command: 'parley.chat.focus',
    });
  });

  it('shows that a reply is running', () => {
    assert.equal(statusBarState(after({ status: 'running' }), target).text, '$(loading~spin) m1');
  });

  it('says that a request waits before it is sent again', () => {
    const waiting = { until: 1000, delayMs: 1000, reason: 'rateLimited' } as const;
    const { tooltip } = statusBarState(after({ status: 'running', waiting }), target);
    assert.match(tooltip, /^Waiting to send the request again\n/);
  });

  it('shows a failure with its reason', () => {
    const error = { kind: 'auth', message: 'The key was refused' } as const;
    const failed = after({ status: 'failed', error, model: 'm1', connection: 'Test' });
    const { text, tooltip } = statusBarState(failed, target);
    assert.equal(text, '$(warning) m1');
    assert.equal(
      tooltip,
      'The key was refused\nModel: m1\nConnection: Test\nRequests sent from: here\nContext: unknown',
    );
    const { text: other } = statusBarState(failed, { ...target, model: 'm2' });
    assert.equal(other, '$(comment-discussion) m2', 'Another model has not failed.');
  });

  it('leads from a failure to its diagnosis, and turns nothing else into a link', () => {
    const error = { kind: 'network', message: 'm' } as const;
    const failed = after({ status: 'failed', error, model: 'm1', connection: 'Test' });
    assert.equal(statusBarState(failed, target).failed, 'x');
    assert.equal(statusBarState(after({ status: 'completed' }), target).failed, undefined);
    const said = '[a](command:workbench.action.quit) <b> `c` https://evil.test $(trash)\n# d\n- e';
    const { value, isTrusted, supportHtml } = withDiagnosis(said, 'a) "b"');
    assert.deepEqual(isTrusted, { enabledCommands: ['parley.diagnoseConnection'] });
    assert.notEqual(supportHtml, true);
    const link = '](command:parley.diagnoseConnection?%5B%22a%29%20%5C%22b%5C%22%22%5D)';
    assert.ok(value.endsWith(`\n\n[Diagnose Connection${link}`), value);
    const text = value.slice(0, value.lastIndexOf('['));
    assert.doesNotMatch(text, /[^\p{L}\p{N}\s&#;]/u);
    const read = text.replaceAll(/&#(\d+);/g, (_entity, code: string) =>
      String.fromCodePoint(Number(code)),
    );
    assert.equal(read.trim().replaceAll('  \n', '\n'), said);
  });

  it('shows no icon and no endless text for a name from a service', () => {
    const idle = after({ status: 'completed' });
    const state = (model: string) => statusBarState(idle, { ...target, model });
    assert.equal(state('$(trash)').text, String.raw`$(comment-discussion) \$(trash)`);
    assert.equal(state('x'.repeat(400)).text.length, '$(comment-discussion) '.length + 40);
    assert.match(state('x'.repeat(400)).tooltip, /x{400}/);
  });
});
