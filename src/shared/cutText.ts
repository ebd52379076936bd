/** The beginning of a text, at most so many UTF-16 code units. No half of a surrogate pair is left. */
export function startOf(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** The end of a text likewise. */
export function endOf(text: string, length: number): string {
  return text.length > length ? text.slice(-length).replace(/^[\uDC00-\uDFFF]/, '') : text;
}

/** The beginning of a text with "…" if it is longer. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${startOf(text, length)}…` : text;
}
