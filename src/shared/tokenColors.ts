/** How a colour theme shows what a grammar calls by one of these names. */
export interface TokenColor {
  /** Selectors in TextMate's form: scopes from the outside in, with spaces between them. */
  readonly scopes: readonly string[];
  /** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
  readonly foreground?: string | undefined;
  /** `italic`, `bold`, `underline` and `strikethrough` with spaces between them; empty for none. */
  readonly fontStyle?: string | undefined;
}
