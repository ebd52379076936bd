import assert from 'node:assert/strict';
import { isolatedLabel, labelText } from '../../../../src/host/base/safeText.ts';

describe('the text of a label', () => {
  it('makes no icon and hides no character', () => {
    assert.equal(labelText('a $(trash) \u202eb'), String.raw`a \$(trash) \u{202e}b`);
  });

  it('turns nothing that stands beside it', () => {
    assert.equal(isolatedLabel('a title'), 'a title');
    assert.equal(isolatedLabel('שאלה 12'), '\u2068שאלה 12\u2069');
    assert.equal(isolatedLabel('سؤال'), '\u2068سؤال\u2069');
  });
});
