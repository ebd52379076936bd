import type { Appearance } from '../../../src/shared/panel/panelState.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { anEndedTurn, nextFrame, openPanel, settings, type OpenPanel } from '../openPanel.ts';
import { pressKey } from '../realKeyboard.ts';
import { themes, useTheme } from '../themes.ts';

describe('the appearance', () => {
  let panel: OpenPanel;
  beforeEach(() => {
    panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text with `code`\n\n```ts\nconst a = 1;\n```\n')]);
  });
  const set = (appearance?: Appearance) =>
    panel.tell({ kind: 'settings', settings: { ...settings, appearance } });
  const styleOf = (selector: string) => getComputedStyle(panel.get(selector));

  it('follows the settings at once and falls back to VS Code’s', () => {
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

  it('limits the width of lines and centres them in a wide panel', () => {
    panel.root.style.width = '1600px';
    for (const part of ['.content', '.footer']) {
      const { left, width } = panel.get(part).getBoundingClientRect();
      const around = panel.get('.scroller').getBoundingClientRect();
      equal(width, 950, part);
      equal(Math.abs(left - around.left - (around.width - width) / 2) <= 10, true, part);
    }
  });

  it('ignores an invalid font', () => {
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

  it('adds no margin before the first and after the last block when compact', () => {
    panel.snapshot([anEndedTurn('1', '# Heading\n\n> quote\n\ntext[^1]\n\n[^1]: note\n')]);
    set({ density: 'compact' });
    equal(styleOf('.markdown h1').marginTop, '0px');
    equal(styleOf('blockquote p').marginBottom, '0px');
    equal(styleOf('.footnote p').marginBottom, '0px');
    equal(styleOf('.footnote').marginBottom, '8px');
    equal(styleOf('.markdown').marginBottom, '-8px');
  });
});

describe('buttons', () => {
  it('have the borders of VS Code’s own buttons', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    panel.tell({ kind: 'read', action: 'editSystemPrompt' });
    const borderOf = (name: string): string => {
      const button = panel.get(name).shadowRoot?.querySelector('.base');
      return button ? getComputedStyle(button).borderTopColor : '';
    };
    const { style } = document.documentElement;
    style.setProperty('--vscode-button-border', 'rgb(1, 1, 1)');
    style.setProperty('--vscode-button-secondaryBorder', 'rgb(2, 2, 2)');
    const [primary, secondary] = ['vscode-button:not([secondary])', 'vscode-button[secondary]'];
    await until('the buttons', () => borderOf(secondary) !== '');
    equal([borderOf(primary), borderOf(secondary)], ['rgb(1, 1, 1)', 'rgb(2, 2, 2)']);
    document.documentElement.removeAttribute('style');
  });

  it('can be read in high contrast, also with the focus', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    panel.tell({ kind: 'read', action: 'editSystemPrompt' });
    const button = panel.get('vscode-button[secondary]');
    const background = (): string => {
      const base = button.shadowRoot?.querySelector('.base');
      return base ? getComputedStyle(base).backgroundColor : '';
    };
    for (const name of ['Default High Contrast', 'Default High Contrast Light']) {
      useTheme(themes[name]);
      button.focus();
      await until('the button', () => background() !== '');
      equal(background(), 'rgba(0, 0, 0, 0)');
    }
    useTheme();
  });
});

describe('the focus outline', () => {
  it('is VS Code’s, also around code that scrolls, but the library’s around its buttons', async () => {
    document.documentElement.style.setProperty('--vscode-focusBorder', 'rgb(1, 2, 3)');
    const panel = openPanel();
    const code = `\`\`\`ts\n${'word '.repeat(200)}\n\`\`\``;
    const cut = { status: 'truncated', finishReason: 'length', endedAt: 2 } as const;
    panel.snapshot([anEndedTurn('1', code, cut)]);
    const continueButton = panel.get('.ending vscode-button');
    await until('the button can have the focus', () => continueButton.tabIndex === 0);
    await pressKey('Tab');
    panel.get('pre').focus();
    const { outlineColor, outlineStyle } = getComputedStyle(panel.get('pre'));
    equal([outlineColor, outlineStyle], ['rgb(1, 2, 3)', 'solid']);
    continueButton.focus();
    equal(getComputedStyle(continueButton).outlineStyle, 'none');
    document.documentElement.removeAttribute('style');
  });
});

describe('text from right to left', () => {
  const shown = (text: string): OpenPanel => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', text)]);
    return panel;
  };
  const left = (panel: OpenPanel, selector: string): number =>
    panel.get(selector).getBoundingClientRect().left;

  it('has the bar of a quote on the right', () => {
    document.documentElement.style.setProperty('--vscode-textBlockQuote-border', 'red');
    for (const [text, width] of [
      ['> quote', ['2px', '0px']],
      ['> ציטוט', ['0px', '2px']],
    ] as const) {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(shown(text).get('blockquote'));
      equal([borderLeftWidth, borderRightWidth], width, text);
    }
    document.documentElement.removeAttribute('style');
  });

  it('has the first column of a table on the right', () => {
    const rows = '\n|---|---|\n| 1 | 2 |';
    for (const [head, isFirstLeft] of [
      ['| a | b |', true],
      ['| שם | ערך |', false],
    ] as const) {
      const panel = shown(head + rows);
      const isLeft = left(panel, 'td:first-child') < left(panel, 'td:last-child');
      equal(isLeft, isFirstLeft, head);
    }
  });

  it('has the number of a footnote on the right', () => {
    for (const [note, isNumberLeft] of [
      ['note', true],
      ['הערה', false],
    ] as const) {
      const panel = shown(`text[^1]\n\n[^1]: ${note}`);
      equal(left(panel, '.footnote-back') < left(panel, '.footnote-text'), isNumberLeft, note);
    }
  });
});

describe('a font size in the settings', () => {
  const styleOfButton = (panel: OpenPanel): string => {
    const button = panel.get('.ending vscode-button').shadowRoot?.querySelector('.base');
    return button ? getComputedStyle(button).fontSize : '';
  };

  it('applies to the library’s buttons, and task boxes stay beside their text', async () => {
    const panel = openPanel();
    const turn = anEndedTurn('1', '- [ ] one two three', {
      status: 'truncated',
      finishReason: 'length',
      endedAt: 2,
    });
    for (const fontSizePx of [13, 24]) {
      for (const density of ['comfortable', 'compact'] as const) {
        panel.snapshot([turn], { ...settings, appearance: { fontSizePx, density } });
        await nextFrame();
        equal(styleOfButton(panel), `${fontSizePx}px`);
        const item = panel.get('.task');
        const text = document.createRange();
        text.setStart(item.lastChild as Text, 1);
        text.setEnd(item.lastChild as Text, 4);
        const words = text.getBoundingClientRect().left;
        const box = panel.get('.task input').getBoundingClientRect();
        const { left, height } = item.getBoundingClientRect();
        equal(Math.abs(words - left) < 2, true, `${fontSizePx} ${density}: ${words - left}`);
        equal(box.right <= left && box.height < height, true);
        equal(box.left >= panel.get('.markdown').getBoundingClientRect().left, true);
      }
    }
  });
});
