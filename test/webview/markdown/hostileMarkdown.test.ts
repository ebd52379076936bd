import * as fc from 'fast-check';
import type { ViewToHost } from '../../../src/shared/panel/panelProtocol.ts';
import { createMarkdownStream } from '../../../src/webview/markdown/open/markdownStream.ts';
import { equal } from '../assert.ts';
import { attacks } from '../hostileAttacks.ts';
import { renderStreamed } from '../markdownReference.ts';

const allowedElements = new Set(
  'P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE HR PRE CODE DIV SPAN BUTTON TABLE THEAD TBODY TR TH TD A SUP STRONG EM S BR WBR INPUT'.split(
    ' ',
  ),
);

const allowedAttributes = new Set(
  'class dir href title type aria-label aria-hidden aria-haspopup data-vscode-context data-code-action data-footnote disabled checked start'.split(
    ' ',
  ),
);

function assertHarmless(target: HTMLElement): void {
  for (const node of target.querySelectorAll('*')) {
    equal(allowedElements.has(node.tagName), true, node.outerHTML);
    for (const { name } of node.attributes) {
      equal(allowedAttributes.has(name), true, node.outerHTML);
    }
    if (node instanceof HTMLAnchorElement) {
      equal(/^(https?|mailto):/.test(node.href), true, node.outerHTML);
    }
  }
}

function numbered(text: (index: number) => string): string {
  return Array.from({ length: 3000 }, (_, index) => text(index)).join('');
}

/**
 * Each takes a fraction of a second; what a parser falls for takes hours. Far enough from both for any
 * machine.
 */
const hangMs = 60_000;

describe('hostile markdown', () => {
  it('runs no script, loads nothing and has only links to the web or to mail', () => {
    for (const attack of attacks) {
      const target = renderStreamed([attack]);
      document.body.append(target);
      assertHarmless(target);
      target.remove();
    }
    equal('attacked' in window, false);
    equal(
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil')),
      [],
    );
  });

  it('is harmless in any mixture', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...attacks, '\n', '- ', '> ', '`')), (parts) =>
        assertHarmless(renderStreamed(parts)),
      ),
    );
  });

  it('renders giant and deeply nested input without hanging, and loses none of the text', () => {
    const sources = [
      'x'.repeat(1_000_000),
      '> '.repeat(5000) + 'x',
      '['.repeat(50_000),
      '*'.repeat(20_000) + 'x',
      '`'.repeat(20_000),
      '- '.repeat(3000) + 'x',
      '![['.repeat(10_000),
      'a **b '.repeat(20_000),
      '|'.repeat(50_000) + '\n' + '|-'.repeat(50_000),
      // White space that three parts of an expression could match.
      `${'word '.repeat(60)}[a](${' '.repeat(15_000)}y z and then x`,
      numbered((index) => `[r${index}] `) + '\n\n' + numbered((index) => `[r${index}]: /u\n`),
    ];
    for (const source of sources) {
      const start = performance.now();
      const { textContent } = renderStreamed([source.slice(0, 1000), source.slice(1000)]);
      equal(performance.now() - start < hangMs, true, source.slice(0, 20));
      equal(textContent.includes('x'), source.endsWith('x'), source.slice(0, 20));
    }
    equal(renderStreamed(['x'.repeat(1_000_000)]).textContent.length, 1_000_000);
  });

  it('does not nest formats as deep as the text does: the page would crash', () => {
    for (const mark of ['~~', '*', '_', '**']) {
      const source = `${`${mark}a `.repeat(900)}b${` a${mark}`.repeat(900)}`;
      const shown = renderStreamed(source.match(/[^]{1,1000}/g) ?? []);
      let depth = 0;
      for (let node = shown.firstElementChild; node !== null; depth += 1) {
        node = node.querySelector('s, em, strong');
      }
      equal(depth > 10 && depth < 30, true, `${mark}: ${depth}`);
      equal(shown.textContent, source.replaceAll(mark, ''));
    }
  });

  it('reports a clicked link once and follows none itself', () => {
    const posted: ViewToHost[] = [];
    const target = document.createElement('div');
    document.body.append(target);
    const stream = createMarkdownStream(target, (intent) => posted.push(intent));
    stream.append('[**a**](https://a.test/b?c=d#e) <m@a.test> ![i](http://i.test/i.png)\n\n');
    stream.append('```js\nlet a;\n\n<b>\n```');
    stream.end();
    let reached = 0;
    const count = (): void => void (reached += 1);
    document.addEventListener('click', count);
    target.querySelector<HTMLElement>('strong')?.click();
    target.querySelectorAll('a').forEach((link) => link.click());
    document.removeEventListener('click', count);
    target.querySelector<HTMLElement>('[data-code-action=copy]')?.click();
    target.remove();
    const link = 'https://a.test/b?c=d#e';
    equal(posted, [
      ...[link, link, 'mailto:m@a.test', 'http://i.test/i.png'].map((href) => ({
        kind: 'openLink',
        href,
      })),
      { kind: 'copy', text: 'let a;\n\n<b>' },
    ]);
    equal(reached, 0, 'a handler further up would open the link again');
  });
});
