import * as vscode from 'vscode';
import { isRecord, isString } from '../shared/guards.ts';
import type { TokenColor } from '../shared/tokenColors.ts';
import { parseJsonc } from './parseJsonc.ts';
import { tokenColorsOf } from './tokenColorsOf.ts';

/** A theme may build on another one, and that on a third. */
const maxDepth = 5;

/**
 * The colours of code in a colour theme, by its name in the settings; those of the themes that it
 * builds on come first. Nothing where no extension that is at hand here brings it.
 */
export async function readThemeFile(name: string): Promise<readonly TokenColor[] | undefined> {
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
