import assert from 'node:assert/strict';
import { cleanMessage } from '../../../../src/host/git/cleanMessage.ts';

describe('the message of a commit in a reply', () => {
  const same = [
    'Add a cache',
    'fix(parser): accept “quoted” names\n\nThe names were cut at the first space.',
    'Revert "Add a cache"',
    '"a" and "b" are equal',
    '`parse` returns `undefined`',
    'Use `code`',
    "Don't crash",
    'Docs: explain fences\n\nUsage:\n\n```\nnpm test\n```',
    'Docs: explain fences\n\n```\nnpm test\n```\n\nMore.',
    'Subject that ends with a colon:',
    'List:\n- one\n- two',
    '**Bold** start and **end**',
    '- a\n- b',
    '# 12: fix it',
  ];
  for (const message of same) {
    it(`stays as it is: ${JSON.stringify(message)}`, () => {
      assert.equal(cleanMessage(message), message);
    });
  }

  const cleaned: readonly (readonly [string, string])[] = [
    ['\n\n  Add a cache  \n\n', 'Add a cache'],
    ['Add a cache\r\n\r\nIt is fast.\r\n', 'Add a cache\n\nIt is fast.'],
    ['Add a cache   \n\nBody  \n', 'Add a cache\n\nBody'],
    ['```\nAdd a cache\n```', 'Add a cache'],
    ['```text\nAdd a cache\n\nBody\n```\n', 'Add a cache\n\nBody'],
    ['~~~\nAdd a cache\n~~~', 'Add a cache'],
    ['````\nAdd\n\n```\ncode\n```\n````', 'Add\n\n```\ncode\n```'],
    ['```\nAdd a cache\n```\n\nThis follows the style of the others.', 'Add a cache'],
    ['Here is the commit message:\n\n```\nAdd a cache\n```', 'Add a cache'],
    ["Here's a commit message:\n```git-commit\nAdd a cache\n```", 'Add a cache'],
    ['Here is the commit message:\n\nAdd a cache\n\nBody', 'Add a cache\n\nBody'],
    ['Hier ist die Nachricht:\n\nCache hinzufügen', 'Cache hinzufügen'],
    ['"Add a cache"', 'Add a cache'],
    ["'Add a cache'", 'Add a cache'],
    ['`Add a cache`', 'Add a cache'],
    ['“Add a cache”', 'Add a cache'],
    ['**Add a cache**', 'Add a cache'],
    ['```\n"Add a cache"\n```', 'Add a cache'],
    ['', ''],
    ['   \n', ''],
    ['"', '"'],
    ['""', '""'],
    ['```', ''],
    ['```\n```', ''],
  ];
  for (const [reply, message] of cleaned) {
    it(`is taken out of ${JSON.stringify(reply)}`, () => {
      assert.equal(cleanMessage(reply), message);
    });
  }

  it('can be shown while it comes, without the fence', () => {
    const whole = '```\nAdd a cache\n\nBody\n```';
    const shown = Array.from(whole, (_, index) => cleanMessage(whole.slice(0, index + 1)));
    assert.equal(shown[8], 'Add a');
    assert.ok(
      shown.slice(4).every((text) => !text.startsWith('`')),
      JSON.stringify(shown),
    );
    assert.equal(shown.at(-1), 'Add a cache\n\nBody');
  });

  it('is bounded', () => {
    assert.ok(cleanMessage('x\n'.repeat(5_000_000)).length <= 10_000);
  });
});
