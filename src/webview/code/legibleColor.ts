/** Red, green and blue from 0 to 255, and how opaque, from 0 to 1. */
type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** The contrast that text needs (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;

const black: Color = [0, 0, 0, 1];

const white: Color = [255, 255, 255, 1];

/** In how many steps a colour may be moved to black or white. */
const steps = 50;

/**
 * The colour itself if it is legible on these backgrounds, of which each is painted over the one before
 * it; else a colour as near to it as is legible. Colours are those of CSS, as VS Code writes them. What
 * is none is ignored: a background, or all of the work.
 */
export function legibleColor(color: string, backgrounds: readonly string[]): string {
  const text = parseColor(color);
  const layers = backgrounds.map(parseColor).filter((layer) => layer !== undefined);
  const [lowest, ...others] = layers;
  if (text === undefined || lowest === undefined) {
    return color;
  }
  const background = others.reduce((below, layer) => over(layer, below), lowest);
  const opaque = over(text, background);
  if (contrast(opaque, background) >= leastContrast) {
    return color;
  }
  const target = contrast(black, background) > contrast(white, background) ? 0 : 255;
  for (let step = 1; step < steps; step += 1) {
    const moved = rounded(over([target, target, target, step / steps], opaque));
    if (contrast(moved, background) >= leastContrast) {
      return css(moved);
    }
  }
  return css([target, target, target, 1]);
}

/** Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` and `rgba(…)` with commas. */
function parseColor(color: string): Color | undefined {
  const hex = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(color) ? color.slice(1) : undefined;
  const digits = hex !== undefined && hex.length < 5 ? hex.replaceAll(/./g, '$&$&') : hex;
  const [red, green, blue, alpha = 1] =
    digits === undefined
      ? (/^rgba?\(([\d\s.,]+)\)$/.exec(color)?.[1]?.split(',').map(Number) ?? [])
      : (digits.match(/../g) ?? []).map((pair, index) =>
          index < 3 ? Number.parseInt(pair, 16) : Number.parseInt(pair, 16) / 255,
        );
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : [red, green, blue, alpha];
}

/** A colour painted over an opaque one. */
function over([red, green, blue, alpha]: Color, below: Color): Color {
  const mixed = (share: number, index: 0 | 1 | 2): number =>
    share * alpha + below[index] * (1 - alpha);
  return [mixed(red, 0), mixed(green, 1), mixed(blue, 2), 1];
}

/** The colour as it is written for the browser. */
function rounded([red, green, blue, alpha]: Color): Color {
  return [Math.round(red), Math.round(green), Math.round(blue), alpha];
}

/** From 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** From 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** A component of sRGB as linear light, from 0 to 1. */
function linear(value: number): number {
  return value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
}

function css([red, green, blue]: Color): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
