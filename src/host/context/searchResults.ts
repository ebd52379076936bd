/** A line with a match, in the results of a search editor: its number stands before it. */
const match = /^ {1,20}\d{1,10}: /m;

/** Results are not looked at further, in UTF-16 code units. */
const maxLength = 16 * 1024 * 1024;

/**
 * The results in the text of a search editor, without the lines that say how was searched. Empty if nothing was found;
 * undefined while the search is running.
 */
export function searchResults(text: string): string | undefined {
  const results = text.slice(headLength(text), maxLength).trim();
  if (results === '') {
    return undefined;
  }
  return match.test(results) ? results : '';
}

/** What names the results of a search editor: what was searched for or, where that is not known, their first line. */
export function searchNameOf(text: string): string {
  const query = /^# Query: (.{1,1000})$/m.exec(text.slice(0, headLength(text)))?.[1];
  const start = text.slice(headLength(text), headLength(text) + 1000).trimStart();
  return query ?? start.split('\n')[0] ?? '';
}

/** A saved search begins with lines such as `# Query: x`. */
function headLength(text: string): number {
  let end = 0;
  while (text[end] === '#') {
    const next = text.indexOf('\n', end) + 1;
    if (next === 0) {
      return text.length;
    }
    end = next;
  }
  return end;
}
