import type { Appearance } from '../shared/appearance.ts';

/** Makes the panel in `root` look as the settings say. */
export function applyAppearance(root: HTMLElement, appearance: Appearance = {}): void {
  const { fontFamily, fontSizePx, density } = appearance;
  // What the browser cannot read as a font leaves the one that was there.
  root.style.fontFamily = '';
  root.style.fontFamily = fontFamily ?? '';
  const fontSize = fontSizePx === undefined ? '' : `${fontSizePx}px`;
  root.style.fontSize = fontSize;
  // The buttons of the library have VS Code's, which is its own for all.
  root.style.setProperty('--vscode-font-size', fontSize);
  root.classList.toggle('compact', density === 'compact');
}
