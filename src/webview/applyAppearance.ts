import type { Appearance } from '../shared/appearance.ts';

/** Makes the panel in `root` look as the settings say. */
export function applyAppearance(root: HTMLElement, appearance: Appearance = {}): void {
  const { fontFamily, fontSizePx, density } = appearance;
  // What the browser cannot read as a font leaves the one that was there.
  root.style.fontFamily = '';
  root.style.fontFamily = fontFamily ?? '';
  root.style.fontSize = fontSizePx === undefined ? '' : `${fontSizePx}px`;
  root.classList.toggle('compact', density === 'compact');
}
