/** What the search looks at in a row of the picker. */
interface SearchableRow {
  /** Missing for what is no separator. */
  readonly kind?: unknown;
  /** The text that words are searched in, in lower case; missing for what is no model. */
  readonly search?: string;
}

/** The words of a text, in lower case. */
function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether a row has all words of the text, in any order. A row that is no model has none. */
export function matchesText({ search }: SearchableRow, text: string): boolean {
  return search !== undefined && wordsOf(text).every((word) => search.includes(word));
}

/**
 * Whether VS Code's own filter finds the same rows for a text and highlights what matches. It looks for the
 * whole text, so that it finds nothing for several words in another order.
 */
export function isFilteredByVSCode(text: string): boolean {
  return !/\S\s/.test(text);
}

/** The models that match the text, as rows that VS Code's own filter leaves alone, with their separators. */
export function matchingRows<T extends SearchableRow>(
  rows: readonly T[],
  text: string,
): readonly (T & { readonly alwaysShow?: boolean })[] {
  const matching: (T & { readonly alwaysShow?: boolean })[] = [];
  let separator: T | undefined;
  for (const row of rows) {
    if (row.kind !== undefined) {
      separator = row;
    } else if (matchesText(row, text)) {
      matching.push(...(separator === undefined ? [] : [separator]), { ...row, alwaysShow: true });
      separator = undefined;
    }
  }
  return matching;
}
