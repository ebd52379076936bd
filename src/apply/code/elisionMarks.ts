/** In characters; a longer line is no mark. */
const longestMark = 160;

/** Three dots, or one sign for them. */
const onlyDots = /^(?:\.{3}|[\u2026\u22ee\u22ef]|\[(?:\.{3}|\u2026)\]|\((?:\.{3}|\u2026)\))$/;

/**
 * Whether a line stands for code that is left out: three dots, or words such as “rest unchanged”, alone or in a comment.
 * A line of a comment that merely has three dots in it is none. In Python, three dots are code.
 */
export function isElisionMark(line: string, language: string | undefined): boolean {
  return markOf(line, language) !== undefined;
}

/**
 * How surely a line stands for code that is left out, in whichever way: as a `mark`; or `maybe`, as a comment that only
 * ends with dots or speaks of what was there.
 */
export function elisionOf(
  line: string,
  language: string | undefined,
): 'mark' | 'maybe' | undefined {
  const text = line.slice(0, longestLine);
  const mark = markOf(line, language);
  if (isProse(text, language)) {
    return mark;
  }
  if (isDottedCode(text, language)) {
    return 'mark';
  }
  return mark ?? (dotsAtEnd.test(text) || speaksOfCode.test(text) ? 'maybe' : undefined);
}

/**
 * Whether a line may stand for code that is left out, in a way that is not understood: a mark at the end of a line or
 * within braces, or a comment that speaks of what was there. For comparing with the file only.
 */
export function looksElided(line: string, language: string | undefined): boolean {
  const text = line.slice(0, longestLine);
  if (isProse(text, language)) {
    return false;
  }
  return isDottedCode(text, language) || dotsAtEnd.test(text) || speaksOfCode.test(text);
}

/** Whether a line is none of code: in Markdown, all but comments of HTML. */
function isProse(text: string, language: string | undefined): boolean {
  return language === 'markdown' && !text.trimStart().startsWith('<!--');
}

/** In characters; what is behind them is not looked at. */
const longestLine = 2000;

/** In a comment at the end of a line, or in braces. An address has slashes as well. */
const dotsInCode =
  /(?:(?<!:)\/\/|#|\/\*|<!--|--)[\s*]{0,20}(?:\.{3}|[\u2026\u22ee\u22ef])|\{\s{0,20}(?:\.{3}|\u2026)\s{0,20}\}/;

const dotsAsArguments = /\(\s{0,20}(?:\.{3}|\u2026)\s{0,20}\)/;

/** Languages in which three dots may be all that is between parentheses. */
const dotted: ReadonlySet<string> = new Set(['php', 'python', 'ruby']);

function isDottedCode(text: string, language = ''): boolean {
  return (
    dotsInCode.test(text) ||
    (dotsAsArguments.test(text) && !dotted.has(language) && !/\b(?:catch|function)\b/.test(text))
  );
}

const dotsAtEnd = /(?:\.{3}|\u2026)\s{0,20}(?:\*\/|-->)/;

const speaksOfCode =
  /^\s{0,200}(?:\/\/|#|\/\*|\{\/\*|<!--|--)[^\n]{0,300}\b(?:existing|unchanged|omitted|elided|rest of|remaining|same as|as before|as above|for brevity)\b/i;

function markOf(line: string, language: string | undefined): 'mark' | 'maybe' | undefined {
  const text = line.slice(0, longestMark + 1).trim();
  if (text === '' || text.length > longestMark) {
    return undefined;
  }
  if (onlyDots.test(text)) {
    return language === 'python' && text.startsWith('.') ? undefined : 'mark';
  }
  const said = bareRemark.test(text)
    ? text
    : isProse(text, language)
      ? undefined
      : commentText(text);
  return said === undefined ? undefined : elisionSaid(said);
}

/** Words behind three dots or in brackets, without the signs of a comment. */
const bareRemark =
  /^(?:(?:\.{3}|\u2026)\s.{1,120}|\[\w{1,20} [\w ]{1,80}\]|\(\w{1,20} [\w ]{1,80}\)|<\w{1,20} [\w ]{1,80}>)$/;

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

function elisionSaid(said: string): 'mark' | 'maybe' | undefined {
  const words = said.toLowerCase().replace(/^[[(<]\s?(.*?)\s?[\])>]$/, '$1');
  if (scissors.test(words)) {
    return 'mark';
  }
  const begins = /^(?:\.{2,}|[\u2026\u22ee\u22ef])/.test(words);
  const isDotted = begins || words.endsWith('..') || words.endsWith('…');
  const plain = words.replaceAll(/[.\u2026\u22ee\u22ef()[\]:,;*-]+/g, ' ').trim();
  if (plain === '') {
    return isDotted ? 'mark' : undefined;
  }
  const isTold = tells.test(plain) || germanTells.test(plain);
  const count = plain.split(/\s+/).length;
  // A sentence of the file may end with dots.
  const isShort = begins || count <= mostWords;
  if (isDotted && ((isTold && isShort) || count <= 3)) {
    return begins || isTold ? 'mark' : 'maybe';
  }
  return !isDotted && isTold && (bareTells.test(plain) || germanTells.test(plain))
    ? 'mark'
    : undefined;
}

/** As on a form that is to be cut: `--- 8< ---`. */
const scissors = /^[\s-]*(?:8<|>8|✂)[\s-]*$/;

const tells =
  /\b(?:existing|unchanged|rest|remaining|remainder|same|other|others|previous|prior|earlier|omitted|elided|skipped|snip|truncated|as is|as before|as above|not changed|no changes?|more|and so on|etc|everything else|original|your|keep|keeps|leave|here|above|below|code|implementation|imports?|methods?|functions?|stays?)\b/;

/** Without dots, the whole comment must say nothing else. */
const bareTells =
  /^(?:the |all |all the )?(?:existing|rest|remaining|remainder|same|other|previous|original|unchanged|omitted|snip|keep|leave|as is|no changes?|everything else|etc|and so on)(?: (?:the|of|as|is|are|in|for|this|that|all|and|your|existing|other|rest|before|above|below|earlier|original|code|file|class|function|functions|method|methods|implementation|imports?|logic|body|content|contents|members|fields|properties|props|handlers|routes|tests|cases|styles|rules|lines|stays?|remains?|continues|same|unchanged|omitted|here|go|goes|without|changes?|elided|brevity|component|components|definitions?|declarations?|statements?|module|setup|state|types?))*$/;

/** The same in German. */
const germanTells =
  /^(?:(?:der|die|das|den|alle) )?(?:rest|restlich\w{1,2}|bestehend\w{1,2}|vorhanden\w{1,2}|bisherig\w{1,2}|übrig\w{1,2}|unverändert\w{0,2}|gekürzt|ausgelassen|wie bisher|wie gehabt|wie zuvor|wie oben|bleibt|bleiben|keine änderung(?:en)?|usw|und so weiter)(?: (?:der|die|das|des|bleibt|bleiben|ist|sind|wie|bisher|gehabt|zuvor|oben|hier|unverändert|gleich|code|codes|datei|klasse|funktion|funktionen|methode|methoden|logik|importe|implementierung|ausgelassen|gekürzt))*$/;
