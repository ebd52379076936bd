/** A bound for markdown source. */
interface SizeLimit {
  /** In UTF-16 code units. */
  readonly length: number;
  /** Characters that may become elements or begin letters of another script, and lines. */
  readonly marks: number;
}

/**
 * A block with more source than this is shown as its source: it would block the page for too long, in
 * the parser or in the browser's layout.
 */
export const maxBlockSize: SizeLimit = { length: 100_000, marks: 10_000 };

/**
 * What a character beyond Latin letters counts, in code units. Where no font has it, as no font has control characters,
 * 25,000 of them take the browser 0.1 s, and 60,000 up to 2 s.
 */
const wideLength = 4;

/** What counts of the size of source. */
type Measure = Pick<SourceSize, 'length' | 'marks' | 'wide'>;

/** The size of source from the start of a block on. */
export interface SourceSize {
  /** Code units of the complete lines that are not blank. */
  readonly length: number;
  /** What these lines may become: at most this many elements, cells, lines and runs of one script. */
  readonly marks: number;
  /** Their code units beyond Latin letters, which the browser takes longer for. */
  readonly wide: number;
  /** Code units measured so far. */
  readonly offset: number;
  /** The marker of the code fence that the text is in; empty outside of one. */
  readonly fence: string;
  /** Cells in each row of the table that the text is in; 0 outside of one. */
  readonly columns: number;
  /** The last line, which may be incomplete. */
  readonly line: LineSize;
  /**
   * The offset at which the source of a block that is too large ends: the next blank line outside of
   * a fence. The parser is not asked, because it would have to read all of the block.
   */
  readonly end: number | undefined;
}

interface LineSize {
  readonly length: number;
  readonly marks: number;
  readonly wide: number;
  /** Of its last letter. */
  readonly script: number | undefined;
  readonly bars: number;
  /** Its first characters, which decide whether it is a fence. */
  readonly start: string;
  readonly isBlank: boolean;
  /** Whether it has only characters of a delimiter row (GFM 0.29, "Tables"). */
  readonly isDelimiterRow: boolean;
  /** Its last character. */
  readonly last: string;
}

const emptyLine: LineSize = {
  length: 0,
  marks: 0,
  wide: 0,
  script: undefined,
  bars: 0,
  start: '',
  isBlank: true,
  isDelimiterRow: true,
  last: '',
};

/** The size of no text. */
export const emptySize: SourceSize = {
  length: 0,
  marks: 0,
  wide: 0,
  offset: 0,
  fence: '',
  columns: 0,
  line: emptyLine,
  end: undefined,
};

/** The size with more text. It does not depend on how the text is split. */
export function measured(size: SourceSize, text: string): SourceSize {
  let now = size;
  for (let start = 0; start < text.length;) {
    const lineBreak = text.indexOf('\n', start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    now = withText(now, text.slice(start, end));
    now = lineBreak === -1 ? now : withLineBreak(now);
    start = end + 1;
  }
  return now;
}

/**
 * Whether source of this size is too large for a block. An incomplete line, which may begin another
 * block, counts only if it is too large itself.
 */
export function isTooLarge(size: SourceSize): boolean {
  return exceeds(size) || (exceeds(size.line) && !size.line.isBlank);
}

function exceeds({ length, marks, wide }: Measure): boolean {
  return length + (wideLength - 1) * wide > maxBlockSize.length || marks > maxBlockSize.marks;
}

/** How many code units of `text` are within `limit`; never half a surrogate pair. */
export function lengthWithin(text: string, limit: SizeLimit): number {
  const end = Math.min(text.length, limit.length);
  let marks = 0;
  let index = 0;
  while (index < end && marks < limit.marks) {
    marks += text.charCodeAt(index) === codes.lineBreak ? 1 : marksAt(text, index);
    index += 1;
  }
  const isHalf = index > 1 && index < text.length && /[\uD800-\uDBFF]/.test(text[index - 1] ?? '');
  return isHalf ? index - 1 : index;
}

function withText(size: SourceSize, added: string): SourceSize {
  const line = measuredLine(size.line, added);
  return { ...size, line, offset: size.offset + added.length };
}

function withLineBreak(size: SourceSize): SourceSize {
  const { line } = size;
  const next = { ...size, offset: size.offset + 1, line: emptyLine };
  if (line.isBlank) {
    const isEnd = size.end === undefined && size.fence === '' && isTooLarge(size);
    return { ...next, columns: 0, end: isEnd ? size.offset - line.length : size.end };
  }
  const now = {
    ...next,
    length: size.length + line.length,
    wide: size.wide + line.wide,
    fence: fenceAfter(line.start, size.fence),
  };
  if (size.fence !== '') {
    // Code makes no elements but its lines.
    return { ...now, marks: size.marks + 1 };
  }
  const isHead = line.isDelimiterRow && line.bars > 0;
  const columns = isHead ? line.bars + 1 : size.columns;
  // The parser fills up rows that have too few cells.
  return { ...now, marks: size.marks + Math.max(line.marks, columns) + 1, columns };
}

/** This many characters of a line decide whether it is a fence. */
const maxLineStart = 1000;

function measuredLine(line: LineSize, added: string): LineSize {
  const before = line.last.length;
  const text = line.last + added;
  let { marks, wide, script, bars } = line;
  for (let index = before; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const own = scriptOf(code) ?? script;
    bars += code === codes.bar ? 1 : 0;
    marks += marksAt(text, index) || changeOfScript(script, own);
    wide += isWide(code) ? 1 : 0;
    script = own;
  }
  return {
    length: line.length + added.length,
    marks,
    wide,
    script,
    bars,
    start: line.start + added.slice(0, maxLineStart - line.start.length),
    isBlank: line.isBlank && /^[ \t]*$/.test(added),
    isDelimiterRow: line.isDelimiterRow && /^[ \t>|:-]*$/.test(added),
    last: text.slice(-1),
  };
}

/** Whether a code unit is a control character or beyond Latin letters. */
function isWide(code: number): boolean {
  return code >= codes.combining || (code & 0x7f) < codes.space || code === codes.delete;
}

/**
 * A reference to a footnote is a button, which the browser lays out about as long as ten other elements. A numeric
 * character reference may be a letter of another script than those beside it.
 */
const extraMarks = { footnote: 8, reference: 2 };

/** How many elements may come of the character at `index`. */
function marksAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  switch (code) {
    case codes.slash:
      return before === codes.colon ? 1 : 0;
    case codes.caret:
      return before === codes.bracket ? extraMarks.footnote : 0;
    case codes.hash:
      return before === codes.ampersand ? extraMarks.reference : 0;
    case codes.space: {
      // The marker of an item may begin a list, too.
      const isAfterNumber = before === codes.period || before === codes.parenthesis;
      return isAfterNumber ? 2 : (bulletCodes[before] ?? 0);
    }
    default:
      return markCodes[code] ?? 0;
  }
}

