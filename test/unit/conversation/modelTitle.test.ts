import assert from 'node:assert/strict';
import { titleOfAnswer, titleQuestion } from '../../../src/conversation/title.ts';
import { aTurn } from '../../support/builders.ts';

describe('modelTitle', () => {
  it('asks with the first message and its reply, and with no more of them than it takes', () => {
    const turn = aTurn('a', {
      user: { text: 'Why is the sky blue?', context: [] },
      reply: { text: 'x'.repeat(10_000), reasoning: 'secret thoughts' },
    });
    const { role, content } = titleQuestion(turn);
    assert.equal(role, 'user');
    assert.match(content, /User:\nWhy is the sky blue\?\n\nAssistant:\nx{2000} …$/);
    assert.doesNotMatch(content, /secret/);
  });

  it('takes the title out of what models put around it', () => {
    for (const answer of [
      'Blue sky',
      '"Blue sky."',
      '**Blue sky**',
      '# Title: Blue sky',
      '\n\n  Blue   sky\nBecause it scatters.',
      '<think>Six words?\nHm.</think>\n“Blue sky”',
    ]) {
      assert.equal(titleOfAnswer(answer), 'Blue sky', answer);
    }
    assert.equal(titleOfAnswer('Was nun, Parley?'), 'Was nun, Parley?');
  });

  it('has one line of limited length in which nothing is hidden', () => {
    const title = titleOfAnswer(`a\u0007b\u202ec ${'long '.repeat(100)}`) ?? '';
    assert.match(title, /^a\\u\{7\}b\\u\{202e\}c long/);
    assert.ok(title.length <= 80);
    assert.doesNotMatch(titleOfAnswer('😀'.repeat(200) + 'a') ?? '', /\p{Cs}/u);
  });

  it('says where there is none', () => {
    for (const answer of ['', '  \n ', '***', '<think>never ends', '""']) {
      assert.equal(titleOfAnswer(answer), undefined);
    }
  });
});
