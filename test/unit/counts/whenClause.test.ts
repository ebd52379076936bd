import assert from 'node:assert/strict';
import { holdsAtFirst } from '../../counts/whenClause.ts';

describe('a when clause in a window as it opens', () => {
  for (const [when, holds] of [
    ['true', true],
    ['false', false],
    ['editorIsOpen', false],
    ['!parley.busy', true],
    ['parley.hasReplies && !parley.busy', false],
    ['!parley.busy && !(resourceScheme =~ /^(output|search-editor)$/)', true],
    ['a == b || !(c && d)', true],
    ['parley.rewriting == ready || parley.rewriting == failed', false],
    ['x not in list && y != z', true],
  ] as const) {
    it(`is ${String(holds)}: ${when}`, () => assert.equal(holdsAtFirst(when), holds));
  }
});
