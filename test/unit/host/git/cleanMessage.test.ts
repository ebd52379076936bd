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
    'Commit messages: clean fences',
    'Fix commit message: no fence',
    'commit: fix -a',
    'Here: a first line',
    'Revert: feat: add a cache',
    'feat: explain ```` ``` ````',
    'feat(a b): c: d',
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
    ['```feat: add a cache```', 'feat: add a cache'],
    ['``` feat: add a cache ```', 'feat: add a cache'],
    ['~~~Add a cache~~~', 'Add a cache'],
    ['``feat: add a cache``', 'feat: add a cache'],
    ['```feat: add a cache``` This follows the others.', 'feat: add a cache'],
    ['```feat: add a cache\n\nBody\n```', 'feat: add a cache\n\nBody'],
    ['```feat: add a cache\n\nBody```', 'feat: add a cache\n\nBody'],
    ['```text\nAdd a cache```', 'Add a cache'],
    ['Commit message: Add a cache', 'Add a cache'],
    ['commit message:\nAdd a cache\n\nBody', 'Add a cache\n\nBody'],
    ['**Commit message:** feat: add a cache', 'feat: add a cache'],
    ['**Commit Message**: `feat: add a cache`', 'feat: add a cache'],
    ['## Commit Message\n\nfeat: add a cache', 'feat: add a cache'],
    ['Git commit message: ```feat: add a cache```', 'feat: add a cache'],
    ['Here is a commit message for these changes: "Add a cache"', 'Add a cache'],
    ['The commit message is:\nAdd a cache', 'Add a cache'],
    ['Suggested message: feat(store)!: add a cache', 'feat(store)!: add a cache'],
    ['Commit-Nachricht: fix: Cache leeren', 'fix: Cache leeren'],
    ['提交信息：feat: 添加缓存', 'feat: 添加缓存'],
    ['```\nCommit message: feat: add a cache\n```', 'feat: add a cache'],
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

  it('can be shown while it comes, without a fence on the same line', () => {
    const whole = '```feat: add a cache```';
    const shown = Array.from(whole, (_, index) => cleanMessage(whole.slice(0, index + 1)));
    assert.ok(
      shown.slice(8).every((text) => text.startsWith('feat:')),
      JSON.stringify(shown),
    );
  });

  it('is bounded', () => {
    assert.ok(cleanMessage('x\n'.repeat(5_000_000)).length <= 10_000);
  });
});
