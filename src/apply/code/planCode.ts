import { behindMark, fitEdit, spliced } from '../fitEdit.ts';
import { noShift } from '../indentation.ts';
import { largest, type TargetText } from '../planEdits.ts';
import { type QuotedSplice, rebased } from '../rebase.ts';
import { lineTexts, textLines, type TextLine, usualLineEnd } from '../lines/textLines.ts';
import type { CodePlan } from './codePlan.ts';
import { type CodeSyntax, parsedOnce } from './syntax.ts';
import { type CodeText, readBlockText, readFileText } from './codeText.ts';
import { isElisionMark } from './elisionMarks.ts';
import { addsEntities } from './entities.ts';
import { type Fitted, fitCode } from './fitCode.ts';
import { leftOutLine } from './leftOutLine.ts';
import { type LineChange, refused } from './lineChange.ts';
import { proveCode } from './proveCode.ts';

/** A larger block is not applied. In characters. */
const longestCode = 1_000_000;

/**
 * Plans how code of a file, whole or in part, becomes changes of it. `loaded` is missing without a grammar. A plan that
 * applies has been proved: the file can be read afterwards as well as before, and applying it again changes nothing.
 */
export function planCode(
  code: string,
  target: TargetText,
  loaded: CodeSyntax | undefined,
): CodePlan {
  const { text, seen = text } = target;
  const syntax = loaded && parsedOnce(loaded);
  const plan = planWith(code, target, syntax, false);
  const shared = sharedMarks(code, seen, loaded?.language ?? target.language);
  if (shared.size === 0) {
    return plan;
  }
  // The file has comments of its own that read like marks. The block may mean these, or code that it leaves out.
  const other = planWith(code, target, syntax, true);
  const [after, otherwise] = [other, plan].map((one) =>
    one.kind === 'apply' ? spliced(text, one.splices) : undefined,
  );
  const isLost = otherwise !== undefined && losesAny(shared, text, otherwise);
  if (after === undefined) {
    return isLost ? refused('elision') : plan;
  }
  const isSure =
    otherwise === undefined ||
    otherwise === after ||
    isLost ||
    // Nothing of the file is left out of a block that is all of it.
    withoutBlanks(after) === withoutBlanks(code);
  return isSure ? other : refused('elision');
}

