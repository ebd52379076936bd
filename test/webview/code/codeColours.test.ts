import * as fc from 'fast-check';
import { codeColours } from '../../../src/webview/code/codeColours.ts';
import { createCodeBlock, finishedCodeBlock } from '../../../src/webview/code/codeBlock.ts';
import { CodeLines } from '../../../src/webview/code/codeLines.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { holdDate } from '../holdDate.ts';

const code = `/* one
two */
const three = "four"; // five

function six() { return \`\${seven}\`; }
`;

/** The coloured parts of a line with their colours. */
function coloursOf(line: Element | undefined): readonly (readonly [string, string])[] {
  return [...(line?.children ?? [])].map((part) => [
    part.textContent,
    getComputedStyle(part).color,
  ]);
}

function linesOf(block: Element): readonly Element[] {
  return [...block.querySelectorAll('.code-line')];
}

async function coloured(block: Element, index: number): Promise<void> {
  await until('colours', () => (linesOf(block)[index]?.children.length ?? 0) > 0);
}

describe('code lines', () => {
  it('show the code after any changes at its end, and keep the elements that stay the same', () => {
    const text = fc.stringMatching(/^[ab\n]{0,12}$/);
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(), text)), (start, changes) => {
        const lines = new CodeLines(start);
        let expected = start;
        for (const [at, added] of changes) {
          const offset = at % (expected.length + 1);
          const kept = linesOf(lines.node).slice(0, expected.slice(0, offset).split('\n').length);
          expected = expected.slice(0, offset) + added;
          lines.setFrom(offset, added);
          const now = linesOf(lines.node);
          equal(
            now.map(({ textContent }) => textContent),
            expected
              .split(/(?<=\n)/)
              .concat(expected === '' || expected.endsWith('\n') ? [''] : [])
              .slice(expected === '' ? 1 : 0),
          );
          equal(
            kept.every((line, index) => line === now[index]),
            true,
          );
          equal(lines.length, expected.length);
          equal(lines.count, expected === '' ? 0 : expected.split('\n').length);
          equal(lines.node.isEqualNode(new CodeLines(expected).node), true);
        }
      }),
    );
  });
});

