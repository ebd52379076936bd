import assert from 'node:assert/strict';
import {
  afterMark,
  judge,
  type MarkState,
  noMarks,
} from '../../../../src/shared/reasoning/markState.ts';
import { markAt, phraseFamily } from '../../../../src/shared/reasoning/replyMark.ts';
import { SaidPieces } from '../../../../src/shared/reasoning/saidPieces.ts';

/** What the mark at the start of `text` is after `before`, and what is known with it. */
function judged(text: string, state: MarkState, before = '') {
  const said = new SaidPieces();
  said.give(before, []);
  const mark = markAt(text, 0, false);
  assert.ok(mark !== undefined && mark !== 'partial');
  const found = { ...mark, text: text.slice(0, mark.end), source: text, isEnd: false };
  const { verdict, state: after } = judge(found, state, said);
  return { verdict, after, counted: afterMark(mark, after) };
}

describe('what marks have said', () => {
  it('is that reasoning is open after a mark that begins it, and not after one that ends it', () => {
    const start = judged('<think>\nWe', noMarks);
    assert.deepEqual([start.verdict, start.counted.open], ['counts', 'think']);
    const end = judged('</think>\n\nYes', start.counted);
    assert.deepEqual([end.verdict, end.counted.open], ['counts', undefined]);
    assert.deepEqual([...end.counted.used], ['think']);
    assert.deepEqual(noMarks, { used: new Set(), namesMarks: false });
  });

  it('is that a mark was talked about, so that the next one in its line ends nothing', () => {
    const start = judged('<think> tags', noMarks, 'Models write ');
    assert.deepEqual(
      [start.verdict, start.after.mention],
      ['isText', { line: 0, isLineStart: false }],
    );
    const end = judged(
      '</think>\n\nYes',
      start.after,
      'Models write <think> tags and end them with ',
    );
    assert.deepEqual([end.verdict, end.after.mention], ['isText', undefined]);
  });

  it('is nothing as long as what follows decides', () => {
    const { verdict, after } = judged('<think>', noMarks);
    assert.deepEqual([verdict, after === noMarks], ['wait', true]);
  });

  it('is that a phrase may end what a phrase has begun', () => {
    const start = judged('Here is my thought process:', noMarks);
    assert.deepEqual([start.verdict, [...start.after.used]], ['isText', [phraseFamily]]);
  });

  it('is that marks of an end are named, so that the last one does not count', () => {
    const named = judged('<|im_end|> ends it', noMarks, 'The token ');
    assert.deepEqual([named.verdict, named.after.namesMarks], ['isText', true]);
    assert.equal(judged('<|im_end|>\n', named.after, 'Hello.').verdict, 'isText');
    assert.equal(judged('<|im_end|>\n', noMarks, 'Hello.').verdict, 'atEnd');
  });
});
