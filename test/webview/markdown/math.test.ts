import { mathElement } from '../../../src/webview/markdown/math.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { renderStreamed } from '../markdownReference.ts';

describe('math', () => {
  const inLine: readonly (readonly [text: string, ...math: string[]])[] = [
    ['so $x^2$, and $y$.', '$x^2$', '$y$'],
    ['($a_1$) and \\(b\\)', '$a_1$', '\\(b\\)'],
    ['all $$c$$ in one', '$$c$$'],
    ['two \\$ in $a\\$b$', '$a\\$b$'],
    ['**$a*b*c$**', '$a*b*c$'],
    ['$5 and $6'],
    ['$5, $6, or $7.50 and 8$'],
    ['between $5 and 10$ or so'],
    ['$HOME/$USER and $PATH'],
    ['`$x$` and \\$x\\$'],
    ['US$5 and CA$6'],
    ['$ x $ and $x $ and $'],
    ['$a\nb$'],
    ['\\[x](y) and \\(\\)'],
  ];
  for (const [text, ...math] of inLine) {
    it(`is ${math.length} times in: ${text}`, () => {
      const found = renderStreamed([text]).querySelectorAll('.math');
      equal(
        [...found].map(({ textContent }) => textContent),
        math,
      );
    });
  }

  const rows: readonly (readonly [row: string, ...cells: string[]])[] = [
    ['| $|x|$ | $P(A|B)$ |', '$|x|$', '$P(A|B)$'],
    ['| \\(|x|\\) | a |', '\\(|x|\\)', 'a'],
    ['| $\\{x : |x| < 1\\}$ | a |', '$\\{x : |x| < 1\\}$', 'a'],
    ['| $\\|x\\|$ | a |', '$|x|$', 'a'],
    ['| costs $5 | or 6$ |', 'costs $5', 'or 6$'],
    ['|$a|$b|', '$a', '$b'],
    ['| $a | b$ |', '$a', 'b$'],
    ['| US$ | CA$ |', 'US$', 'CA$'],
    ['| $HOME|$PATH |', '$HOME', '$PATH'],
  ];
  for (const [row, ...cells] of rows) {
    it(`has bars that do not separate cells in: ${row}`, () => {
      const shown = renderStreamed([`| one | two |\n|--|--|\n${row}\n`]);
      equal(
        [...shown.querySelectorAll('td')].map(({ textContent }) => textContent),
        cells,
      );
    });
  }

  const blocks: readonly (readonly [text: string, blocks: readonly string[], after: string])[] = [
    ['$$\na\n= b\n$$\nend', ['$$\na\n= b\n$$'], 'end'],
    ['text\n\\[\na\n\\]\nend', ['\\[\na\n\\]'], 'end'],
    ['\\[ a \\]\n\nend', ['\\[ a \\]'], 'end'],
    ['1. one\n\n   $$\n   a\n   $$\n\n   end', ['$$\na\n$$'], 'end'],
    ['> $$ a $$\n\nend', ['$$ a $$'], 'end'],
    ['$$ is not\n\nend', [], 'end'],
    ['```\n$$\na\n$$\n```\n\nend', [], 'end'],
  ];
  for (const [text, expected, after] of blocks) {
    it(`is a block ${expected.length} times in: ${JSON.stringify(text)}`, () => {
      const target = renderStreamed([text]);
      equal(
        [...target.querySelectorAll('.math-block')].map(({ textContent }) => textContent),
        expected,
      );
      equal([...target.querySelectorAll('p')].at(-1)?.textContent, after);
    });
  }

  it('is drawn when it is on the page, and the same math at once from then on', async () => {
    const text =
      'so $\\frac{1}{2}$ and\n\n$$\n\\sqrt{2}\n$$\n\nnot $\\nonsense{$ or $\\href{https://a.test}{x}$';
    const target = renderStreamed([text]);
    document.body.append(target);
    equal(target.querySelector('.katex'), null);
    await until('math', () => target.querySelectorAll('.drawn, .unreadable').length === 4);
    equal(target.querySelectorAll('.drawn .katex-html').length >= 2, true);
    equal(target.querySelector('.math-block .katex-display') !== null, true);
    equal(target.querySelector('a'), null);
    equal(target.textContent.includes('$\\nonsense{$'), true);
    equal(renderStreamed([text]).querySelectorAll('.drawn .katex-html').length >= 2, true);
    target.remove();
  });

  it('is copied once', async () => {
    const target = renderStreamed(['so $E=mc^2$ is']);
    document.body.append(target);
    await until('math', () => target.querySelector('.drawn') !== null);
    const selection = document.getSelection();
    selection?.selectAllChildren(target);
    const copied = String(selection).replaceAll(/[\s\u200B]/g, '');
    selection?.removeAllRanges();
    target.remove();
    equal(copied, 'soE=mc2is');
  });

  it('stays as its source where KaTeX or its drawing would block the page', async () => {
    const group = (command: string, depth: number): string =>
      `${`\\${command}{`.repeat(depth)}x${'}'.repeat(depth)}`;
    const formulas: readonly (readonly [tex: string, className: string])[] = [
      [`\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(150)}`, ''],
      [`\\def\\a{${'\\sqrt{x}'.repeat(20)}}${'\\a'.repeat(50)}`, ''],
      [`\\def\\a{${'\\sqrt{x}'.repeat(10)}}${'\\a'.repeat(50)}`, 'unreadable'],
      [`\\text{${'word '.repeat(1100)}}`, ''],
      ['x+'.repeat(800), ''],
      ['x_1^2'.repeat(310), ''],
      [`\\begin{matrix}${'a&'.repeat(750)}\\end{matrix}`, ''],
      [`\\begin{matrix}${'a&'.repeat(700)}\\end{matrix}`, 'unreadable'],
      [group('sqrt', 600), ''],
      [group('sqrt', 51), ''],
      [group('sqrt', 45), 'unreadable'],
      [group('sqrt', 20), 'drawn'],
      ['\\{'.repeat(100), 'drawn'],
      ['x_1^2'.repeat(200), 'drawn'],
      ['\\def\\a{x}\\a', 'drawn'],
    ];
    const target = document.createElement('div');
    target.append(...formulas.map(([tex]) => mathElement(`$$${tex}$$`, true)));
    // All of it is near the view.
    target.style.fontSize = '1px';
    document.body.append(target);
    const isKnown = ({ classList }: Element, index: number): boolean =>
      classList.contains(formulas[index]?.[1] || 'math');
    await until('all', () => [...target.children].every(isKnown));
    equal(
      [...target.children].map(({ className }) => className),
      formulas.map(([, className]) => `math math-block ${className}`.trim()),
    );
    target.remove();
  });

  for (const isBlock of [true, false]) {
    it(`is drawn until there is too much of it, ${isBlock ? 'as blocks' : 'in a block'}`, async () => {
      const target = document.createElement('div');
      target.className = 'markdown';
      const paragraph = document.createElement('p');
      const large = Array.from({ length: 20 }, (_, index) =>
        mathElement(`$$${'x_1^2'.repeat(200)}${index}$$`, isBlock),
      );
      paragraph.append(...large);
      target.append(...(isBlock ? large : [paragraph]));
      target.append(mathElement(isBlock ? '$$y$$' : '$$z$$', true));
      target.style.fontSize = '1px';
      document.body.append(target);
      await until('the last one', () => target.lastElementChild?.matches('.drawn'));
      const drawn = large.filter((node) => node.matches('.drawn')).length;
      equal(drawn > 3 && drawn < 10, true, `${drawn} formulas`);
      equal(target.querySelector('.unreadable'), null);
      target.remove();
    });
  }
});
