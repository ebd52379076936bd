import { type Guarded, isFiniteNumber, isOneOf, isString } from '../guards.ts';

/** How the panel looks where it does not follow VS Code. */
export interface Appearance {
  /** A CSS font family. If missing, VS Code's own is used. */
  readonly fontFamily?: string | undefined;
  /** In pixels. If missing, VS Code's own size is used. */
  readonly fontSizePx?: number | undefined;
  /** `comfortable` if missing. */
  readonly density?: Guarded<typeof isDensity> | undefined;
}

/** The spacing in the panel. */
const isDensity = isOneOf('comfortable', 'compact');

/** The smallest and the largest legible font, in pixels. */
const sizesPx = { min: 6, max: 100 };

/** Reads the settings of the user. A value that is not possible is left out. */
export function readAppearance(
  fontFamily: unknown,
  fontSize: unknown,
  density: unknown,
): Appearance {
  const family = isString(fontFamily) ? fontFamily.trim() : '';
  const isSize = isFiniteNumber(fontSize) && fontSize >= sizesPx.min && fontSize <= sizesPx.max;
  return {
    fontFamily: family === '' || family === 'default' ? undefined : family,
    fontSizePx: isSize ? fontSize : undefined,
    density: isDensity(density) ? density : undefined,
  };
}

/** Guards the setting. */
export const isAnnounce = isOneOf('off', 'summary', 'full');

/** What a screen reader announces of a reply: nothing, its beginning and its end, or its text as well. */
export type Announce = Guarded<typeof isAnnounce>;

/** How a colour theme shows the tokens of these scopes. */
export interface TokenColor {
  /** TextMate selectors: scopes from the outermost to the innermost, separated by spaces. */
  readonly scopes: readonly string[];
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  readonly foreground?: string | undefined;
  /** `italic`, `bold`, `underline` and `strikethrough`, separated by spaces; empty for none. */
  readonly fontStyle?: string | undefined;
}
