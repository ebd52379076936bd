import assert from 'node:assert/strict';
import { queryProblem } from '../../../../../src/host/history/views/queryCompletions.ts';

describe('the problem of a query', () => {
  it('names what has no meaning, and how to write it', () => {
    assert.equal(queryProblem('sky is:open'), '“is:open” is not a known filter. Use is:pinned.');
    assert.equal(
      queryProblem('after:"next\u202E week" is:open'),
      '“after:next\\u{202e} week” has no valid date. Use the format 2026-10-01, 2026-10 or 2026.',
    );
    for (const fine of ['', 'go', 'is:', 'is:pin', 'after:2026-10-01 before:2027 tag:open']) {
      assert.equal(queryProblem(fine), undefined, fine);
    }
  });
});
