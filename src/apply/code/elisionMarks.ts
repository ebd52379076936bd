/** In characters; a longer line is no mark. */
const longestMark = 160;

/**
 * Whether a line stands for code that is left out: three dots, or words such as “rest unchanged”, alone or in a comment.
 * A line of a comment that merely has three dots in it is none. In Python, three dots are code.
 */
export function isElisionMark(line: string, language: string | undefined): boolean {
  const text = line.slice(0, longestMark + 1).trim();
  if (text === '' || text.length > longestMark) {
    return false;
  }
  if (/^(?:\.{3}|\u2026|\[(?:\.{3}|\u2026)\]|\((?:\.{3}|\u2026)\))$/.test(text)) {
    return !(language === 'python' && text.startsWith('.'));
  }
  const said = commentText(text);
  return said !== undefined && saysElision(said);
}

/** In words; a longer comment that only ends with dots is no mark. */
const mostWords = 8;

/** The text of a line that is nothing but a comment; undefined if it is something else. */
function commentText(text: string): string | undefined {
  for (const [start, end] of commentForms) {
    if (text.startsWith(start) && text.endsWith(end) && text.length >= start.length + end.length) {
      return text.slice(start.length, text.length - end.length).trim();
    }
  }
  return undefined;
}

/** The longest first. */
const commentForms = [
  ['{/*', '*/}'],
  ['<!--', '-->'],
  ['/**', '*/'],
  ['/*', '*/'],
  ['///', ''],
  ['//', ''],
  ['--', ''],
  ['#', ''],
  ['%', ''],
  [';', ''],
] as const;

function saysElision(said: string): boolean {
  const words = said.toLowerCase().replace(/^[[(<]\s?(.*?)\s?[\])>]$/, '$1');
  const begins = /^(?:\.{2,}|\u2026)/.test(words);
  const isDotted = begins || words.endsWith('..') || words.endsWith('…');
  const plain = words.replaceAll(/[.\u2026()[\]:,;*-]+/g, ' ').trim();
  if (plain === '') {
    return isDotted;
  }
  const isTold = tells.test(plain);
  const count = plain.split(/\s+/).length;
  // A sentence of the file may end with dots.
  const isShort = begins || count <= mostWords;
  return isDotted ? (isTold && isShort) || count <= 3 : isTold && bareTells.test(plain);
}

const tells =
  /\b(?:existing|unchanged|rest|remaining|remainder|same|other|others|previous|prior|earlier|omitted|elided|skipped|snip|truncated|as before|as above|not changed|no changes?|more|and so on|etc|your|keep|keeps|here|above|below|code|implementation|imports?|methods?|functions?|stays?)\b/;

/** Without dots, the whole comment must say nothing else. */
const bareTells =
  /^(?:the |all |all the )?(?:existing|rest|remaining|remainder|same|other|previous|unchanged|omitted|snip|keep)(?: (?:the|of|as|is|are|in|for|this|that|all|and|your|existing|other|before|above|earlier|original|code|file|class|function|functions|method|methods|implementation|imports?|logic|body|content|contents|members|fields|properties|props|handlers|routes|tests|cases|styles|rules|lines|stays?|remains?|same|unchanged|omitted|here|go|goes|without|changes?|elided|brevity|component|components|definitions?|declarations?|statements?|module|setup|state|types?))*$/;

/**
 * Whether a line may stand for code that is left out, in a way that is not understood: a mark at the end of a line or
 * within braces, or a comment that speaks of what was there. For comparing with the file only.
 */
export function looksElided(line: string): boolean {
  const text = line.slice(0, 2000);
  return (
    /(?:\/\/|#|\/\*|<!--|--)[\s*]{0,20}(?:\.{3}|\u2026)/.test(text) ||
    /(?:\.{3}|\u2026)\s{0,20}(?:\*\/|-->)/.test(text) ||
    /[{(]\s{0,20}(?:\.{3}|\u2026)\s{0,20}[})]/.test(text) ||
    /^\s{0,200}(?:\/\/|#|\/\*|\{\/\*|<!--|--)[^\n]{0,300}\b(?:existing|unchanged|omitted|elided|rest of|remaining|same as|as before|as above|for brevity)\b/i.test(
      text,
    )
  );
}
