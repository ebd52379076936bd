import { equal } from '../assert.ts';
import { anEndedTurn, nextFrame, type OpenPanel, openPanel } from '../openPanel.ts';
import { pressKey } from '../realKeyboard.ts';
import { themes, useTheme } from '../themes.ts';

declare global {
  interface Window {
    /** Put into the page by the runner: the colours that are painted in a part of the page. */
    readonly colorsIn: (
      clip: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
    ) => Promise<readonly string[]>;
  }
}

const long = `const short = 1;\nconst long = '${'word '.repeat(60)}';\n`;

/** Shows `code` and gives its block. The line that is looked at has no text at the edges. */
async function shown(panel: OpenPanel, code: string): Promise<HTMLElement> {
  panel.snapshot([anEndedTurn('1', `\`\`\`ts\n${code}\`\`\``)]);
  await nextFrame();
  return panel.get('.code-block > pre');
}

/** The colours of the last pixels of the first line, where the mark is, and those of a part before them. */
async function edgeColors(pre: HTMLElement) {
  await nextFrame();
  const { right, top } = pre.getBoundingClientRect();
  const y = Math.ceil(top) + 8;
  const at = async (x: number) => window.colorsIn({ x: Math.floor(x), y, width: 2, height: 4 });
  return { edge: await at(right - 2.5), before: await at(right - 20) };
}

describe('code that is wider than the panel', () => {
  before(async () => window.setPageWidth(300));
  after(async () => {
    await window.setPageWidth();
    useTheme();
  });

  for (const [name, theme] of Object.entries(themes)) {
    it(`shows at its edge that it goes on, and nothing at the end of its lines: ${name}`, async () => {
      useTheme(theme);
      const pre = await shown(openPanel(), long);
      const { edge, before } = await edgeColors(pre);
      equal(before.length, 1, before.join());
      equal(edge.includes(before[0] ?? ''), false, `edge ${edge.join()}, before ${before.join()}`);
      pre.scrollLeft = pre.scrollWidth;
      const end = await edgeColors(pre);
      equal([end.edge, end.before], [before, before], 'at the end of the lines');
      pre.scrollLeft = 20;
      equal((await edgeColors(pre)).edge, edge, 'before the end');
    });
  }

  it('is reached and scrolled with the keyboard, and code that is whole is no stop', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', `\`\`\`ts\n${long}\`\`\`\n\n\`\`\`ts\nshort\n\`\`\``)]);
    await nextFrame();
    const stops: (Element | null)[] = [];
    for (const block of panel.root.querySelectorAll('.code-block')) {
      [...block.querySelectorAll('button')].at(-1)?.focus();
      await pressKey('Tab');
      stops.push(document.activeElement?.closest('pre') ?? null);
    }
    const [pre] = panel.root.querySelectorAll('.code-block > pre');
    equal([stops[0] === pre, stops[1]], [true, null]);
  });

  it('shows nothing where all of the code is in sight, or its lines are wrapped', async () => {
    const panel = openPanel();
    const whole = await edgeColors(await shown(panel, 'const short = 1;\n'));
    equal(whole.edge, whole.before);
    const pre = await shown(openPanel(), long);
    const unwrapped = await edgeColors(pre);
    equal(unwrapped.edge.includes(unwrapped.before[0] ?? ''), false);
    pre.parentElement?.classList.add('wrapped');
    const wrapped = await edgeColors(pre);
    equal(wrapped.edge, wrapped.before);
  });
});
