import type { FileEdits } from '../apply/blockEdits.ts';
import type { LeftOut, Refusal, TextPlan } from '../apply/blockPlan.ts';
import { type CodePair, readPair } from '../apply/code/codeText.ts';
import { restated } from '../apply/code/fit/restateLines.ts';
import { groupedBy, type Item } from '../apply/code/items/item.ts';
import { flattened } from '../apply/code/planCode.ts';
import { unlessRefused } from '../apply/code/refused.ts';
import type { CodeSyntax } from '../apply/code/syntax.ts';
import { withoutBlankEdges } from '../apply/lines/blankLines.ts';
import { type Splice, spliced } from '../apply/lines/splices.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import type { LineRange } from '../apply/lines/lineRange.ts';
import { planChange } from '../apply/planFileEdits.ts';
import { fitLines } from './fitLines.ts';
import { linesOf, type Part, textOf } from './part.ts';
import type { ReplyCode } from './replyCode.ts';

/** The part of a file that a reply is about, as the model knows it. */
export interface FilePart extends Part {
  readonly syntax: CodeSyntax | undefined;
  readonly language: string | undefined;
}

/** What becomes of a part, or why that cannot be told. */
export type PlannedPart =
  /** Its lines, and which of them the reply leaves out. */
  | {
      readonly kind: 'part';
      readonly lines: readonly string[];
      readonly leftOut: readonly LeftOut[];
    }
  | Refusal;

/** Plans what the code of a reply makes of a part. What is around that stays as it is. */
export function planPart(found: Exclude<ReplyCode, { kind: 'none' }>, part: FilePart): PlannedPart {
  return unlessRefused(() =>
    found.kind === 'edits'
      ? planned(part, planInFile({ kind: 'change', edits: found.edits }, part))
      : statedPart(found.lines, part),
  );
}

/** What a change does to the file of a part, as the model knows it. */
function planInFile(change: FileEdits, part: FilePart): TextPlan {
  const text = textOf(part);
  const { language, syntax } = part;
  return planChange(change, { text, seen: text, within: linesOf(part), language }, syntax);
}

/** The part as code states it: alone, or together with what is around it. */
function statedPart(code: readonly string[], part: FilePart): PlannedPart {
  const pair = readPair(code, textOf(part), part.syntax, part.language);
  const { own, around } = itemsOf(pair.file.items, linesOf(part));
  const [known, others] = [own, around].map(
    (items) => new Set(items.flatMap(({ kind, key }) => (kind === 'named' ? key : []))),
  );
  if (pair.block.items.some(({ key }) => others?.has(key) && !known?.has(key))) {
    return partInFile(code, part, own);
  }
  try {
    return restatedPart(pair, part);
  } catch (error) {
    // The names of its parts may tell more.
    const found = partInFile(code, part, own);
    if (found.kind === 'part') {
      return found;
    }
    throw error;
  }
}

/** The part after code for its file; what that changes around the part is dropped. `own` are the items of the part. */
function partInFile(code: readonly string[], part: FilePart, own: readonly Item[]): PlannedPart {
  const plan = planInFile({ kind: 'code', edits: [{ search: [], replace: code }] }, part);
  const leftOut = plan.kind === 'apply' ? plan.leftOut : [];
  const lacked = leftOut.find(({ name }) => own.some((item) => item.name === name));
  return lacked === undefined
    ? planned(part, plan, 'dropped')
    : { kind: 'refuse', reason: 'missing', name: lacked.name };
}

/** The part that code states whole, but for what a mark or a comment stands for. */
function restatedPart({ block, file, language }: CodePair, part: FilePart): PlannedPart {
  const texts = groupedBy(file.lines, (line) => line.trim());
  const old = lineTexts(part.code);
  const fitted = fitLines(block.lines, part);
  const own = fitted.map((line, at) => (block.marks.has(at) ? '' : line));
  const pieces = restated({
    own,
    marks: block.marks,
    old,
    name: '',
    timesIn: (line) => texts.get(line.trim())?.length ?? 0,
    language,
  });
  const { lines, leftOut } = flattened(pieces, old);
  // What nothing stands for is written as it is, with the blanks at the ends of its lines.
  const isStated = block.marks.size === 0 && leftOut.length === 0;
  return { kind: 'part', lines: isStated ? fitted : lines, leftOut };
}

/** The items in some lines, and those that they are in or that stand beside them. */
function itemsOf(
  items: readonly Item[],
  { from, to }: LineRange,
): Readonly<Record<'own' | 'around', readonly Item[]>> {
  const own = items.filter((item) => item.own >= from && item.to <= to);
  const outer = items.find((item) => !own.includes(item) && item.from <= from && item.to >= to);
  if (outer === undefined) {
    return { own, around: items.filter((item) => item.to <= from || item.from >= to) };
  }
  const inside = itemsOf(outer.members ?? [], { from, to });
  return { own: inside.own, around: [outer, ...inside.around] };
}

/** What a plan makes of the part. Changes around it must not be there, or are `dropped`. */
function planned(part: Part, plan: TextPlan, others: 'dropped' | 'none' = 'none'): PlannedPart {
  if (plan.kind === 'refuse') {
    return plan;
  }
  const { before, code, after } = part;
  const to = before.length + code.length;
  const isOwn = ({ start, end }: Splice): boolean =>
    start === end ? start >= before.length && start <= to : start < to && end > before.length;
  const all = plan.kind === 'apply' ? plan.splices : [];
  const text = spliced(textOf(part), others === 'dropped' ? all.filter(isOwn) : all);
  const end = text.length - after.length;
  const isKept = end >= before.length && text.startsWith(before) && text.endsWith(after);
  const lines = lineTexts(text.slice(before.length, end));
  return plan.kind === 'several' || !isKept
    ? { kind: 'refuse', reason: 'unsure' }
    : { kind: 'part', lines: withoutBlankEdges(lines), leftOut: [] };
}
