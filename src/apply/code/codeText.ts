import { type IndentUnit, indentUnit } from '../indentation.ts';
import { withoutBlankEdges } from '../lines/blankLines.ts';
import { lineTexts } from '../lines/textLines.ts';
import { classFrames, commentMarks, opened } from './items/grammars.ts';
import type { Item } from './items/item.ts';
import { lineItems, withSuites } from './items/lineItems.ts';
import { outline } from './items/outline.ts';
import { isMark } from './marks.ts';
import type { CodeSyntax } from './syntax.ts';

/** A text of code, the block's or the file's, by its parts. */
export interface CodeText {
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
  readonly items: readonly Item[];
  /** The lines that stand for code that is left out. Empty for a file. */
  readonly marks: ReadonlySet<number>;
  /** Whether they can be read as members of a class only. */
  readonly isMembers: boolean;
}

/** A block and the file that it is for, read in the same way: by the grammar if it can read both, else by their lines. */
export interface CodePair {
  readonly block: CodeText;
  readonly file: CodeText;
  readonly language: string | undefined;
  readonly isParsed: boolean;
}

export function readPair(
  code: readonly string[],
  text: string,
  syntax: CodeSyntax | undefined,
  language: string | undefined,
): CodePair {
  const file = syntax && readFile(text, syntax);
  const lines = file?.lines ?? lineTexts(text);
  const own = withoutBlankEdges(code);
  const marks = marksIn(own, lines, language);
  const unit = indentUnit(own);
  const parsed = syntax && file && blockItems(own, marks, syntax);
  const isParsed = file !== undefined && parsed !== undefined;
  const [bare, theirs] = [
    withoutMarks(own, marks),
    isParsed ? file.items : lineItems(lines, language),
  ];
  const read = isParsed
    ? parsed
    : { items: withMarks(lineItems(bare, language), own, marks), isMembers: false };
  return {
    block: { lines: own, unit, marks, ...read, items: withSuites(read.items, theirs, bare) },
    file: fileText(lines, withSuites(theirs, read.items, lines)),
    language,
    isParsed,
  };
}

/** A file by its grammar; undefined if that cannot read all of it. */
export function readFile(text: string, { parse }: CodeSyntax): CodeText | undefined {
  const tree = parse(text, opened);
  return tree === undefined || tree.errors > 0
    ? undefined
    : fileText(lineTexts(text), outline(text, tree));
}

function fileText(lines: readonly string[], items: readonly Item[]): CodeText {
  return { lines, items, unit: indentUnit(lines), marks: new Set(), isMembers: false };
}

/** The parts of a block: of a text of its own, or else members of a class. */
function blockItems(
  lines: readonly string[],
  marks: ReadonlySet<number>,
  syntax: CodeSyntax,
): Pick<CodeText, 'items' | 'isMembers'> | undefined {
  const text = lines
    .map((line, at) => (marks.has(at) ? readableMark(line, syntax) : line))
    .join('\n');
  for (const { start, end, isMembers } of frames(text, syntax)) {
    const framed = `${start}${text}\n${end}`;
    const tree = syntax.parse(framed, opened);
    if (tree?.errors !== 0) {
      continue;
    }
    const before = start.split('\n').length - 1;
    const found = outline(framed, tree, new Set(Array.from(marks, (line) => line + before)));
    const [only, other] = found;
    // A brace too many would end the class, and what is behind it would be none of its members.
    if (isMembers && (other !== undefined || only?.to !== before + lines.length + 1)) {
      continue;
    }
    const items = (isMembers ? only?.members : found)?.map((one) => moved(one, -before));
    if (items !== undefined) {
      return { items: withMarks(items, lines, marks), isMembers };
    }
  }
  return undefined;
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

/**
 * The lines of a block that stand for code. A line that the file has too, between the same lines, is none: nothing is left
 * out at that place.
 */
function marksIn(
  lines: readonly string[],
  file: readonly string[],
  language: string | undefined,
): ReadonlySet<number> {
  const marked = outsideTexts(lines, language).filter((at) => isMark(lines[at] ?? '', language));
  if (marked.length === 0) {
    return new Set();
  }
  const known = new Set(neighbourhoods(file).values());
  const own = neighbourhoods(lines);
  return new Set(marked.filter((at) => !known.has(own.get(at) ?? '')));
}

/** The lines that do not begin within a text of several lines, as far as its quotes show, or within a sample of Markdown. */
function outsideTexts(lines: readonly string[], language: string | undefined): readonly number[] {
  const signs = language === 'markdown' ? /^\s{0,20}(?:```|~~~)/g : /`|"""|'''/g;
  let isInText = false;
  // With a fence too many, the lines begin or end in a sample: what is in one does not show.
  const isOdd =
    language === 'markdown' && lines.filter((line) => line.search(signs) !== -1).length % 2 === 1;
  if (isOdd) {
    return [...lines.keys()];
  }
  return lines.flatMap((line, at) => {
    const isOutside = !isInText;
    const quotes = line.match(signs)?.length ?? 0;
    isInText = quotes % 2 === 1 ? !isInText : isInText;
    return isOutside ? [at] : [];
  });
}

/** Each line with text, and the ones before and after it, without white space at their edges. */
function neighbourhoods(lines: readonly string[]): ReadonlyMap<number, string> {
  const filled = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [{ text: line.trim(), at }],
  );
  return new Map(
    filled.map(({ at }, index) => [
      at,
      [-1, 0, 1].map((step) => filled[index + step]?.text ?? '').join('\n'),
    ]),
  );
}

function withoutMarks(lines: readonly string[], marks: ReadonlySet<number>): readonly string[] {
  return lines.map((line, at) => (marks.has(at) ? '' : line));
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
  lines: readonly string[],
  marks: ReadonlySet<number>,
): readonly Item[] {
  return items.map((item, at) => {
    const members = item.members && withMarks(item.members, lines, marks);
    const end = items[at + 1]?.from ?? lines.length;
    const indent = (lines[item.own] ?? '').search(/\S|$/);
    let to = Math.max(item.to, members?.at(-1)?.to ?? 0);
    for (let line = to; line < end; line += 1) {
      const text = lines[line] ?? '';
      if (marks.has(line) && text.search(/\S|$/) > indent) {
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
