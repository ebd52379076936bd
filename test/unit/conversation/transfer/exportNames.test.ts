import assert from 'node:assert/strict';
import { assertLinear } from '../../../support/assertLinear.ts';
import { exportNames } from '../../../../src/conversation/transfer/exportNames.ts';

describe('exportNames', () => {
  it('keeps the words of a title', () => {
    const titles = ['Why is the sky blue?', 'a/b\\c: "d"', 'Grüße an 你好', '../../etc/passwd'];
    assert.deepEqual(exportNames(titles), [
      'Why is the sky blue',
      'a b c d',
      'Grüße an 你好',
      'etc passwd',
    ]);
  });

  it('names what has no name, and what a file system keeps for itself', () => {
    assert.deepEqual(exportNames(['', '...', 'CON', 'lpt1']), [
      'chat',
      'chat 2',
      'chat CON',
      'chat lpt1',
    ]);
  });

  it('leaves alone what is there', () => {
    assert.deepEqual(exportNames(['a', 'A'], ['a', 'A 2']), ['a 3', 'A 4']);
  });

  it('numbers many chats of one title in time that grows with their number only', () => {
    assert.deepEqual(exportNames(['a', 'A', 'a 3', 'a', 'a'], ['a 4']), [
      'a',
      'A 2',
      'a 3',
      'a 5',
      'a 6',
    ]);
    assertLinear(250, (count) => {
      const titles = Array.from({ length: count }, () => 'New chat');
      return () => exportNames(titles);
    });
  });
});
