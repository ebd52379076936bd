import type { BlockEdit } from '../apply/blockEdits.ts';
import type { FileRefusal } from '../apply/blockPlan.ts';
import type { CodePlan } from '../apply/code/codePlan.ts';
import { readPair } from '../apply/code/codeText.ts';
import { aligned, type Step } from '../apply/code/fit/alignment.ts';
import { classFrames, opened } from '../apply/code/items/grammars.ts';
import type { Item } from '../apply/code/items/item.ts';
import { planCode } from '../apply/code/planCode.ts';
import { isMark } from '../apply/code/marks.ts';
import type { CodeSyntax } from '../apply/code/syntax.ts';
import { spliced } from '../apply/fitEdit.ts';
import { lineTexts } from '../apply/lines/textLines.ts';
import type { LineRange } from '../apply/placeEdit.ts';
import { type EditPlan, planEdits, type TargetText } from '../apply/planEdits.ts';
import { likenessTo } from './likenessTo.ts';
import { splicesWithin } from './splicesWithin.ts';

/** The part of a file that a reply is about. */
export interface FilePart {
  /** As the model knows it. */
  readonly text: string;
  /** What is before and behind it in the file. */
  readonly before: string;
  readonly after: string;
  readonly syntax: CodeSyntax | undefined;
  readonly language: string | undefined;
}

/** The part as a reply makes it, or why that cannot be told. */
export type PlannedPart =
  | { readonly kind: 'part'; readonly text: string }
  | { readonly kind: 'refuse'; readonly reason: FileRefusal; readonly name?: string | undefined };

/** What is around the part while a plan is made. */
type Frame = Readonly<Record<'before' | 'after', string>>;

const alone: Frame = { before: '', after: '' };

/** The part after a search and replacement, a diff or a patch. They may quote lines around it, but not change them. */
export function editedPart(edits: readonly BlockEdit[], part: FilePart): PlannedPart {
  const plan = (target: TargetText): EditPlan => planEdits(edits, { ...target, seen: target.text });
  const own = plannedIn(alone, part, plan);
  return own.kind === 'part' ? own : plannedIn(part, part, plan);
}

/**
 * The part with code of a reply in which a line stands for some of it: a mark, or a comment that says so in its own words.
 * It may be a text of its language, or members of a class.
 */
export function filledPart(code: readonly string[], remark: string, part: FilePart): PlannedPart {
  const { text, syntax, language } = part;
  const mark = language === 'markdown' ? '<!-- ... -->' : '// ...';
  const marked = code.map((line) => (line === remark ? line.replace(/\S.*/, mark) : line));
  const [start, end] = (syntax && classFrames[syntax.language]) ?? [];
  const members = { before: `${start ?? ''}\n`, after: `\n${end ?? ''}\n` };
  const frames = start === undefined ? [alone] : [alone, members];
  const found = frames.find(
    ({ before, after }) => syntax?.parse(before + text + after, opened)?.errors === 0,
  );
  // Without one, its lines alone have to prove it.
  return plannedIn(found ?? alone, part, (target) =>
    planCode(marked.join('\n'), target, found && syntax),
  );
}

/**
 * Whether a comment in place of code has new code beside it in that place, so that it may as well be about that: the code
 * may be shorter on purpose.
 */
export function isBesideNew(
  comment: string,
  lines: readonly string[],
  { text, language }: Pick<FilePart, 'text' | 'language'>,
): boolean {
  if (isMark(comment, language)) {
    return false;
  }
  const own = lines.map((line) => (line === comment ? undefined : line));
  const old = lineTexts(text);
  const steps = aligned(own, old, { isOpen: false, language })?.early ?? [];
  const gone = steps.filter((step) => step.kind === 'gone' || step.kind === 'skipped');
  const isLike = likenessTo(gone.map((step) => old[step.old] ?? ''));
  const others = steps.filter(({ kind }) => kind !== 'gone' && kind !== 'skipped');
  const isNew = (step: Step | undefined): boolean =>
    step?.kind === 'put' && !isLike(own[step.own] ?? '');
  return others.some(
    ({ kind }, at) => kind === 'mark' && (isNew(others[at - 1]) || isNew(others[at + 1])),
  );
}

/**
 * The part as code makes it that states by name what is around it as well: what it is in, such as the class of a method, or
 * what stands beside it. That stays as it is. Undefined if it does not.
 */
export function partOfMore(code: readonly string[], part: FilePart): PlannedPart | undefined {
  const { before, text, after, syntax, language } = part;
  const { block, file } = readPair(code, before + text + after, syntax, language);
  const { own, around } = itemsOf(file.items, filledLines(part));
  const [known, others] = [own, around].map(
    (items) => new Set(items.flatMap(({ kind, key }) => (kind === 'named' ? key : []))),
  );
  if (!block.items.some(({ key }) => others?.has(key) && !known?.has(key))) {
    return undefined;
  }
  return plannedIn(
    part,
    part,
    (target) => {
      const plan = planCode(code.join('\n'), target, syntax);
      const leftOut = plan.kind === 'apply' ? plan.leftOut : [];
      const lacked = leftOut.find(({ name }) => own.some((item) => item.name === name));
      return lacked ? { kind: 'refuse', reason: 'missing', name: lacked.name } : plan;
    },
    true,
  );
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

/** The lines of the file that the part has, without the blank ones at its edges. */
function filledLines({ before, text }: Pick<FilePart, 'before' | 'text'>): LineRange {
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  const lines = lineTexts(text).map((line) => line.trim());
  return {
    from: breaks + Math.max(0, lines.findIndex(Boolean)),
    to: breaks + lines.findLastIndex(Boolean) + 1,
  };
}

/** What a plan makes of the part in a frame. It must not change the frame, unless such changes are to be `dropped`. */
function plannedIn(
  { before, after }: Frame,
  { text, language }: FilePart,
  planFor: (target: TargetText) => CodePlan | EditPlan,
  isDropped = false,
): PlannedPart {
  const framed = before + text + after;
  const within = filledLines({ before, text });
  const plan = planFor({ text: framed, within, language });
  if (plan.kind === 'alreadyThere') {
    return { kind: 'part', text };
  }
  if (plan.kind !== 'apply') {
    return plan.kind === 'refuse' ? plan : { kind: 'refuse', reason: 'unsure' };
  }
  const range = { start: before.length, end: before.length + text.length };
  const isOwn = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
    start === end
      ? start >= range.start && start <= range.end
      : start < range.end && end > range.start;
  const own = isDropped ? plan.splices.filter(isOwn) : plan.splices;
  const inside = splicesWithin(own, framed, range);
  return inside === undefined
    ? { kind: 'refuse', reason: 'unsure' }
    : {
        kind: 'part',
        text: spliced(framed, inside).slice(before.length, -after.length || undefined),
      };
}