describe('colours of code', () => {
  let block: HTMLElement;
  let releaseDate: () => void;

  // A grammar looks at this clock: no line takes too long, however busy the machine is.
  beforeEach(() => (releaseDate = holdDate()));

  afterEach(() => {
    releaseDate();
    block.remove();
    document.body.classList.remove('vscode-light');
    document.documentElement.removeAttribute('style');
    codeColours.setRules(undefined);
  });

  it('follow the text and continue from the state after the line before', async () => {
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    equal(block.querySelector('code')?.textContent, code);
    equal(block.querySelector('.code-line > *'), null);
    await coloured(block, 4);
    equal(coloursOf(linesOf(block)[1]), [
      ['two ', 'rgb(106, 153, 85)'],
      ['*/\n', 'rgb(106, 153, 85)'],
    ]);
    equal(
      coloursOf(linesOf(block)[2]).filter(([text]) => text.startsWith('const')),
      [['const ', 'rgb(86, 156, 214)']],
    );
    equal(block.querySelector('code')?.textContent, code);
  });

  it('follow the theme without changing the nodes of the code', async () => {
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    await coloured(block, 4);
    const parts = [...block.querySelectorAll('.code-line > *')];
    const comment = (): string | undefined => coloursOf(linesOf(block)[1])[0]?.[1];
    codeColours.setRules([{ scopes: ['comment'], foreground: '#102030', fontStyle: 'italic' }]);
    equal(comment(), 'rgb(16, 32, 48)');
    codeColours.setRules(undefined);
    equal(comment(), 'rgb(106, 153, 85)');
    document.body.classList.add('vscode-light');
    await until('the colours of the light theme', () => comment() === 'rgb(0, 128, 0)');
    equal(
      parts.every((part, index) => part === block.querySelectorAll('.code-line > *')[index]),
      true,
    );
  });

  it('are legible on the background of code, and no other than those of the theme if these are', async () => {
    const set = (name: string, value: string): void =>
      document.documentElement.style.setProperty(`--vscode-${name}`, value);
    const comment = (): string | undefined => coloursOf(linesOf(block)[1])[0]?.[1];
    set('editor-background', '#1f1f1f');
    set('textCodeBlock-background', 'rgba(10, 10, 10, 0.4)');
    codeColours.setRules([{ scopes: ['comment'], foreground: '#6a9955' }]);
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    await coloured(block, 4);
    equal(comment(), 'rgb(106, 153, 85)');
    equal(getComputedStyle(block).backgroundColor, 'rgb(31, 31, 31)');
    equal(
      getComputedStyle(block.querySelector('pre') ?? block).backgroundColor,
      'rgba(10, 10, 10, 0.4)',
    );
    set('editor-background', '#ffffff');
    set('textCodeBlock-background', '#f8f8f8');
    await until('a darker colour', () => comment() !== 'rgb(106, 153, 85)');
    const [red = 255, green = 255, blue = 255] = (comment()?.match(/\d+/g) ?? []).map(Number);
    equal([red < 106, green < 153, blue < 85, green > red], [true, true, true, true]);
    // Also for tokens that are met later.
    const after = finishedCodeBlock('ts', '// later');
    block.after(after);
    await coloured(after, 0);
    equal(coloursOf(linesOf(after)[0])[0]?.[1], comment());
    after.remove();
  });

  it('are those of the last theme alone', async () => {
    const red = { foreground: '#aa0000', fontStyle: 'bold' };
    codeColours.setRules([{ scopes: ['keyword', 'storage', 'comment'], ...red }]);
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    await coloured(block, 4);
    codeColours.setRules([{ scopes: ['comment'], foreground: '#102030' }]);
    const looks = [linesOf(block)[1], linesOf(block)[2]].map((line) => {
      const { color, fontWeight } = getComputedStyle(line?.firstElementChild ?? block);
      return [color, fontWeight];
    });
    equal(looks, [
      ['rgb(16, 32, 48)', '400'],
      [getComputedStyle(block).color, '400'],
    ]);
  });

  it('need no new style rules for tokens that are met for the first time', async () => {
    const rules = (): readonly string[] =>
      document.adoptedStyleSheets.flatMap(({ cssRules }) =>
        [...cssRules].map(({ cssText }) => cssText),
      );
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    await coloured(block, 4);
    codeColours.setRules([
      { scopes: ['constant'], foreground: '#102030', fontStyle: 'bold underline' },
    ]);
    block.remove();
    const before = rules();
    block = finishedCodeBlock('ts', 'export = 12;');
    document.body.append(block);
    await coloured(block, 0);
    const number = block.querySelector('.code-line > :nth-last-child(2)') ?? block;
    const { color, fontWeight, textDecorationLine } = getComputedStyle(number);
    equal([number.textContent, color], ['12', 'rgb(16, 32, 48)']);
    equal([fontWeight, textDecorationLine], ['700', 'underline']);
    equal(rules(), before);
  });

  it('ignore an invalid colour of a theme', async () => {
    codeColours.setRules([{ scopes: ['comment'], foreground: 'red} * {color: #111111' }]);
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    await coloured(block, 1);
    equal(coloursOf(linesOf(block)[1])[0]?.[1] === 'rgb(17, 17, 17)', false);
  });

  it('are applied to the line that grows, and once to each complete line', async () => {
    const growing = createCodeBlock('typescript', '');
    block = growing.node;
    document.body.append(block);
    growing.setFrom(0, 'const a = 1;\nlet');
    await coloured(block, 1);
    const parts = [...(linesOf(block)[0]?.children ?? [])];
    const words = () => coloursOf(linesOf(block)[1]).map(([text]) => text.trim());
    equal(words(), ['let']);
    growing.setFrom(16, 'ter');
    equal(words(), ['letter'], 'until it is read again');
    await until('the colour of a name', () => !words().includes('let') && words().length > 0);
    growing.setFrom(12, '\nlet b = 2;\nconst c');
    await coloured(block, 2);
    equal(words()[0], 'let');
    const last = [...(linesOf(block)[2]?.children ?? [])];
    growing.finish();
    // What is coloured after it has its colours.
    const after = finishedCodeBlock('typescript', 'const d = 4;');
    block.after(after);
    await coloured(after, 0);
    after.remove();
    equal(
      [...parts, ...last].every((part) => block.contains(part)),
      true,
    );
    equal(block.querySelector('code')?.textContent, 'const a = 1;\nlet b = 2;\nconst c');
  });

  it('are removed from a line whose text is replaced', async () => {
    const growing = createCodeBlock('js', 'x // y');
    block = growing.node;
    document.body.append(block);
    await coloured(block, 0);
    growing.setFrom(0, 'plain');
    growing.finish();
    await until(
      'no comment',
      () => !coloursOf(linesOf(block)[0]).some(([, c]) => c.includes('106, 153')),
    );
    equal(block.querySelector('code')?.textContent, 'plain');
  });

  it('keep a selection that begins and ends inside lines', async () => {
    block = finishedCodeBlock('ts', code);
    document.body.append(block);
    const [first, , third] = linesOf(block);
    getSelection()?.setBaseAndExtent(third?.firstChild as Node, 9, first?.firstChild as Node, 3);
    const selected = getSelection()?.toString();
    await coloured(block, 4);
    equal(getSelection()?.toString(), selected);
    equal(selected, 'one\ntwo */\nconst thr');
  });

  it('come later to lines that took too long at first', async () => {
    const clock = Date.now;
    let slow = 0;
    // The grammar reads this clock. Its first values differ by more than the time limit of a line.
    Date.now = () => clock() + (slow < 16 ? (slow += 1) * 100 : 1600);
    try {
      block = finishedCodeBlock('rust', '// one\n// two\nlet three = 3;\n// four\n');
      document.body.append(block);
      await coloured(block, 3);
      equal(slow, 16);
      await coloured(block, 0);
    } finally {
      Date.now = clock;
    }
  });

  it('are not applied to unknown languages and very long lines', async () => {
    block = document.createElement('div');
    block.append(
      finishedCodeBlock('no-such-language', code),
      finishedCodeBlock('constructor', code),
      finishedCodeBlock(
        'js',
        `const a = "${'x'.repeat(386)}";\n//${'x'.repeat(398)}\nconst b = "${'x'.repeat(5000)}";\nlet c;\n`,
      ),
    );
    document.body.append(block);
    const [short, long, divided, last] = linesOf(block.children[2] as Element);
    await until('colours of the last line', () => last?.childElementCount);
    equal(block.children[0]?.querySelector('.code-line > *'), null);
    equal(block.children[1]?.querySelector('.code-line > *'), null);
    equal((short?.childElementCount ?? 0) > 1, true);
    equal(long?.childElementCount, 0);
    equal(
      [...(divided?.children ?? [])].map(({ className }) => className),
      ['line-part', 'line-part', 'line-part'],
    );
  });

  it('include the keywords of C++', async () => {
    block = finishedCodeBlock(
      'c++',
      'class Point : public Base {\n  virtual void draw() = 0;\n};\n',
    );
    document.body.append(block);
    await coloured(block, 1);
    const [text, colour] = coloursOf(linesOf(block)[0])[0] ?? [];
    equal([text, colour], ['class ', 'rgb(86, 156, 214)']);
  });
});
