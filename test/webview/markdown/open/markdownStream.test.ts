import { createMarkdownStream } from '../../../../src/webview/markdown/open/markdownStream.ts';
import { equal } from '../../assert.ts';
import { renderStreamed, renderWhole, withFrames } from '../../markdownReference.ts';

function render(source: string): HTMLElement {
  return renderStreamed([source]);
}

/** Streams pieces and calls `look` with the target after each frame. */
function stream(pieces: readonly string[], look: (target: HTMLElement, index: number) => void) {
  const target = document.createElement('div');
  withFrames((frame) => {
    const markdown = createMarkdownStream(target);
    for (const [index, piece] of pieces.entries()) {
      markdown.append(piece);
      frame();
      look(target, index);
    }
    markdown.end();
  });
  return target;
}

describe('markdownStream', () => {
  it('renders at most once for each frame, and at once at the end', () => {
    const target = document.createElement('div');
    withFrames((frame) => {
      const markdown = createMarkdownStream(target);
      markdown.append('one ');
      markdown.append('two');
      equal(target.textContent, '');
      frame();
      equal(target.textContent, 'one two');
      markdown.append(' three');
      markdown.end();
      equal(target.textContent, 'one two three');
      markdown.end();
      frame();
      equal(target.textContent, 'one two three');
      markdown.append(' four');
      frame();
      equal(target.textContent, 'one two three four', 'what comes after the end goes on');
      markdown.end(true);
      markdown.append(' five');
      frame();
      equal(target.textContent, 'one two three four', 'a final end is the end');
    });
  });

  it('never touches a settled block again', () => {
    const settled: ChildNode[] = [];
    const changes = new MutationObserver(() => undefined);
    stream(['# One\n', '\nTwo *a*\n', '\n', '- three\n', '\nfour\n', '\nfive'], (target) => {
      equal(changes.takeRecords().length, 0);
      for (const node of [...target.childNodes].slice(settled.length, -1)) {
        settled.push(node);
        changes.observe(node, { childList: true, characterData: true, subtree: true });
      }
      settled.forEach((node, index) => equal(target.childNodes[index] === node, true));
    });
    equal(settled.length, 4);
  });

  it('keeps a group of blocks whose first block is still open', () => {
    const source = Array.from({ length: 200 }, (_, index) => `## ${index}\n\nText ${index}`).join(
      '\n',
    );
    const changes = new MutationObserver(() => undefined);
    const isGroup = (node: Node): boolean => node instanceof Element && node.className !== '';
    const removed = (): boolean =>
      changes.takeRecords().some(({ removedNodes }) => [...removedNodes].some(isGroup));
    const whole = stream(source.match(/[^]{1,7}/g) ?? [], (target, index) => {
      equal(removed(), false, `frame ${index}`);
      changes.observe(target, { childList: true });
    });
    equal(whole.querySelectorAll('.block-group').length, 6);
  });

  it('puts groups into sections', () => {
    const source = Array.from({ length: 2200 }, (_, index) => `Text ${index}\n\n`).join('');
    const whole = stream(source.match(/[^]{1,5000}/g) ?? [], () => undefined);
    const sections = [...whole.querySelectorAll('.block-section')];
    equal(
      sections.map(({ children }) => children.length),
      [32, 2],
    );
    equal(whole.isEqualNode(renderWhole(source)), true);
  });

  for (const [name, count] of [
    ['group', 64],
    ['section', 64 + 32 * 64],
  ] as const) {
    it(`leaves no empty ${name} when an open block disappears`, () => {
      const blocks = 'text\n\n'.repeat(count);
      const parts: number[] = [];
      const countParts = (shown: HTMLElement): void => {
        parts.push(shown.querySelectorAll(`.block-${name}`).length);
      };
      // A part of it at a time is what a frame shows.
      const pieces = blocks.match(/[^]{1,5000}/g) ?? [];
      const target = stream([...pieces, '[label]: ', 'target', '\n'], countParts);
      equal(parts.at(pieces.length), name === 'group' ? 1 : 2);
      equal(target.isEqualNode(renderWhole(blocks)), true);
    });
  }

  it('appends the lines of a long fence to those on the page', () => {
    const nodes = new Set<unknown>();
    const lines = Array.from({ length: 50 }, (_, index) => `line ${index}\n`);
    const target = stream(['```ts\n', ...lines, '```', '\nafter'], (shown) => {
      nodes.add(shown.querySelector('code')?.firstChild);
    });
    equal(nodes.size, 1);
    equal(target.querySelector('.code-lines')?.textContent, '50 lines');
    equal(target.querySelector('code')?.textContent, lines.join('').trimEnd());
    equal(target.querySelector('p')?.textContent, 'after');
  });

  const grown: readonly (readonly [name: string, start: string, piece: string, parts: string])[] = [
    ['items of a list', '', '- an *item*\n', 'li'],
    ['items with several blocks', '', '1. one\n\n   two\n   - three\n\n', 'li'],
    ['items of a nested list', '- outer\n', '  - an *item*\n    - inner\n', 'li'],
    ['rows of a table', '| a | b |\n|--|--|\n', '| c | *d* |\n', 'tr'],
    ['blocks of a quote', '', '> text\n>\n> - item\n>\n', 'blockquote > *'],
    ['a fence in a list', '1. Do\n\n   ```sh\n', '   make it\n', 'pre'],
    ['a paragraph of one line', 'Go. '.repeat(300), 'on **and** on, ', 'strong'],
    ['a paragraph of math', 'Go. '.repeat(300), '$x^2$ or \\(y\\) and some more words, ', '.math'],
    ['a paragraph of many lines', 'Go. '.repeat(300), 'on\n**and** on\n', 'strong'],
  ];
  for (const [name, start, piece, parts] of grown) {
    it(`never touches finished parts again: ${name}`, () => {
      const pieces = [start, ...Array.from({ length: 80 }, () => piece)];
      let before: readonly Element[] = [];
      stream(pieces, (target) => {
        const now = [...target.querySelectorAll(parts)];
        // The last ones, and the blocks around them, are still open.
        const kept = before.slice(0, -20);
        equal(kept.filter((node, index) => node !== now[index]).length, 0);
        before = now;
      });
      equal(before.length > (parts === 'pre' ? 0 : 40), true);
    });
  }

  it('keeps a selection in a finished part of an open list', () => {
    stream(
      Array.from({ length: 30 }, () => '- an *item* of text\n'),
      (target, index) => {
        if (index === 0) {
          document.body.append(target);
        }
        const item = target.querySelectorAll('li')[1];
        if (index === 5 && item !== undefined) {
          getSelection()?.selectAllChildren(item);
        }
        equal(index < 5 ? '' : getSelection()?.toString(), index < 5 ? '' : 'an item of text');
      },
    ).remove();
  });

  for (const [name, start, rest, kept] of [
    ['a text', '# Title\n\nOne.\n\nTwo.\n\nThr', 'ee.\n\nFour.', 'h1, p:nth-child(2)'],
    ['a fence', '```js\nlet a;\nlet b', ' = 1;\n```\n', '.code-block, pre, .code-line'],
    ['a list', '- a\n- b\n- c\n- d', 'd\n- e', 'ul, li:nth-child(-n + 2)'],
    ['a list that becomes loose', '- a\n- b\n- c\n\n', '- d\n- e\n', 'ul, li:nth-child(-n + 2)'],
    [
      'a table',
      '| a |\n|--|\n| b |\n| c',
      ' d |\n| e |',
      'table, tr:first-child, tr:first-child > *',
    ],
    ['a paragraph', 'A long line. '.repeat(90), '*more*', 'p'],
    ['a quote', '> a\n>\n> b\n> c', ' d', 'blockquote, blockquote p:first-child'],
    ['math', 'Text.\n\n$$\nx', ' + y\n$$\n\nEnd.', 'p:first-child'],
    ['a footnote', 'Text.\n\nSee[^1].\n\n[^1]: A no', 'te.\n\nEnd.', ':scope > p:first-child'],
  ] as const) {
    it(`keeps the finished parts of a reply that is continued: ${name}`, () => {
      withFrames((frame) => {
        const target = document.body.appendChild(document.createElement('div'));
        const stream = createMarkdownStream(target);
        stream.append(start);
        frame();
        stream.end();
        const nodes = [...target.querySelectorAll(kept)];
        const first = nodes.find(({ textContent }) => textContent.trim() !== '');
        equal(nodes.length > 0 && first !== undefined, true);
        stream.append(rest);
        frame();
        stream.end();
        const now = target.querySelectorAll(kept);
        equal(
          nodes.every((node, index) => node === now[index]),
          true,
        );
        equal(target.isEqualNode(renderWhole(start + rest)), true);
        target.remove();
      });
    });
  }

  it('keeps a selection in a reply that is continued', () => {
    withFrames((frame) => {
      const target = document.body.appendChild(document.createElement('div'));
      const stream = createMarkdownStream(target);
      stream.append('- an item\n- another\n- a third');
      frame();
      stream.end();
      const [item] = target.querySelectorAll('li');
      getSelection()?.selectAllChildren(item ?? target);
      stream.append(' one\n\nText.');
      frame();
      stream.end();
      equal(getSelection()?.toString(), 'an item');
      target.remove();
    });
  });

  it('shows the source of a diagram again when it is continued', () => {
    const target = document.createElement('div');
    const stream = createMarkdownStream(target);
    const buttons = (): number => target.querySelectorAll('.diagram-button').length;
    stream.append('```mermaid\nflowchart LR\n');
    stream.end();
    equal(buttons(), 1);
    target.querySelector('.code-block')?.classList.add('drawn');
    stream.append('  A --> B\n');
    stream.end();
    equal(buttons(), 1);
    equal(target.querySelectorAll('[data-code-action="saveDiagram"]').length, 1);
    equal(target.querySelector('.drawn'), null);
  });

  it('renders a block again that turns out to be another one', () => {
    const start = `${'A long line '.repeat(200)}and then `;
    const target = stream([start, 'a | cell\n', '--|--\n', 'x | y\n'], () => {});
    equal([...target.children].map(({ className }) => className).join(), 'table-scroll');
    equal(target.querySelector('th')?.textContent, `${start}a`);
  });

  it('limits the cells that a table fills up', () => {
    const head = `|${' a |'.repeat(1000)}\n|${'--|'.repeat(1000)}\n`;
    const rows = (count: number): HTMLElement =>
      stream([head, ...Array.from({ length: count }, () => '| b\n')], () => {});
    equal(rows(5).querySelectorAll('td').length, 5000);
    equal(rows(5).querySelectorAll('.heavy').length, 1, 'skipped while it is out of view');
    equal(rows(100).querySelector('td'), null);
    equal(rows(100).querySelector('.plain')?.textContent, head + '| b\n'.repeat(100));
  });

  it('does not flash up the ticks that close a fence', () => {
    stream(['```\na\n', '`', '``'], (target) => equal(target.textContent.includes('`'), false));
  });

  it('does not show half a character', () => {
    stream(['a\uD83D', '\uDE00'], (target, index) =>
      equal(target.textContent, index === 0 ? 'a' : 'a😀'),
    );
  });

  it('resolves a link that is defined later, and changes only that block', () => {
    const target = stream(
      ['First.\n\nSee [spec].\n\nThird.\n\n', '[spec]: https://s.test\n'],
      () => {},
    );
    equal(target.querySelector('a')?.href, 'https://s.test/');
    equal(target.childNodes.length, 3);
  });

  it('shows code with its language, its length and a copy button', () => {
    const block = render('```TypeScript title="x"\na\n\nb\n```').querySelector('.code-block');
    equal(block?.querySelector('.code-language')?.textContent, 'TypeScript');
    equal(block?.querySelector('.code-lines')?.textContent, '3 lines');
    equal(
      [...(block?.querySelectorAll('button') ?? [])].map(({ ariaLabel }) => ariaLabel),
      ['Copy Code', 'Insert at Cursor', 'Apply to File…', 'More Actions…'],
    );
    equal(block?.querySelector('pre')?.dir, 'ltr');
  });

  it('passes code on, with its place among blocks of the same text, and opens a menu for the rest', () => {
    const target = document.createElement('div');
    const asked: unknown[] = [];
    const markdown = createMarkdownStream(target, (intent) => asked.push(intent));
    target.className = 'markdown';
    const turn = document.createElement('article');
    turn.dataset['turnId'] = 't1';
    turn.append(target);
    const block = '```c++ x\na\n\n  b\n```\n';
    markdown.append(`${block}\n\`\`\`\nother\n\`\`\`\n\n${block}`);
    markdown.end();
    const press = (action: string, of: number): void =>
      target.querySelectorAll<HTMLElement>(`[data-code-action=${action}]`)[of]?.click();
    const menus: unknown[] = [];
    turn.addEventListener('contextmenu', (event) => menus.push(event.target));
    press('insert', 0);
    press('apply', 2);
    press('menu', 1);
    const code = { text: 'a\n\n  b', language: 'c++', replyId: 't1' };
    equal(asked, [
      { kind: 'code', action: 'insert', ...code, nth: 0 },
      { kind: 'code', action: 'apply', ...code, nth: 1 },
    ]);
    equal(menus.length, 1);
    equal(
      target.querySelector<HTMLElement>('.code-block')?.dataset['vscodeContext'],
      '{"parleySection":"code"}',
    );
  });

  it('takes the direction of each block from its text', () => {
    const target = render('שלום\n\n- one\n\n| a |\n|--|\n| b |\n\n# h');
    for (const tag of ['p', 'li', 'th', 'td', 'h1']) {
      equal(target.querySelector<HTMLElement>(tag)?.dir, 'auto', tag);
    }
  });

  it('renders tables with their alignment in a frame that scrolls sideways', () => {
    const table = render('| a a | b b |\n|:-:|--:|\n| c c | d d |').querySelector(
      '.table-scroll > table',
    );
    equal(
      [...(table?.querySelectorAll('th, td') ?? [])].map(({ className }) => className),
      ['align-center', 'align-right', 'align-center', 'align-right'],
    );
  });

  it('scrolls a table sideways rather than break a number or a word', () => {
    const cells = [
      'qwen2.5-coder-32b',
      '61 tok/s',
      '2026-11-22 10:00',
      'Some words that may break',
    ];
    const target = render(
      `| ${cells.join(' | ')} |\n|${'--|'.repeat(4)}\n| ${cells.join(' | ')} |`,
    );
    target.className = 'markdown';
    target.style.width = '120px';
    document.body.append(target);
    const lines = [...target.querySelectorAll('td')].map((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    equal([lines.slice(0, 3), (lines[3] ?? 0) > 1], [[1, 1, 1], true]);
    const frame = target.querySelector('.table-scroll');
    equal(frame !== null && frame.scrollWidth > frame.clientWidth, true);
    target.remove();
  });

  it('renders task lists as boxes that cannot be changed', () => {
    const boxes = render('- [ ] a\n- [x] b\n- c').querySelectorAll('input');
    equal(
      [...boxes].map(({ checked, disabled }) => [checked, disabled]),
      [
        [false, true],
        [true, true],
      ],
    );
  });

  it('names the host of an image instead of loading it', () => {
    const image = render('![A plan](https://i.test/p.png)').querySelector<HTMLAnchorElement>(
      '.image',
    );
    equal(image?.textContent.trim(), 'A plan (i.test)');
    equal(image?.title, 'https://i.test/p.png');
  });

  it('shows where a link leads, and leaves other schemes as text', () => {
    const target = render('[a](https://a.test/b "T") [b](./c) [c](command:x) https://d.test');
    const links = [...target.querySelectorAll('a')];
    equal(
      links.map(({ title }) => title),
      ['T\nhttps://a.test/b', 'https://d.test'],
    );
    equal(target.textContent, 'a b c https://d.test');
  });

  it('underlines links where VS Code says so, and in themes of high contrast', () => {
    const target = render('[a](https://a.example) and a note[^1]\n\n[^1]: Text.\n');
    target.className = 'markdown';
    document.body.append(target);
    const { style } = document.documentElement;
    const lines = (): readonly string[] =>
      [...target.querySelectorAll('a, .footnote-ref')].map(
        (link) => getComputedStyle(link).textDecorationLine,
      );
    equal(lines(), ['none', 'none']);
    style.setProperty('--text-link-decoration', 'underline');
    equal(lines(), ['underline', 'underline']);
    style.removeProperty('--text-link-decoration');
    for (const kind of ['vscode-high-contrast', 'vscode-high-contrast-light']) {
      document.body.classList.add(kind);
      equal(lines(), ['underline', 'underline'], kind);
      document.body.classList.remove(kind);
    }
    target.remove();
  });

  it('makes no links of file names', () => {
    equal(render('README.md, main.rs and a@b.py').querySelector('a'), null);
  });

  it('shows raw HTML as its source', () => {
    equal(render('<b>x</b>').textContent, '<b>x</b>');
  });
});
