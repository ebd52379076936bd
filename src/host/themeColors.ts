import * as vscode from 'vscode';
import { isRecord, isString } from '../shared/guards.ts';
import type { TokenColor } from '../shared/tokenColors.ts';
import { readThemeFile } from './themeFile.ts';
import { tokenColorsOf } from './tokenColorsOf.ts';

/** The settings that say which theme is used, by the kind that VS Code shows. */
const preferred: Readonly<Record<vscode.ColorThemeKind, string>> = {
  [vscode.ColorThemeKind.Light]: 'preferredLightColorTheme',
  [vscode.ColorThemeKind.Dark]: 'preferredDarkColorTheme',
  [vscode.ColorThemeKind.HighContrast]: 'preferredHighContrastColorTheme',
  [vscode.ColorThemeKind.HighContrastLight]: 'preferredHighContrastLightColorTheme',
};

const settings = ['workbench.colorTheme', 'editor.tokenColorCustomizations'];

/** The simple names in `editor.tokenColorCustomizations`, and the scopes that they stand for. */
const simpleNames: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment', 'punctuation.definition.comment'],
  strings: ['string', 'meta.embedded.assembly'],
  keywords: ['keyword', 'keyword.control', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

/** Shows the colours of code as the editor has them, now and whenever they change. */
export function followThemeColors(
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

/** Nothing where the file of the theme is out of reach. */
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