/** A text without line ends and blanks at the ends of its lines. */
function withoutBlanks(text: string): string {
  return lineTexts(text)
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** The lines of a block that read like marks and are lines of the file as well. Without white space at their edges. */
function sharedMarks(
  code: string,
  text: string,
  language: string | undefined,
): ReadonlySet<string> {
  const marks = lineTexts(code.slice(0, longestCode)).filter((line) =>
    isElisionMark(line, language),
  );
  const wanted = new Set(marks.map((line) => line.trim()));
  const found = wanted.size === 0 ? [] : lineTexts(text).map((line) => line.trim());
  return new Set(found.filter((line) => wanted.has(line)));
}

function losesAny(lines: ReadonlySet<string>, before: string, after: string): boolean {
  const count = (text: string): number =>
    lineTexts(text).filter((line) => lines.has(line.trim())).length;
  return count(after) < count(before);
}

function planWith(
  code: string,
  target: TargetText,
  syntax: CodeSyntax | undefined,
  isWithOwnMarks: boolean,
): CodePlan {
  const { text, seen = text } = target;
  const language = syntax?.language ?? target.language;
  const isMarked = text.startsWith('\ufeff');
  if (isMarked) {
    const bare = { ...target, text: text.slice(1), seen: seen.replace(/^\ufeff/, '') };
    const plan = planWith(code, bare, syntax, isWithOwnMarks);
    return plan.kind === 'apply' ? { ...plan, splices: plan.splices.map(behindMark) } : plan;
  }
  if (Math.max(text.length, seen.length) > largest.length || code.length > longestCode) {
    return refused('large');
  }
  if (/^<{7} /m.test(text) && /^>{7} /m.test(text)) {
    return refused('conflict');
  }
  if (syntax !== undefined && addsEntities(code, text, syntax.language)) {
    return refused('signs');
  }
  const lines = lineTexts(seen);
  const isEmpty = text.trim() === '';
  if (isEmpty && seen.trim() !== '' && seen !== text) {
    return refused('rewritten');
  }
  const isLarge = lines.length > largest.lines || lines.some((line) => line.length > largest.line);
  if (isLarge && !isEmpty) {
    return refused('large');
  }
  const block = readBlockText(code, syntax, isWithOwnMarks ? lines : [], language);
  if (isEmpty) {
    return planEmpty(block, text);
  }
  const file = readFileText(seen, syntax, language);
  if (syntax !== undefined && file.items === undefined) {
    return refused('large');
  }
  const now = seen === text ? file : readFileText(text, syntax, language);
  if (seen !== text && isNothing(fitCode({ block, file: now }), text)) {
    return { kind: 'alreadyThere' };
  }
  const fitted = fitCode({ block, file, within: target.within });
  return fitted.kind === 'fitted'
    ? planFitted(fitted, { block, now, text, seen }, target, syntax)
    : fitted;
}

/** A file without text takes any code, but for one that leaves something out. */
function planEmpty(block: CodeText, text: string): CodePlan {
  return block.marks.size > 0 || leftOutLine([], block.lines, block.language) !== undefined
    ? refused('elision')
    : {
        kind: 'apply',
        splices: [{ start: 0, end: text.length, text: `${block.lines.join('\n')}\n` }],
        trust: 'sure',
      };
}

interface Texts {
  readonly block: CodeText;
  readonly now: CodeText;
  readonly text: string;
  readonly seen: string;
}

function planFitted(
  { changes }: Extract<Fitted, { kind: 'fitted' }>,
  { block, now, text, seen }: Texts,
  { within }: TargetText,
  syntax: CodeSyntax | undefined,
): CodePlan {
  const lines = textLines(seen);
  const planned = splicesOf(changes, lines);
  if (planned === undefined) {
    return refused('unsure');
  }
  if (planned.length === 0) {
    return { kind: 'alreadyThere' };
  }
  const splices = seen === text ? planned : rebased(planned, lines, textLines(text));
  if (typeof splices === 'string') {
    return refused(splices);
  }
  const textAfter = spliced(text, splices);
  const after = readFileText(textAfter, syntax, now.language);
  const problem = proveCode({ before: now, after }, syntax);
  if (problem !== undefined) {
    return refused(problem);
  }
  // What was typed meanwhile is not in the block, and says nothing about it.
  const replied = seen === text ? textAfter : spliced(seen, planned);
  const file = seen === text ? after : readFileText(replied, syntax, now.language);
  const grown = file.lines.length - lines.length;
  const again = fitCode({
    block,
    file,
    isProof: true,
    within: within && { from: within.from, to: within.to + Math.max(0, grown) },
  });
  const bare = splices.map(({ start, end, text: added }) => ({ start, end, text: added }));
  return isNothing(again, replied)
    ? { kind: 'apply', splices: bare, trust: 'proved' }
    : refused('unsure');
}

/** Whether what was fitted changes nothing. */
function isNothing(fitted: Fitted, text: string): boolean {
  return fitted.kind === 'fitted' && splicesOf(fitted.changes, textLines(text))?.length === 0;
}

/** What changes become in the text; undefined if they overlap. Equal lines stay as they are. */
function splicesOf(
  changes: readonly LineChange[],
  lines: readonly TextLine[],
): readonly QuotedSplice[] | undefined {
  const lineEnd = usualLineEnd(lines);
  const sorted = changes.toSorted((a, b) => a.from - b.from || a.to - b.to);
  if (sorted.some(({ from }, at) => from < (sorted[at - 1]?.to ?? 0))) {
    return undefined;
  }
  const length = lines.at(-1)?.end ?? 0;
  return sorted.flatMap(({ from, to, lines: replace, quoted }) => {
    const search = lines.slice(from, to).map((line) => line.text);
    const place = { line: from, closeness: 'trimmed', shift: noShift } as const;
    const quotedFrom = lines[quoted.from]?.start ?? length;
    const quotedTo = lines[quoted.to - 1]?.end ?? quotedFrom;
    const fitted = fitEdit({ search, replace }, place, lines, lineEnd) ?? [];
    return fitted.map(({ start, end, text }) => ({ start, end, text, quotedFrom, quotedTo }));
  });
}
