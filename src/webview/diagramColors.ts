import type { DiagramColors, Rgb } from './diagramJob.ts';
import { element } from './element.ts';

const accentNames = ['blue', 'green', 'orange', 'purple', 'yellow', 'red'] as const;

/** Where the theme does not say. */
const fallbacks: Readonly<Record<(typeof accentNames)[number], Rgb>> = {
  blue: [26, 133, 255],
  green: [56, 138, 52],
  orange: [209, 134, 22],
  purple: [101, 45, 144],
  yellow: [191, 136, 3],
  red: [229, 20, 0],
};

/** The colours and the font of the page as they are now. */
export function diagramColors(): DiagramColors {
  const probe = document.body.appendChild(element('span', { hidden: '' }));
  const style = getComputedStyle(probe);
  const color = (name: string, fallback: Rgb): Rgb => {
    probe.style.color = 'transparent';
    probe.style.color = `var(--vscode-${name}, transparent)`;
    return readColor(style.color) ?? fallback;
  };
  const isDark = /\bvscode-(?:dark|high-contrast)(?!-light)/.test(document.body.className);
  const [black, white]: readonly [Rgb, Rgb] = [
    [30, 30, 30],
    [255, 255, 255],
  ];
  const colors = {
    background: color('editor-background', isDark ? black : white),
    foreground: color('editor-foreground', isDark ? white : black),
    accents: accentNames.map((name) => color(`charts-${name}`, fallbacks[name])),
    fontFamily: style.fontFamily,
  };
  probe.remove();
  return colors;
}

/** Tells when `diagramColors` may give something else. */
export function onColorsChange(tell: () => void): void {
  const observer = new MutationObserver(tell);
  observer.observe(document.body, { attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
}

/** Nothing for what is see-through: that says nothing of what is seen. */
function readColor(css: string): Rgb | undefined {
  const [red, green, blue, alpha = 1] = (/^rgba?\((.*)\)$/.exec(css)?.[1] ?? '')
    .split(/[\s,/]+/)
    .map(Number);
  return red === undefined || green === undefined || blue === undefined || alpha < 0.5
    ? undefined
    : [Math.round(red), Math.round(green), Math.round(blue)];
}
