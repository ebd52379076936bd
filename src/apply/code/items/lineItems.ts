import { indentOf } from '../../lines/indentation.ts';
import { isBlank } from '../../lines/blankLines.ts';
import type { LineRange } from '../../lines/textLines.ts';
import { scannedLines, type ScannedText } from '../language/scannedLines.ts';
import { isImport, readImport } from './readImport.ts';
import { givenNames } from './givenNames.ts';
import { type Item, itemOf, saidIn } from './item.ts';
import { bodyOf, openBraces, openBrackets } from './lineBody.ts';
import {
  containerHead,
  goesOn,
  isAttribute,
  keyOfLine,
  type LineKey,
  modifiersOf,
  nestedKeys,
} from './lineKeys.ts';
import { sections } from './sections.ts';

/**
 * The parts of a text, found by its lines: what begins at the least indentation goes on up to the next line there that does
 * not end it. In Markdown, parts are sections.
 */
export function lineItems(lines: readonly string[], language: string | undefined): readonly Item[] {
  return language === 'markdown'
    ? sections(lines)
    : itemsIn(
        {
          lines,
          scan: scannedLines(lines, language),
          language,
          isNested: nestedKeys.has(language ?? ''),
          depth: deepest,
        },
        0,
        lines.length,
      );
}

/** Lines, and what they have. */
interface Text extends ScannedText {
  /** Whether keys have keys within them, as in YAML. */
  readonly isNested: boolean;
  readonly language: string | undefined;
  /** How many things may still be within each other. */
  readonly depth: number;
}

/** Deeper things have no members. */
const deepest = 30;

/** What has begun and not ended yet. */
interface Open {
  /** The first of the comments above it. */
  readonly from: number;
  /** The first of its attributes, if there are any. */
  start: number | undefined;
  /** The line that says what it is. */
  own: number | undefined;
  to: number;
  /** How many braces it leaves open so far. */
  braces: number;
  /** Whether all lines up to the next header belong to it, as in TOML. */
  isHeader: boolean;
  /** Whether an `end` has closed it: another one closes what is around it. */
  isEnded: boolean;
}

const nothing = { start: undefined, own: undefined, braces: 0, isHeader: false, isEnded: false };

const end = /^end\b/;

/** What a line is among those at the margin. */
interface LineKind {
  readonly isLead: boolean;
  readonly isHeader: boolean;
  /** Whether it belongs to what is open. */
  readonly isMore: boolean;
}

function itemsIn(text: Text, from: number, to: number): readonly Item[] {
  const { lines, scan } = text;
  const items: Item[] = [];
  let open: Open | undefined;
  let base = leastIndent(text, from, to);
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line) || /^<\?php\s*$/.test(line)) {
      // What has no text may still be indented as a part of it.
      if (open?.own !== undefined && indentOf(line).length > base) {
        open.to = at + 1;
      }
      continue;
    }
    const { code = '', isComment, within } = scan[at] ?? {};
    if (within !== undefined && open !== undefined) {
      open.to = at + 1;
      open.braces += openBraces(code);
      continue;
    }
    base = baseAt(text, at, base, open);
    const { isLead, isHeader, isMore } = kindOfLine(text, at, base, open);
    if (open !== undefined && !isMore && !isJoined(lines, open, at)) {
      items.push(closed(text, open));
      open = undefined;
    }
    open ??= { ...nothing, from: at, to: at };
    open.to = at + 1;
    open.braces += openBraces(code);
    if (isMore) {
      open.isEnded ||= indentOf(line).length === base && end.test(line.trim());
      continue;
    }
    if (isLead) {
      open.start ??= isComment ? undefined : at;
    } else {
      open.own = at;
      open.isHeader = isHeader;
    }
  }
  return open === undefined ? items : [...items, closed(text, open)];
}

/** Whether a line goes with the comments and attributes that are right above it. */
function isJoined(lines: readonly string[], { own, to }: Open, at: number): boolean {
  return own === undefined && !lines.slice(to, at).some(isBlank);
}

/**
 * The least indentation from a line on. What is indented behind something that has ended is none of it: a block may have left
 * out what is around it.
 */
