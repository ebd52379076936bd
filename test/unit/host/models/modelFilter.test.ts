import assert from 'node:assert/strict';
import {
  isFilteredByVSCode,
  matchesText,
  matchingRows,
} from '../../../../src/host/models/modelFilter.ts';

interface Row {
  readonly label: string;
  readonly search?: string;
  readonly kind?: 'separator';
}

const row = (label: string, search = label.toLowerCase()): Row => ({ label, search });
const separator = (label: string): Row => ({ label, kind: 'separator' });
const labels = (rows: readonly Row[]) => rows.map(({ label }) => label);

describe('the search for a model', () => {
  it('finds all words in any order, in any case', () => {
    const qwen = row('qwen2.5-vl', 'qwen2.5-vl openrouter · 131k context · vision');
    for (const text of ['qwen vision', 'VISION qwen', ' vl  2.5 ', 'openrouter 131k', '']) {
      assert.equal(matchesText(qwen, text), true, text);
    }
    assert.equal(matchesText(qwen, 'qwen tools'), false);
    assert.equal(matchesText({}, 'load'), false);
  });

  it('leaves single words to VS Code, which highlights them', () => {
    assert.deepEqual(['', 'qwen', ' qwen', 'qwen ', 'qwen v'].map(isFilteredByVSCode), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('keeps the separators of the groups in which something is found', () => {
    const rows: readonly Row[] = [
      { label: 'Try again' },
      separator('recent'),
      row('a one'),
      separator('Local'),
      row('b two'),
      { label: 'Load Models' },
      separator('Other'),
      row('one a'),
      row('one b'),
    ];
    const found = matchingRows(rows, 'one a');
    assert.deepEqual(labels(found), ['recent', 'a one', 'Other', 'one a']);
    assert.deepEqual(
      found.map(({ alwaysShow }) => alwaysShow),
      [undefined, true, undefined, true],
    );
  });
});
