/**
 * Math with a longer source, in characters, with more symbols or with more groups inside each other is not
 * drawn: KaTeX and the layout of its drawing would block the page.
 */
const limits = { length: 5000, symbols: 1500, depth: 50 };

/** The same for the symbols of math with a definition, which can repeat what it defines two hundred times. */
const symbolsWithDefinition = 100;

const definition = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** A command, or a character that is not white space. */
const symbol = /\\(?:[a-zA-Z]+|[^])|[^\s\\]/g;

/** Whether math in TeX is small enough to be drawn. */
export function isDrawable(tex: string): boolean {
  if (tex.length > limits.length) {
    return false;
  }
  const symbols = tex.match(symbol) ?? [];
  const most = definition.test(tex) ? symbolsWithDefinition : limits.symbols;
  return symbols.length <= most && depthOf(symbols) <= limits.depth;
}

/** How many groups are inside each other at most. */
function depthOf(symbols: readonly string[]): number {
  let [depth, deepest] = [0, 0];
  for (const text of symbols) {
    depth += text === '{' ? 1 : text === '}' ? -1 : 0;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