const codes = {
  lineBreak: 0x0a,
  space: 0x20,
  hash: 0x23,
  ampersand: 0x26,
  parenthesis: 0x29,
  period: 0x2e,
  slash: 0x2f,
  colon: 0x3a,
  bracket: 0x5b,
  caret: 0x5e,
  bar: 0x7c,
  delete: 0x7f,
  /** The first one beyond Latin letters. */
  combining: 0x300,
};

/** By code unit, 1 for the characters of markup. */
const markCodes = onesFor('|*_~`[]$\\<>&!+-');

/** By code unit, 1 for the markers of items without a number. */
const bulletCodes = onesFor('*+-');

function onesFor(characters: string): Uint8Array {
  const ones = new Uint8Array(128);
  for (const character of characters) {
    ones[character.charCodeAt(0)] = 1;
  }
  return ones;
}

/** A code fence, also in items and quotes: its marker, and what follows. */
const fenceLine = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t>]+)*(`{3,}|~{3,})(.*)$/;

/** The marker of the fence that the text is in after a line. */
function fenceAfter(line: string, open: string): string {
  const [, marker = '', rest = ''] = fenceLine.exec(line) ?? [];
  if (open === '') {
    return marker.startsWith('`') && rest.includes('`') ? '' : marker;
  }
  return marker.startsWith(open) && rest.trim() === '' ? '' : open;
}

/**
 * The script of a UTF-16 code unit, as far as the browser draws it with another font or by other rules: a number that
 * is equal for the letters of one script. Undefined for what goes with any script: white space, signs of ASCII,
 * combining marks of Latin, general punctuation.
 */
function scriptOf(code: number): number | undefined {
  if (code < 0x80) {
    return isAsciiLetterOrDigit(code) ? scripts.latin : undefined;
  }
  if (code < 0x300) {
    return code < 0xc0 ? undefined : scripts.latin;
  }
  if (code < 0x370 || (code >= 0x2000 && code < 0x2070) || (code >= 0xfe00 && code < 0xfe10)) {
    return undefined;
  }
  if (code >= 0xdc00 && code < 0xe000) {
    // The second half of a surrogate pair.
    return undefined;
  }
  const isIdeographic = (code >= 0x2e80 && code < 0xd800) || (code >= 0xf900 && code < 0xfb00);
  return isIdeographic || code >= 0xff00 ? scripts.ideographic : code >> 8;
}

/** Below the numbers that blocks of 256 characters have. */
const scripts = { latin: 0, ideographic: 1 };

/** From here on letters are joined, stacked or written from right to left: Hebrew, Arabic, Thai and many others. */
const firstComplex = 5;

/**
 * What a change from one script to another counts, in elements: the browser lays out each run of a script by itself.
 * Where no font has the letters of a complex script, a run takes it about as long as three elements.
 */
function changeOfScript(from: number | undefined, to: number | undefined): number {
  if (from === undefined || to === undefined || from === to) {
    return 0;
  }
  return Math.max(from, to) < firstComplex ? 1 : 3;
}

function isAsciiLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}
