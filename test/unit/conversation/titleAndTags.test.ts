import assert from 'node:assert/strict';
import {
  changedTags,
  commonTags,
  conversationTitle,
  parseTags,
  titleOfAnswer,
  titleQuestion,
} from '../../../src/conversation/titleAndTags.ts';
import { aTurn } from '../../support/builders.ts';

const item = { path: 'src/a/parse.ts', languageId: 'ts', startLine: 1, endLine: 2, text: 'x' };

describe('conversationTitle', () => {
  const cases: readonly (readonly [text: string, title: string | undefined])[] = [
    ['Why does this overflow?', 'Why does this overflow?'],
    ['\n\n  ## Rename the parser\nand more', 'Rename the parser'],
    ['> quoted\nanswer', 'quoted'],
    ['1. first', 'first'],
    ['```ts\nlet a = 1;\n```', 'let a = 1;'],
    ['---\n***\nwords', 'words'],
    ['tabs\tand   spaces', 'tabs and spaces'],
    ['', undefined],
    ['?!', undefined],
    ['שלום עולם', 'שלום עולם'],
    ['word '.repeat(30), `${'word '.repeat(12).trim()}…`],
    ['x'.repeat(100), `${'x'.repeat(60)}…`],
    [`${'x'.repeat(59)}😀😀`, `${'x'.repeat(59)}…`],
  ];
  for (const [text, title] of cases) {
    it(`makes ${JSON.stringify(title)} of ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(conversationTitle({ text, context: [] }), title);
    });
  }

  it('looks at the beginning of a long text only', () => {
    const lines = '\n'.repeat(20_000);
    assert.equal(conversationTitle({ text: `${lines}word`, context: [item] }), 'parse.ts');
    assert.equal(conversationTitle({ text: `\n?\nword${lines}`, context: [] }), 'word');
    assert.equal(titleOfAnswer(`${lines}word`), undefined);
  });

  it('takes the name of the file where there are no words', () => {
    assert.equal(conversationTitle({ text: ' ', context: [item] }), 'parse.ts');
    const image = {
      id: 'a'.repeat(64),
      type: 'image/png',
      name: 'cat.png',
      width: 1,
      height: 1,
      size: 1,
    } as const;
    assert.equal(conversationTitle({ text: '', context: [], images: [image] }), 'cat.png');
  });
});

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

describe('tags', () => {
  it('are what stands between commas, each once, without what nobody sees', () => {
    assert.deepEqual(parseTags(' #bug, idea ,,bug, two words'), ['bug', 'idea', 'two words']);
    assert.deepEqual(parseTags('a\nb\u202e'), ['a\\u{a}b\\u{202e}']);
    assert.deepEqual(parseTags(' , '), []);
    assert.equal(parseTags('x'.repeat(100))[0]?.length, 40);
    assert.equal(parseTags(Array.from({ length: 50 }, (_, index) => index).join()).length, 20);
  });

  it('of several keep what only some of them have', () => {
    const all = [['a', 'b'], ['b', 'c'], ['b']];
    const common = commonTags(all);
    assert.deepEqual(common, ['b']);
    assert.deepEqual(
      all.map((tags) => changedTags(tags, common, ['d'])),
      [['a', 'd'], ['c', 'd'], ['d']],
    );
    assert.deepEqual(commonTags([]), []);
  });
});
