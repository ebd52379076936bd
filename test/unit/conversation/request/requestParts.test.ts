import assert from 'node:assert/strict';
import { buildMessages, messageContent } from '../../../../src/conversation/request/prompt.ts';
import { requestParts } from '../../../../src/conversation/request/requestParts.ts';
import { tokenEstimate } from '../../../../src/conversation/request/tokenEstimate.ts';
import { aTurn } from '../../../support/builders.ts';

const item = {
  path: 'src/parse.ts',
  languageId: 'typescript',
  startLine: 12,
  endLine: 40,
  text: 'export function parse() {}',
};
const message = { text: 'Why?', context: [item, { ...item, startLine: 5, endLine: 5 }] };

describe('requestParts', () => {
  it('tells system prompt, history, message and context apart, and leaves nothing out', () => {
    const turns = [
      aTurn('1', { reply: { text: 'An answer.' } }),
      aTurn('2'),
      aTurn('3', { user: message }),
    ];
    const messages = buildMessages(turns, 'Be brief.');
    const parts = requestParts({ messages, model: 'm' }, message);
    assert.deepEqual(
      parts.map(({ name }) => name),
      [
        'System prompt',
        'History',
        'Message',
        'Context: src/parse.ts, lines 12–40 (typescript)',
        'Context: src/parse.ts, line 5 (typescript)',
      ],
    );
    assert.equal(parts[0]?.tokens, tokenEstimate('Be brief.'));
    // "message 1", its answer, and "message 2", which had none, with the break after it.
    assert.equal(parts[1]?.length, 9 + 10 + 9 + 2);
    assert.equal(parts[2]?.length, 4);
    const sum = parts.reduce((total, { length }) => total + length, 0);
    const breaks = 2 * message.context.length;
    const sent = messages.reduce((total, { content }) => total + content.length, 0);
    assert.equal(sum + breaks, sent);
  });

  it('names the reasoning that is sent', () => {
    const turns = [aTurn('1', { reply: { text: 'An answer.', reasoning: 'Hm, hm.' } }), aTurn('2')];
    const { user } = aTurn('2');
    const partsOf = (messages: ReturnType<typeof buildMessages>) =>
      requestParts({ messages, model: 'm' }, user);
    const names = (parts: ReturnType<typeof requestParts>) => parts.map(({ name }) => name);
    assert.deepEqual(names(partsOf(buildMessages(turns))), ['History', 'Message']);
    const parts = partsOf(buildMessages(turns, '', 'reasoning_content'));
    assert.deepEqual(names(parts), ['History', 'Reasoning of earlier replies', 'Message']);
    assert.deepEqual([parts[1]?.length, parts[1]?.tokens], [7, tokenEstimate('Hm, hm.')]);
  });

  it('has only the message at the start of a conversation', () => {
    const first = { text: '', context: [] };
    const messages = [{ role: 'user', content: messageContent(first) }] as const;
    assert.deepEqual(requestParts({ messages, model: 'm' }, first), [
      { name: 'Message', length: 0, tokens: 0 },
    ]);
  });
});
