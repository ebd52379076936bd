import assert from 'node:assert/strict';
import { noticeText } from '../../../../src/host/base/safeText.ts';

/** What VS Code 1.139 makes a link of in a notification. */
const vsCodeLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('noticeText', () => {
  it('has no link in it, and says what stood there', () => {
    for (const text of [
      '[Undo](command:workbench.action.quit)',
      '[[a](https://example.com "b")](file:///etc)',
      'x](command:a)',
    ]) {
      assert.doesNotMatch(`["${noticeText(text)}"](`, vsCodeLink);
      assert.equal(noticeText(text).replaceAll(' ', ''), text.replaceAll(' ', ''));
    }
    assert.equal(noticeText('f(a[0], b) and [1] (2)'), 'f(a[0], b) and [1] (2)');
  });

  it('hides nothing', () => {
    assert.equal(noticeText('a\u202eb\r\nc'), String.raw`a\u{202e}b c`);
  });
});
