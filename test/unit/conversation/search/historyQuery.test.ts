import assert from 'node:assert/strict';
import {
  meetsConditions,
  openField,
  parseHistoryQuery,
  unknownConditions,
  type QuerySubject,
} from '../../../../src/conversation/search/historyQuery.ts';
import { assertLinear } from '../../../support/assertLinear.ts';

describe('historyQuery', () => {
  it('tells words, phrases and conditions apart', () => {
    assert.deepEqual(parseHistoryQuery('  Why  "the Sky" model:Qwen workspace:"my work" '), {
      words: ['why', 'the sky'],
      conditions: [
        { field: 'model', value: 'qwen' },
        { field: 'workspace', value: 'my work' },
      ],
    });
  });

  it('takes what only looks like a condition for a word, and leaves out one without a value', () => {
    assert.deepEqual(parseHistoryQuery('https://a.test x:y model: "'), {
      words: ['https://a.test', 'x:y'],
      conditions: [],
    });
    assert.deepEqual(parseHistoryQuery('"unclosed phrase').words, ['unclosed phrase']);
    assert.deepEqual(parseHistoryQuery('').words, []);
  });

  const subject: QuerySubject = {
    model: 'Qwen2.5-coder',
    connection: 'Work gateway',
    workspace: 'parley',
    tags: ['Bugs'],
    pinned: false,
    changedAt: new Date(2026, 9, 15, 12).getTime(),
  };
  const meets = (typed: string, here = 'parley') =>
    meetsConditions(subject, parseHistoryQuery(typed).conditions, here);

  it('compares parts of names, whatever their case', () => {
    assert.ok(meets('model:coder connection:gateway workspace:PAR tag:bug'));
    assert.ok(!meets('model:llama'));
    assert.ok(!meets('tag:idea'));
    assert.ok(!meets('is:pinned'));
    assert.ok(meets('workspace:here'));
    assert.ok(!meets('workspace:here', 'other'));
  });

  it('finds by every model and connection that has replied', () => {
    const several = { ...subject, models: ['Llama', 'Qwen'], connections: ['Home', 'Office'] };
    const asked = (typed: string) =>
      meetsConditions(several, parseHistoryQuery(typed).conditions, undefined);
    assert.ok(asked('model:llama connection:office') && asked('model:qwen connection:home'));
    assert.ok(!asked('model:gpt') && !asked('connection:gateway'));
  });

  it('compares days of this computer’s calendar; a date that is none yet changes nothing', () => {
    assert.ok(meets('after:2026-10-15 before:2026-10-16'));
    assert.ok(!meets('before:2026-10-15'));
    assert.ok(!meets('after:2026-10-16'));
    assert.ok(meets('after:2026-10'));
    assert.ok(meets('after:2026'));
    assert.ok(!meets('before:2026'));
    assert.ok(meets('after:soon before:x'));
  });

  it('says which conditions have no meaning', () => {
    const unknown = (typed: string): readonly string[] =>
      unknownConditions(parseHistoryQuery(typed)).map(({ field, value }) => `${field}:${value}`);
    assert.deepEqual(
      unknown('is:pin is:Pinned after:2026 before:2024-02-29 model:x tag:y is:'),
      [],
    );
    assert.deepEqual(unknown('is:open after:soon'), ['is:open', 'after:soon']);
    const none = [
      '2026-13',
      '2026-00',
      '2026-02-30',
      '2025-02-29',
      '2026-1-1-1',
      '20',
      '0026',
      '1/2/2026',
    ];
    for (const date of none) {
      assert.deepEqual(unknown(`after:${date}`), [`after:${date}`]);
      assert.deepEqual(unknown(`before:${date}`), [`before:${date}`]);
      assert.ok(meets(`after:${date} before:${date}`), 'it changes nothing');
    }
  });

  it('knows the condition that is being typed', () => {
    assert.deepEqual(openField('sky model:Qw'), { field: 'model', value: 'qw', before: 'sky ' });
    assert.deepEqual(openField('tag:'), { field: 'tag', value: '', before: '' });
    assert.equal(openField('tag:bugs '), undefined);
    assert.equal(openField('sky'), undefined);
    assert.equal(openField('x:y'), undefined);
    assert.deepEqual(openField('"blue sky" tag:bug\tconnection:"Wo'), {
      field: 'connection',
      value: 'wo',
      before: '"blue sky" tag:bug\t',
    });
    assert.equal(openField('connection:"Work ga'), undefined);
    assert.equal(openField('connection:"Work"'), undefined);
  });

  it('looks at the last word only for the condition that is being typed', () => {
    const words = 'lorem ipsum dolor ';
    for (const unit of [words, 'a']) {
      assertLinear(2000, (length) => {
        const typed = unit.repeat(length / unit.length);
        return () => [openField(typed), parseHistoryQuery(typed)];
      });
    }
    const long = words.repeat(1000);
    assert.equal(openField(`${long}tag:b`), undefined, 'it would not be searched for');
  });

  it('searches for the beginning of a long text, which ends with a whole word', () => {
    const { words } = parseHistoryQuery('going '.repeat(10_000));
    assert.ok(words.length > 100 && words.length < 200);
    assert.deepEqual([...new Set(words)], ['going']);
    const [word, ...others] = parseHistoryQuery('x'.repeat(10_000)).words;
    assert.equal(word?.length, 1000);
    assert.deepEqual(others, []);
  });
});
