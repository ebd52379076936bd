import { equal } from '../assert.ts';
import { renderWhole } from '../markdownReference.ts';
import { anEndedTurn, nextFrame, type OpenPanel, openPanel, settings } from '../openPanel.ts';

const long = `src/${'deeply/'.repeat(20)}nested/inventory.ts`;

/** The file in the header of the last block of a text. */
function fileOf(markdown: string): string | undefined {
  return [...renderWhole(markdown).querySelectorAll('.code-block')]
    .at(-1)
    ?.querySelector('.code-path')?.textContent;
}

describe('the header of a block of code', () => {
  const cases: readonly (readonly [title: string, markdown: string, file: string | undefined])[] = [
    ['its fence', '```ts src/a.ts\nlet a;\n```', 'src/a.ts'],
    ['the line before it', 'In `src/a.ts`:\n\n```ts\nlet a;\n```', 'src/a.ts'],
    ['the line before it in a list', '- In `src/a.ts`:\n\n  ```ts\n  let a;\n  ```', 'src/a.ts'],
    ['the line before indented code', '`src/a.ts`:\n\n    let a;\n', 'src/a.ts'],
    ['its first line', '```ts\n// src/a.ts\nlet a;\n```', 'src/a.ts'],
    ['its only line', '```ts\n// src/a.ts\n```', 'src/a.ts'],
    ['nothing', '```ts\nlet a;\n```', undefined],
    ['a line before other code', '`a.ts`:\n```ts\nlet a;\n```\n```ts\nlet b;\n```', undefined],
    ['a sentence about a command', 'With `a.json`:\n```sh\nnpm i\n```', undefined],
  ];
  for (const [title, markdown, file] of cases) {
    it(`has the file that is named by ${title}`, () => equal(fileOf(markdown), file));
  }

  it('shows invisible characters of a file as escapes', () => {
    equal(fileOf('```ts\n// src/a\u202Ecod.ts\nlet a;\n```'), 'src/a\\u{202e}cod.ts');
  });

  it('shows the end of a long path where there is little room, and all of it in its tooltip', async () => {
    await window.setPageWidth(300);
    try {
      const panel = openPanel();
      panel.snapshot([anEndedTurn('1', `\`\`\`typescript ${long}\nlet a;\n\`\`\``)]);
      await nextFrame();
      const box = panel.get('.code-path').getBoundingClientRect();
      const text = panel.get('.code-path > span');
      equal(text.title, long);
      const { left, right } = text.getBoundingClientRect();
      equal(left < box.left && Math.abs(right - box.right) < 1, true, `${left} ${right}`);
      equal(box.width > 60, true, `${box.width}`);
      const actions = panel.get('.code-actions').getBoundingClientRect();
      equal(box.right <= actions.left && actions.right <= 300, true);
    } finally {
      await window.setPageWidth();
    }
  });
});

const code = '```ts\nlet a;\n```\n';
const reply = `First:\n\n${code}\nSecond:\n\n${code}`;
const applied = { replyId: '1', index: 1, length: 'let a;'.length, files: ['src/a.ts'] };

describe('a block of code that was applied', () => {
  const marks = (panel: OpenPanel): readonly (string | undefined)[] =>
    [...panel.root.querySelectorAll('.code-block')].map(
      (block) => block.querySelector('.code-applied')?.textContent,
    );
  const opened = async (): Promise<OpenPanel> => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', reply)]);
    await nextFrame();
    return panel;
  };

  it('says so, politely as well, and leads to the place', async () => {
    const panel = await opened();
    equal(marks(panel), [undefined, undefined]);
    panel.tell({ kind: 'settings', settings: { ...settings, applied: [applied] } });
    equal(marks(panel), [undefined, 'Applied']);
    equal(panel.get('[aria-live="polite"]').textContent.includes('Applied to src/a.ts'), true);
    const link = panel.get('.code-applied');
    equal([link.ariaLabel, link.title], ['Applied to src/a.ts', 'Applied to src/a.ts']);
    link.focus();
    panel.tell({ kind: 'settings', settings: { ...settings, applied: [applied] } });
    equal(document.activeElement, link, 'the same settings change nothing');
    link.click();
    equal(panel.posted.at(-1), { kind: 'showApplied', replyId: '1', index: 1 });
  });

  it('says so after the page has come back, and announces nothing then', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', reply)], { ...settings, applied: [applied] });
    await nextFrame();
    equal(marks(panel), [undefined, 'Applied']);
    equal(panel.get('[aria-live="polite"]').textContent, '');
  });

  it('says so in 300 pixels beside a long path, in one line with it', async () => {
    await window.setPageWidth(300);
    try {
      const panel = openPanel();
      const block = { ...applied, index: 0 };
      const text = `\`\`\`typescript ${long}\nlet a;\n\`\`\``;
      panel.snapshot([anEndedTurn('1', text)], { ...settings, applied: [block] });
      await nextFrame();
      const [path, mark, word, actions] = [
        '.code-path',
        '.code-applied',
        '.code-applied > span:last-child',
        '.code-actions',
      ].map((selector) => panel.get(selector).getBoundingClientRect());
      equal((path?.width ?? 0) >= 60 && path?.height !== 0, true, `${path?.width}`);
      equal(word?.top, mark?.top);
      equal((word?.right ?? 0) <= (actions?.left ?? 0) && (actions?.right ?? 0) <= 300, true);
    } finally {
      await window.setPageWidth();
    }
  });

  it('has no link if its file was deleted', async () => {
    const panel = await opened();
    const deleted = { ...applied, files: [] };
    panel.tell({ kind: 'settings', settings: { ...settings, applied: [deleted] } });
    equal(marks(panel), [undefined, 'Applied']);
    equal(panel.get('.code-applied').tagName, 'SPAN');
  });

  it('is no other block: not of another length, number or reply', async () => {
    const panel = await opened();
    const others = [
      { ...applied, length: 7 },
      { ...applied, index: 2 },
      { ...applied, replyId: '"]' },
    ];
    panel.tell({ kind: 'settings', settings: { ...settings, applied: others } });
    equal(marks(panel), [undefined, undefined]);
  });
});
