import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseJsonc, showThemeColors, tokenColorsOf } from '../../../src/host/panel/colorTheme.ts';
import { isRecord, isString } from '../../../src/shared/guards.ts';
import type { TokenColor } from '../../../src/shared/panel/panelState.ts';
import { legibleColor } from '../../../src/webview/code/legibleColor.ts';
import { until } from '../../support/until.ts';

describe('themeColors', () => {
  const global = vscode.ConfigurationTarget.Global;
  const set = async (section: string, name: string, value: unknown): Promise<void> =>
    vscode.workspace.getConfiguration(section).update(name, value, global);

  afterEach(async () => {
    await set('workbench', 'colorTheme', undefined);
    await set('editor', 'tokenColorCustomizations', undefined);
  });

  it('are those of the theme and the settings, and follow both', async () => {
    let colors: readonly TokenColor[] | undefined;
    const following = showThemeColors((shown) => (colors = shown));
    const comment = (): string | undefined =>
      colors?.findLast(({ scopes }) => scopes.includes('comment'))?.foreground?.toLowerCase();
    try {
      await set('workbench', 'colorTheme', 'Dark Modern');
      await until('the colours of the dark theme', () => comment() === '#6a9955');
      await set('workbench', 'colorTheme', 'Light Modern');
      await until('the colours of the light theme', () => comment() === '#008000');
      await set('editor', 'tokenColorCustomizations', {
        comments: '#111111',
        '[Light Modern][Other]': {
          textMateRules: [{ scope: 'comment', settings: { foreground: '#222222' } }],
        },
      });
      await until('the colours of the settings', () => comment() === '#222222');
      await set('workbench', 'colorTheme', 'No Such Theme');
      await until('nothing', () => colors === undefined);
    } finally {
      following.dispose();
    }
    assert.equal(colors, undefined);
  });
});

/** What VS Code uses where a theme has no such colour, by the kind of theme. */
const defaults: Readonly<Record<string, readonly [editor: string, code: string]>> = {
  vs: ['#ffffff', '#dcdcdc66'],
  'vs-dark': ['#1e1e1e', '#0a0a0a66'],
  'hc-black': ['#000000', '#000000'],
  'hc-light': ['#ffffff', '#f2f2f2'],
};

/** A theme's colours of the workbench and of tokens, with those of the theme that it is based on. */
async function readTheme(
  file: vscode.Uri,
): Promise<{ readonly colors: Record<string, string>; readonly tokens: readonly TokenColor[] }> {
  const bytes = await vscode.workspace.fs.readFile(file);
  const theme = parseJsonc(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const { include, colors = {}, tokenColors } = theme;
  const base = isString(include)
    ? await readTheme(vscode.Uri.joinPath(file, '..', include))
    : { colors: {}, tokens: [] };
  return {
    colors: { ...base.colors, ...(colors as Record<string, string>) },
    tokens: [...base.tokens, ...tokenColorsOf(tokenColors)],
  };
}

/** The components from 0 to 255 of a colour in the syntax of themes, over another one. */
function painted(color: string, below: readonly number[] = []): readonly number[] {
  const short = color.length < 6 ? color.replaceAll(/\w/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0, alpha = 255] = color.startsWith('rgb')
    ? (color.match(/\d+/g) ?? []).map(Number)
    : (short.match(/\w\w/g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue].map(
    (value, index) => (value * alpha + (below[index] ?? 0) * (255 - alpha)) / 255,
  );
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((color) => {
      const [red = 0, green = 0, blue = 0] = color.map((value) =>
        value <= 10.314_75 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the colours of code in the built-in themes', () => {
  it('are legible', async () => {
    const illegible: string[] = [];
    let [themes, changed] = [0, 0];
    for (const { id, extensionUri, packageJSON } of vscode.extensions.all) {
      const manifest: unknown = packageJSON;
      const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
      const listed = isRecord(contributes) ? contributes['themes'] : undefined;
      if (!id.startsWith('vscode.theme-') || !Array.isArray(listed)) {
        continue;
      }
      for (const { label, uiTheme, path } of listed as Record<string, string>[]) {
        const file = vscode.Uri.joinPath(extensionUri, path ?? '');
        const { colors, tokens } = await readTheme(file);
        const [editorDefault, codeDefault] = defaults[uiTheme ?? ''] ?? ['', ''];
        const editor = colors['editor.background'] ?? editorDefault;
        const code = colors['textCodeBlock.background'] ?? codeDefault;
        const background = painted(code, painted(editor));
        themes += 1;
        for (const { foreground, scopes } of tokens) {
          // A theme may take the colour of another rule away with an empty one.
          const shown = foreground ? legibleColor(foreground, [editor, code]) : undefined;
          changed += shown === undefined || shown === foreground ? 0 : 1;
          if (shown !== undefined && contrast(painted(shown, background), background) < 4.5) {
            illegible.push(`${label} ${scopes.join()}: ${foreground} as ${shown}`);
          }
        }
      }
    }
    assert.deepEqual(illegible, []);
    assert.equal(themes >= 15 && changed > 0, true, `${themes} themes, ${changed} changed`);
  });
});
