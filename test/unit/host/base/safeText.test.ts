import assert from 'node:assert/strict';
import Parser from 'markdown-it';
import {
  codeInMarkdown,
  isolatedLabelText,
  labelText,
  nameText,
  notificationText,
} from '../../../../src/host/base/safeText.ts';
import { visibleText } from '../../../../src/shared/visibleText.ts';

describe('the text of a label', () => {
  it('makes no icon and hides no character', () => {
    assert.equal(labelText('a $(trash) \u202eb'), String.raw`a \$(trash) \u{202e}b`);
  });

  it('turns nothing that stands beside it', () => {
    assert.equal(isolatedLabelText('a title'), 'a title');
    assert.equal(isolatedLabelText('שאלה 12'), '\u2068שאלה 12\u2069');
    assert.equal(isolatedLabelText('سؤال'), '\u2068سؤال\u2069');
  });
});

/** What VS Code 1.139 makes a link of in a notification. */
const vsCodeLink = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('notificationText', () => {
  it('has no link in it, and says what stood there', () => {
    for (const text of [
      '[Undo](command:workbench.action.quit)',
      '[[a](https://example.com "b")](file:///etc)',
      'x](command:a)',
    ]) {
      assert.doesNotMatch(`["${notificationText(text)}"](`, vsCodeLink);
      assert.equal(notificationText(text).replaceAll(' ', ''), text.replaceAll(' ', ''));
    }
    assert.equal(notificationText('f(a[0], b) and [1] (2)'), 'f(a[0], b) and [1] (2)');
  });

  it('hides nothing', () => {
    assert.equal(notificationText('a\u202eb\r\nc'), String.raw`a\u{202e}b c`);
  });
});

describe('a name in a dialog', () => {
  it('leaves in sight what the dialog asks, however long it is', () => {
    assert.equal(nameText('x'.repeat(4000)), `${'x'.repeat(100)}…`);
    assert.equal(nameText('a](command:b)'), 'a] (command:b)');
  });
});

describe('codeInMarkdown', () => {
  it('is code from its first to its last character, whatever it is', () => {
    const parser = new Parser({ html: true });
    for (const text of [
      'total()',
      '`a` [b](command:c) ``',
      '```',
      '<img src=x onerror=y>',
      '![a](https://example.com)',
      '\\',
      'a\n\n# b',
    ]) {
      const [, paragraph, , other] = parser.parse(`It is ${codeInMarkdown(text)}.`, {});
      assert.equal(other, undefined);
      assert.deepEqual(
        paragraph?.children?.map(({ type, content }) => [type, content]),
        [
          ['text', 'It is '],
          ['code_inline', visibleText(text)],
          ['text', '.'],
        ],
      );
    }
  });
});
