import { isFiniteNumber, isOneOf, isString } from '../guards.ts';

/** How the panel looks, as far as it does not follow VS Code. */
export interface Appearance {
  /** A CSS font family; missing for VS Code's own. */
  readonly fontFamily?: string | undefined;
  /** In pixels; missing for VS Code's own. */
  readonly fontSizePx?: number | undefined;
  /** `comfortable` where not given. */
  readonly density?: Density | undefined;
}

/** How much room there is between things. */
type Density = (typeof densities)[number];

const densities = ['comfortable', 'compact'] as const;

const isDensity = isOneOf(...densities);

/** The font sizes that can be read, in pixels. */
const sizesPx = { min: 6, max: 100 };

/** Reads settings as the user has written them; what is none of the possible values is left out. */
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

/** What a screen reader is told of a reply by itself: nothing, that it begins and ends, or its text. */
export type Announce = (typeof announceModes)[number];

const announceModes = ['off', 'summary', 'full'] as const;

/** Guards the setting. */
export const isAnnounce = isOneOf(...announceModes);

/** How a colour theme shows what a grammar calls by one of these names. */
export interface TokenColor {
  /** Selectors in TextMate's form: scopes from the outside in, with spaces between them. */
  readonly scopes: readonly string[];
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  readonly foreground?: string | undefined;
  /** `italic`, `bold`, `underline` and `strikethrough` with spaces between them; empty for none. */
  readonly fontStyle?: string | undefined;
}