function baseAt(
  { lines, isNested }: Text,
  at: number,
  base: number,
  open: Open | undefined,
): number {
  const indent = indentOf(lines[at] ?? '').length;
  const head = open?.own === undefined ? '' : (lines[open.own] ?? '').trim();
  const last = lines[(open?.to ?? at) - 1] ?? '';
  const isEnded =
    (isImport(head) && openBrackets(head) === 0 && open?.braces === 0) ||
    (indentOf(last).length === base &&
      (isNested ? /^(?:[)\]}]+[;,]?|end)$/ : /^(?:[)\]}]+,?|end)$|;$/).test(last.trim())) ||
    (isNested && open?.own !== undefined && open.to - open.own === 1 && /: +[^\s|>&#]/.test(head));
  const isApart = isEnded && isBlank(lines[at - 1] ?? '');
  return indent < base || isApart ? indent : base;
}

function kindOfLine(
  { lines, scan, isNested }: Text,
  at: number,
  base: number,
  open: Open | undefined,
): LineKind {
  const line = lines[at] ?? '';
  const text = line.trim();
  const indent = indentOf(line).length;
  const isBase = indent === base;
  const isLead = scan[at]?.isComment === true || (isBase && isAttribute(line));
  const isHeader =
    isBase && /^\[{1,2}[^\][]{1,200}\]{1,2}\s{0,8}(?:#.*)?$/.test(text) && !isAttribute(line);
  if (open?.own === undefined) {
    return { isLead, isHeader, isMore: false };
  }
  const isLabel = !isNested && open.braces > 0 && /^\w{1,100}\s?:$/.test(text);
  const isInside = !isBase && !(isLead && indent <= base);
  const isMore =
    isLabel ||
    isInside ||
    (open.isHeader && !isHeader) ||
    (!isLead && goesOn(text, lines[open.own] ?? '') && !(open.isEnded && end.test(text)));
  return { isLead, isHeader, isMore };
}

/** The least indentation of lines with code or a comment. */
function leastIndent({ lines, scan }: Text, from: number, to: number): number {
  const indents = lines.slice(from, to).map((line, at) => {
    const isFree =
      scan[from + at]?.within !== undefined ||
      isBlank(line) ||
      /^\s*#(?:if|el|endif|pragma|region|endregion)/.test(line);
    return isFree ? Infinity : indentOf(line).length;
  });
  const least = indents.reduce((least, indent) => Math.min(least, indent), Infinity);
  return least === Infinity ? 0 : least;
}

function closed(text: Text, { from, start, own: line, to, isHeader }: Open): Item {
  const { lines, language, isNested, depth } = text;
  if (line === undefined) {
    const all = lines
      .slice(from, to)
      .map((line) => line.trim())
      .join(' ');
    return itemOf({ kind: 'comment', key: `comment ${all}`, head: all, from, own: from, to });
  }
  const own = start ?? line;
  const head = (lines[line] ?? '').trim();
  const body = isHeader ? { from: line + 1, to } : bodyOf(text, line, to);
  const all = lines.slice(own, to).join('\n').trim();
  if (isImport(all)) {
    const { key, names } = readImport(all);
    return itemOf({ kind: 'import', key, names, head: all, from, own, to });
  }
  const isMember = depth < deepest;
  const known = isHeader ? (head.split('#', 1)[0] ?? '').trim() : memberName(text, head);
  const told: LineKey =
    known === undefined
      ? keyOfLine(head, {
          hasBody: body !== undefined,
          isData: isNested,
        })
      : { kind: 'named', key: known, name: known };
  const isContainer =
    body !== undefined &&
    depth > 0 &&
    (isHeader ||
      (!isNested && containerHead.test(head)) ||
      ((isNested || told.kind === 'named') &&
        (isNested ? /[:{[]$/ : /\{$/).test(head) &&
        hasKeys(text, body.from, body.to, isNested)));
  const isTest = body !== undefined && namedCall.test(head.slice(0, 500));
  const written = lines.slice(line, to).join(' ').slice(0, 2000).replaceAll(/\s+/g, ' ').trim();
  const modifiers = [
    ...lines.slice(own, line).map((text) => modifiersOf(text.trim())[0] ?? text.trim()),
    ...modifiersOf(head.split(/[({=:]/, 1)[0] ?? ''),
  ];
  return itemOf({
    ...told,
    names: isNested || language === 'css' ? [] : givenNames(written, told, isMember),
    head,
    modifiers,
    from,
    own,
    to,
    body,
    said: isHeader || isTest ? saidIn(lines.slice(line + 1, to)) : undefined,
    members: isContainer
      ? itemsIn({ ...text, depth: depth - 1 }, body.from, body.to)
      : body && calls(text, head, body),
  });
}

/** A member of an enum without a value is its name. In Go, a field may have several. */
function memberName({ language, isNested, depth }: Text, head: string): string | undefined {
  const name = language === 'go' ? /^\w+(?:, \w+)*(?= [\w*[])/ : /^[\w$]{1,200}(?=,?$)/;
  return depth < deepest && !isNested ? name.exec(head)?.[0] : undefined;
}

/** A call that begins with a text and has a body, such as a test. */
const namedCall =
  /^[\w.]{1,60}\s?\(?\s?["'`].{0,300}(?:\{|\bdo(?:\s*\|.*\|)?|=>|->|\bfunction\s?\(.*\))\s*$/;

/** What a call of this kind has within it, if that has calls of this kind: a suite of tests. */
function calls(text: Text, head: string, { from, to }: LineRange): readonly Item[] | undefined {
  const { lines, depth } = text;
  if (depth === 0 || !namedCall.test(head.slice(0, 500))) {
    return undefined;
  }
  const members = itemsIn({ ...text, depth: depth - 1 }, from, to);
  return members.some(({ own }) => namedCall.test((lines[own] ?? '').trim().slice(0, 500)))
    ? members
    : undefined;
}

const plain = { language: undefined, isNested: false, depth: deepest };

/** Items with the members of those that have some in the other text: with one test less, a suite may look like a test. */
export function withSuites(
  items: readonly Item[],
  others: readonly Item[],
  lines: readonly string[],
): readonly Item[] {
  const theirs = new Map(others.flatMap(({ key, members }) => (members ? [[key, members]] : [])));
  return items.map((item) => {
    const known = theirs.get(item.key);
    const { body } = item;
    const text = (): Text => ({ ...plain, lines, scan: scannedLines(lines, undefined) });
    const members = known && (item.members ?? (body && itemsIn(text(), body.from, body.to)));
    return known && members ? { ...item, members: withSuites(members, known, lines) } : item;
  });
}

/** Whether the first line that is no comment is a key. In data, one may have blanks. */
function hasKeys({ lines, scan }: Text, from: number, to: number, isData: boolean): boolean {
  const first = lines
    .slice(from, to)
    .find((line, at) => !isBlank(line) && !scan[from + at]?.isComment);
  const key = isData
    ? /^\s*(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s'"#[\]{},-][^#:]{0,200}):(?:\s|$)/
    : /^\s*(?:"[^"]{0,200}"|'[^']{0,200}'|[\w$-]{1,200}\??):(?:\s|$)/;
  return first !== undefined && key.test(first);
}
