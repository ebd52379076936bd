import { indentOf, type IndentUnit, indentUnit } from '../../lines/indentation.ts';
import { breaksBalance } from './balance.ts';
import { withoutBlankEdges } from '../../lines/blankLines.ts';
import { lineTexts } from '../../lines/textLines.ts';
import { scannedLines } from '../language/scannedLines.ts';
import type { Item } from './item.ts';
import { lineItems, withSuites } from './lineItems.ts';
import { isMark } from '../language/marks.ts';
import type { CodeSyntax, SyntaxLanguage } from '../language/syntax.ts';

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

/** A block and the file that it is for, read in the same way. */
export interface CodePair {
  readonly block: CodeText;
  readonly file: CodeText;
  readonly language: string | undefined;
  /** Whether a grammar can read both. */
  readonly isParsed: boolean;
}

export function readPair(
  block: readonly string[],
  text: string,
  syntax: CodeSyntax | undefined,
  language: string | undefined,
): CodePair {
  const lines = lineTexts(text);
  const own = withoutBlankEdges(block);
  const marks = marksIn(own, language);
  const bare = withoutMarks(own, marks);
  const theirs = lineItems(lines, language);
  const code = `${bare.join('\n')}\n`;
  const form = syntax?.parse(text) === 0 ? blockFormOf(code, syntax) : undefined;
  const read = lineItems(bare, language);
  return {
    block: {
      ...fileText(own, withSuites(read, theirs, bare)),
      marks,
      isMembers: form === 'members',
    },
    file: fileText(lines, withSuites(theirs, read, lines)),
    language,
    isParsed: form !== undefined,
  };
}

/** A file by its parts; undefined if its grammar cannot read all of it. */
export function readFile(text: string, syntax: CodeSyntax): CodeText | undefined {
  const lines = lineTexts(text);
  return syntax.parse(text) === 0 ? fileText(lines, lineItems(lines, syntax.language)) : undefined;
}

function fileText(lines: readonly string[], items: readonly Item[]): CodeText {
  return { lines, items, unit: indentUnit(lines), marks: new Set(), isMembers: false };
}

/** Languages in which a method is no code of its own. */
const withMembers: ReadonlySet<SyntaxLanguage> = new Set([
  'java',
  'javascript',
  'php',
  'tsx',
  'typescript',
]);

/** As what a grammar can read all of a block; undefined if it cannot. */
function blockFormOf(
  text: string,
  { language, parse }: CodeSyntax,
): 'text' | 'members' | undefined {
  const start = language === 'php' && !text.includes('<?') ? '<?php\n' : '';
  const isRead = (code: string): boolean => parse(start + code) === 0;
  if (isRead(text)) {
    return 'text';
  }
  // A brace too many would end the class, and what is behind it would be none of its members.
  const isMembers =
    withMembers.has(language) &&
    !breaksBalance([], lineTexts(text), language) &&
    isRead(`class Frame {\n${text}}`);
  return isMembers ? 'members' : undefined;
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
