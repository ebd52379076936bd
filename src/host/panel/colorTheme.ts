import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import type { TokenColor } from '../../shared/panel/panelState.ts';

/** The settings that name the theme, by the kind of theme that is active. */
const preferred: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: 'preferredLightColorTheme',
  [vscode.ColorThemeKind.Dark]: 'preferredDarkColorTheme',
  [vscode.ColorThemeKind.HighContrast]: 'preferredHighContrastColorTheme',
  [vscode.ColorThemeKind.HighContrastLight]: 'preferredHighContrastLightColorTheme',
};

const settings = ['workbench.colorTheme', 'editor.tokenColorCustomizations'];

/** The simple names in `editor.tokenColorCustomizations`, and the scopes that each stands for. */
const simpleNames: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword', 'keyword.control', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

/** Calls `show` with the editor's colours of code, now and whenever they change. */
export function showThemeColors(
  show: (colors: readonly TokenColor[] | undefined) => void,
): vscode.Disposable {
  let latest = 0;
  const read = async (): Promise<void> => {
    latest += 1;
    const own = latest;
    const colors = await readThemeColors();
    if (own === latest) {
      show(colors);
    }
  };
  void read();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveColorTheme(() => void read()),
    vscode.workspace.onDidChangeConfiguration(
      (event) => settings.some((name) => event.affectsConfiguration(name)) && void read(),
    ),
  );
}

/** Undefined if the file of the theme cannot be read. */
async function readThemeColors(): Promise<readonly TokenColor[] | undefined> {
  const name = themeName();
  try {
    const colors = await readThemeFile(name);
    return colors && [...colors, ...customColors(name)];
  } catch {
    return undefined;
  }
}

function themeName(): string {
  const workbench = vscode.workspace.getConfiguration('workbench');
  const window = vscode.workspace.getConfiguration('window');
  const { kind } = vscode.window.activeColorTheme;
  const isHighContrast =
    kind === vscode.ColorThemeKind.HighContrast || kind === vscode.ColorThemeKind.HighContrastLight;
  const isDetected = window.get(
    isHighContrast ? 'autoDetectHighContrast' : 'autoDetectColorScheme',
  );
  const chosen: unknown = workbench.get('colorTheme');
  const byKind: unknown = workbench.get(preferred[kind]);
  const name = isDetected === true && !isHighContrast ? byKind : chosen;
  return isString(name) ? name : '';
}

function customColors(name: string): readonly TokenColor[] {
  const custom: unknown = vscode.workspace
    .getConfiguration('editor')
    .get('tokenColorCustomizations');
  if (!isRecord(custom)) {
    return [];
  }
  const forTheme = Object.entries(custom).filter(
    ([key]) => /^\[.*\]$/.test(key) && key.slice(1, -1).split('][').includes(name),
  );
  return [custom, ...forTheme.map(([, value]) => value)].filter(isRecord).flatMap(rulesOf);
}

function rulesOf(custom: Readonly<Record<string, unknown>>): readonly TokenColor[] {
  const simple = Object.entries(simpleNames).map(([name, scopes]) => {
    const value = custom[name];
    return { scope: [...scopes], settings: isString(value) ? { foreground: value } : value };
  });
  return tokenColorsOf([...simple, ...asArray(custom['textMateRules'])]);
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** How many themes are read in a chain of `include`. */
const maxDepth = 5;

/**
 * The token colours of a colour theme, given its name in the settings. Those of included themes come first.
 * Undefined if no extension in this extension host contributes the theme.
 */
async function readThemeFile(name: string): Promise<readonly TokenColor[] | undefined> {
  const file = themeFile(name);
  return file && readColors(file, maxDepth);
}

function themeFile(name: string): vscode.Uri | undefined {
  for (const { extensionUri, packageJSON } of vscode.extensions.all) {
    const manifest: unknown = packageJSON;
    const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
    const themes = isRecord(contributes) ? contributes['themes'] : undefined;
    for (const theme of Array.isArray(themes) ? themes.filter(isRecord) : []) {
      const { id, label, path } = theme;
      if ((id === name || label === name) && isString(path)) {
        return vscode.Uri.joinPath(extensionUri, path);
      }
    }
  }
  return undefined;
}

async function readColors(
  file: vscode.Uri,
  depth: number,
): Promise<readonly TokenColor[] | undefined> {
  const bytes = await vscode.workspace.fs.readFile(file);
  const theme = parseJsonc(new TextDecoder().decode(bytes));
  if (!isRecord(theme) || isString(theme['tokenColors'])) {
    return undefined;
  }
  const { include, tokenColors } = theme;
  const base =
    isString(include) && depth > 0
      ? await readColors(vscode.Uri.joinPath(file, '..', include), depth - 1)
      : [];
  return base && [...base, ...tokenColorsOf(tokenColors)];
}

/** Reads the rules of a theme or of `editor.tokenColorCustomizations`. Ignores everything else. */
export function tokenColorsOf(rules: unknown): readonly TokenColor[] {
  return (Array.isArray(rules) ? rules : []).flatMap((rule: unknown): TokenColor[] => {
    const settings = isRecord(rule) ? rule['settings'] : undefined;
    const scopes = isRecord(rule) ? scopesOf(rule['scope']) : [];
    if (!isRecord(settings) || scopes.length === 0) {
      return [];
    }
    const { foreground, fontStyle } = settings;
    return [
      {
        scopes,
        foreground: isString(foreground) ? foreground : undefined,
        fontStyle: isString(fontStyle) ? fontStyle : undefined,
      },
    ];
  });
}

function scopesOf(scope: unknown): readonly string[] {
  const selectors: readonly unknown[] = isString(scope)
    ? scope.split(',')
    : Array.isArray(scope)
      ? scope
      : [];
  return selectors
    .filter(isString)
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '');
}

/**
 * Parses JSON with comments and trailing commas, as in VS Code's own files. Throws SyntaxError. A text or
 * comment that is not closed matches up to the end: otherwise the rest would be searched again and again.
 */
export function parseJsonc(text: string): unknown {
  const plain = text.replaceAll(
    /"(?:\\[^]|[^"\\])*(?:"|\\?$)|\/\/.*|\/\*[^]*?(?:\*\/|$)/g,
    (part) => (isText(part) ? part : ' '),
  );
  return JSON.parse(
    plain.replaceAll(/"(?:\\[^]|[^"\\])*(?:"|\\?$)|,(?=\s*[\]}])/g, (part) =>
      isText(part) ? part : '',
    ),
  );
}

function isText(part: string): boolean {
  return part.startsWith('"');
}
