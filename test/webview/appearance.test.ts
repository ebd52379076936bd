import type { Appearance } from '../../src/shared/appearance.ts';
import { equal } from './assert.ts';
import { anEndedTurn, openPanel, settings, type OpenPanel } from './openPanel.ts';

describe('the appearance', () => {
  let panel: OpenPanel;
  beforeEach(() => {
    panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text with `code`\n\n```ts\nconst a = 1;\n```\n')]);
  });
  const set = (appearance?: Appearance) =>
    panel.tell({ kind: 'settings', settings: { ...settings, appearance } });
  const styleOf = (selector: string) => getComputedStyle(panel.get(selector));

  it('is that of the settings, live, and of VS Code again', () => {
    const before = [styleOf('.markdown p').fontFamily, styleOf('.markdown p').fontSize];
    set({ fontFamily: 'Georgia, serif', fontSizePx: 17 });
    for (const selector of ['.markdown p', 'textarea', '.user-text', '.usage-line, .reply-end']) {
      equal(styleOf(selector).fontFamily, 'Georgia, serif', selector);
    }
    equal([styleOf('.markdown p').fontSize, styleOf('textarea').fontSize], ['17px', '17px']);
    set();
    equal([styleOf('.markdown p').fontFamily, styleOf('.markdown p').fontSize], before);
  });

  it('leaves code in the font of the editor', () => {
    document.documentElement.style.setProperty('--vscode-editor-font-family', 'Courier');
    document.documentElement.style.setProperty('--vscode-editor-font-size', '15px');
    set({ fontFamily: 'Georgia, serif', fontSizePx: 30 });
    equal(styleOf('pre code').fontFamily, 'Courier');
    equal(styleOf('pre code').fontSize, '15px');
    document.documentElement.removeAttribute('style');
  });

  it('has no font that is none', () => {
    const before = styleOf('.markdown p').fontFamily;
    set({ fontFamily: '} body { display: none' });
    equal(styleOf('.markdown p').fontFamily, before);
    equal(getComputedStyle(document.body).display, 'block');
  });

  it('is denser when compact', () => {
    const heightOf = () => panel.get('.turn').getBoundingClientRect().height;
    const comfortable = heightOf();
    set({ density: 'compact' });
    const compact = heightOf();
    equal(compact < comfortable - 16, true, `${compact} of ${comfortable}`);
    set({ density: 'comfortable' });
    equal(heightOf(), comfortable);
  });

  it('keeps no room, when compact, where there is no neighbour', () => {
    panel.snapshot([anEndedTurn('1', '# Heading\n\n> quote\n\ntext[^1]\n\n[^1]: note\n')]);
    set({ density: 'compact' });
    equal(styleOf('.markdown h1').marginTop, '0px');
    equal(styleOf('blockquote p').marginBottom, '0px');
    equal(styleOf('.footnote p').marginBottom, '0px');
    equal(styleOf('.footnote').marginBottom, '8px');
    equal(styleOf('.markdown').marginBottom, '-8px');
  });
});
