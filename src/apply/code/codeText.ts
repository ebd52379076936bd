import type { LineRange } from '../placeEdit.ts';
import { indentOf, type IndentUnit, indentUnit } from '../indentation.ts';
import { lineTexts } from '../lines/textLines.ts';
import type { CodeSyntax } from './syntax.ts';
import { isElisionMark } from './elisionMarks.ts';
import { classFrames, commentMarks, opened } from './items/grammars.ts';
import { type Item, outline } from './items/outline.ts';

/** A text of code, the block's or the file's, as it was read. */
export interface CodeText {
  /** Missing if there is no grammar and it is no Markdown. */
  readonly language?: string | undefined;
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
  /** The lines that stand for code that is left out. Empty for a file. */
  readonly marks: ReadonlySet<number>;
  /** Missing if there is no grammar, or it cannot be read without errors. */
  readonly items?: readonly Item[] | undefined;
  /** How many errors there are; 0 without a grammar. */
  readonly errors: number;
  /** Whether the items can be read as members of a class only. */
  readonly isMembers: boolean;
}

/** The lines of a range that stand for code that is left out. */
export function marksIn({ marks }: CodeText, { from, to }: LineRange): readonly number[] {
  const found: number[] = [];
  for (let line = from; line < to && marks.size > 0; line += 1) {
    if (marks.has(line)) {
      found.push(line);
    }
  }
  return found;
}

/** Whether something in a range is left out. */
export function hasMark(text: CodeText, range: LineRange): boolean {
  return marksIn(text, range).length > 0;
}

/** What is fitted into what. */
export interface CodeFit {
  readonly block: CodeText;
  readonly file: CodeText;
  /** The lines of the file that the user has selected or attached. */
  readonly within?: LineRange | undefined;
  /** Whether this is to prove that applying the block again changes nothing: what it lacks was judged before. */
  readonly isProof?: boolean | undefined;
}

/** Reads the text of a file. */
export function readFileText(
  text: string,
  syntax: CodeSyntax | undefined,
  language: string | undefined = syntax?.language,
): CodeText {
  const lines = lineTexts(text);
  const tree = syntax?.parse(text, opened);
  return {
    language,
    lines,
    unit: indentUnit(lines),
    marks: new Set(),
    items: tree && outline(text, tree),
    errors: tree?.errors ?? 0,
    isMembers: false,
  };
}

/**
 * Reads the code of a block: as a text of its own, or else as members of a class. With the lines of the file, a line is no
 * mark that is there too, between the same lines: nothing is left out at that place.
 */
export function readBlockText(
  code: string,
  syntax: CodeSyntax | undefined,
  file: readonly string[] = [],
  language: string | undefined = syntax?.language,
): CodeText {
  const lines = withoutBlankEdges(lineTexts(code));
  const marked = lines.flatMap((line, index) => (isElisionMark(line, language) ? [index] : []));
  const known = marked.length === 0 || file.length === 0 ? undefined : neighbourhoods(file);
  const own = known && neighbourhoods(lines);
  const marks = new Set(
    marked.filter((index) => known === undefined || !isIn(own?.byLine.get(index), known.all)),
  );
  const plain = { language, lines, unit: indentUnit(lines), marks, errors: 0, isMembers: false };
  if (syntax === undefined) {
    return plain;
  }
  const text = lines
    .map((line, index) => (marks.has(index) ? readableMark(line, syntax) : line))
    .join('\n');
  for (const { start, end, isMembers } of frames(text, syntax)) {
    const framed = `${start}${text}\n${end}`;
    const tree = syntax.parse(framed, opened);
    if (tree !== undefined && tree.errors === 0) {
      const before = start.split('\n').length - 1;
      const inner = outline(framed, tree, new Set(Array.from(marks, (line) => line + before)));
      const items = isMembers ? (inner[0]?.members ?? []) : inner;
      const own = items.map((item) => moved(item, -before));
      return { ...plain, items: withMarks(own, plain), isMembers };
    }
  }
  return { ...plain, errors: 1 };
}

/** Each line with text, and the ones before and after it, without white space at their edges. */
function neighbourhoods(lines: readonly string[]): {
  readonly byLine: ReadonlyMap<number, string>;
  readonly all: ReadonlySet<string>;
} {
  const filled = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ text: line.trim(), at }],
  );
  const byLine = new Map(
    filled.map(({ at }, index) => [
      at,
      [-1, 0, 1].map((step) => filled[index + step]?.text ?? '').join('\n'),
    ]),
  );
  return { byLine, all: new Set(byLine.values()) };
}

function isIn(one: string | undefined, all: ReadonlySet<string>): boolean {
  return one !== undefined && all.has(one);
}

interface Frame {
  readonly start: string;
  readonly end: string;
  readonly isMembers: boolean;
}

function frames(text: string, { language }: CodeSyntax): readonly Frame[] {
  const isOpen = language === 'php' && !text.includes('<?');
  const plain = { start: isOpen ? '<?php\n' : '', end: '', isMembers: false };
  const frame = classFrames[language];
  return frame === undefined
    ? [plain]
    : [plain, { start: `${frame[0]}\n`, end: frame[1], isMembers: true }];
}

/** A mark as a comment of the language, so that it is no error. */
function readableMark(line: string, { language }: CodeSyntax): string {
  const text = line.trim();
  const [start, end] = commentMarks[language];
  const isReadable =
    text.startsWith(start) ||
    (text.startsWith('/*') && start !== '#') ||
    (text.startsWith('{/*') && (language === 'tsx' || language === 'javascript'));
  const indent = line.slice(0, line.length - line.trimStart().length);
  return isReadable ? line : `${indent}${start} ... ${end}`;
}

/** Items with the marks behind them that are indented further: where indentation counts, they are part of the body. */
function withMarks(
  items: readonly Item[],
  block: Pick<CodeText, 'lines' | 'marks'>,
): readonly Item[] {
  return items.map((item, at) => {
    const members = item.members && withMarks(item.members, block);
    const end = items[at + 1]?.from ?? block.lines.length;
    const indent = indentOf(block.lines[item.own] ?? '').length;
    let to = Math.max(item.to, members?.at(-1)?.to ?? 0);
    for (let line = to; line < end; line += 1) {
      const text = block.lines[line] ?? '';
      if (block.marks.has(line) && indentOf(text).length > indent) {
        to = line + 1;
      } else if (text.trim() !== '') {
        break;
      }
    }
    const body = item.body && { from: item.body.from, to: item.body.to + to - item.to };
    return { ...item, to, body, members };
  });
}

function moved(item: Item, by: number): Item {
  const { body, members } = item;
  return {
    ...item,
    from: item.from + by,
    own: item.own + by,
    to: item.to + by,
    body: body && { from: body.from + by, to: body.to + by },
    members: members?.map((member) => moved(member, by)),
  };
}

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => line.trim() !== '');
  const to = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return from === -1 ? [] : lines.slice(from, to);
}
