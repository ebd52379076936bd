import { type IndentUnit, indentUnit } from '../indentation.ts';
import { breaksBalance } from './balance.ts';
import { withoutBlankEdges } from '../lines/blankLines.ts';
import { lineTexts } from '../lines/textLines.ts';
import { innerLines } from './innerLines.ts';
import type { Item } from './items/item.ts';
import { lineItems, withSuites } from './items/lineItems.ts';
import { isMark } from './marks.ts';
import type { CodeSyntax, SyntaxLanguage } from './syntax.ts';

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
  const marks = marksIn(own, lines, language);
  const bare = withoutMarks(own, marks);
  const theirs = itemsOf(text, lines, syntax, language);
  const code = `${bare.join('\n')}\n`;
  const form = syntax?.parse(text)?.errors === 0 ? blockFormOf(code, syntax) : undefined;
  const read = withMarks(itemsOf(code, bare, syntax, language), own, marks);
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
  return syntax.parse(text)?.errors === 0
    ? fileText(lines, itemsOf(text, lines, syntax, syntax.language))
    : undefined;
}

function itemsOf(
  text: string,
  lines: readonly string[],
  syntax: CodeSyntax | undefined,
  language: string | undefined,
): readonly Item[] {
  return lineItems(lines, language, syntax?.parse(text)?.inner);
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
  const isRead = (code: string): boolean => parse(start + code)?.errors === 0;
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

/**
 * The lines of a block that stand for code. A line that the file has too, between the same lines, is none: nothing is left
 * out at that place.
 */
function marksIn(
  lines: readonly string[],
  file: readonly string[],
  language: string | undefined,
): ReadonlySet<number> {
  const inner = innerLines(lines, language);
  const marked = [...lines.keys()].filter(
    (at) => !inner.has(at) && isMark(lines[at] ?? '', language),
  );
  if (marked.length === 0) {
    return new Set();
  }
  const known = new Set(neighbourhoods(file).values());
  const own = neighbourhoods(lines);
  return new Set(marked.filter((at) => !known.has(own.get(at) ?? '')));
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
