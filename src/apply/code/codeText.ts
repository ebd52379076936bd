import { indentOf, type IndentUnit, indentUnit } from '../indentation.ts';
import { withoutBlankEdges } from '../lines/blankLines.ts';
import { lineTexts } from '../lines/textLines.ts';
import { scannedLines } from './scannedLines.ts';
import type { Item } from './items/item.ts';
import { lineItems, withSuites } from './items/lineItems.ts';
import { isMark } from './marks.ts';
import type { CodeSyntax } from './syntax.ts';

/** A text of code, the block's or the file's, by its parts. */
export interface CodeText {
  readonly lines: readonly string[];
  readonly unit: IndentUnit | undefined;
  readonly items: readonly Item[];
  /** The lines that stand for code that is left out. Empty for a file. */
  readonly marks: ReadonlySet<number>;
}

/** A block and the file that it is for, read in the same way. */
export interface CodePair {
  readonly block: CodeText;
  readonly file: CodeText;
  readonly language: string | undefined;
}

export function readPair(
  block: readonly string[],
  text: string,
  language: string | undefined,
): CodePair {
  const lines = lineTexts(text);
  const own = withoutBlankEdges(block);
  const marks = marksIn(own, language);
  const bare = withoutMarks(own, marks);
  const theirs = lineItems(lines, language);
  const read = lineItems(bare, language);
  return {
    block: {
      ...fileText(own, withSuites(read, theirs, bare)),
      marks,
    },
    file: fileText(lines, withSuites(theirs, read, lines)),
    language,
  };
}

/** A file by its parts; undefined if its grammar cannot read all of it. */
export function readFile(text: string, syntax: CodeSyntax): CodeText | undefined {
  const lines = lineTexts(text);
  return syntax.parse(text) === 0 ? fileText(lines, lineItems(lines, syntax.language)) : undefined;
}

function fileText(lines: readonly string[], items: readonly Item[]): CodeText {
  return { lines, items, unit: indentUnit(lines), marks: new Set() };
}

/** The lines of a block that stand for code. */
function marksIn(lines: readonly string[], language: string | undefined): ReadonlySet<number> {
  const scan = scannedLines(lines, language);
  return new Set(
    [...lines.keys()].filter(
      (at) => scan[at]?.within !== 'text' && isMark(lines[at] ?? '', language),
    ),
  );
}

/** Lines with blank ones in the place of marks, which may be indented as what they are within. */
function withoutMarks(lines: readonly string[], marks: ReadonlySet<number>): readonly string[] {
  return lines.map((line, at) => (marks.has(at) ? indentOf(line) : line));
}
