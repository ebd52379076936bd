import { type CodePair, readPair } from '../apply/code/items/codeText.ts';
import { indentedAs } from '../apply/code/fit/indented.ts';
import { restated } from '../apply/code/fit/restateLines.ts';
import { groupedBy, type Item } from '../apply/code/items/item.ts';
import { flattened } from '../apply/code/planCode.ts';
import { Refused, unlessRefused } from '../apply/plan/refused.ts';
import type { CodeSyntax } from '../apply/code/language/syntax.ts';
import type { FileEdits } from '../apply/edits/editsIn.ts';
import { withoutBlankEdges } from '../apply/lines/blankLines.ts';
import { indentOf, indentUnit } from '../apply/lines/indentation.ts';
import { type Splice, spliced } from '../apply/lines/splices.ts';
import { type LineRange, lineTexts } from '../apply/lines/textLines.ts';
import type { LeftOut } from '../apply/plan/blockPlan.ts';
import { planChange } from '../apply/planChange.ts';
import { linesOf, type Part, textOf } from './part.ts';
import type { ReplyCode } from './replyCode.ts';

/** The part of a file that a reply is about, as the model knows it. */
export interface FilePart extends Part {
  readonly syntax: CodeSyntax | undefined;
  readonly language: string | undefined;
}

/** The lines that a part becomes, and which of them the reply leaves out. */
interface PlannedPart {
  readonly lines: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** Plans what the code of a reply makes of a part. What is around that stays as it is. Throws `Refused`. */
export function planPart(found: ReplyCode, part: FilePart): PlannedPart {
  if (found.kind === 'edits') {
    return partInFile({ kind: 'change', edits: found.edits }, part);
  }
  const code = found.lines;
  const pair = readPair(code, textOf(part), part.syntax, part.language);
  const { own, around } = itemsOf(pair.file.items, linesOf(part));
  const together = (): PlannedPart =>
    partInFile({ kind: 'code', edits: [{ search: [], replace: code }] }, part, own);
  const [known, others] = [own, around].map(
    (items) => new Set(items.flatMap(({ kind, key }) => (kind === 'named' ? key : []))),
  );
  if (pair.block.items.some(({ key }) => others?.has(key) && !known?.has(key))) {
    return together();
  }
  const made = unlessRefused(() => restatedPart(pair, part));
  // The names of its parts may tell more.
  return 'kind' in made ? together() : made;
}

/**
 * The part after a change of its file, as the model knows it. That must change nothing around it; code may, where `own`, the
 * items of the part, are given, and is dropped there.
 */
function partInFile(change: FileEdits, part: FilePart, own?: readonly Item[]): PlannedPart {
  const { before, code, after, language, syntax } = part;
  const text = textOf(part);
  const plan = planChange(change, { text, seen: text, within: linesOf(part), language }, syntax);
  if (plan.kind === 'refuse') {
    throw new Refused(plan.reason, plan.name);
  }
  const { splices, leftOut } = plan.kind === 'apply' ? plan : { splices: [], leftOut: [] };
  const lacked = leftOut.find(({ name }) => own?.some((item) => item.name === name));
  if (lacked !== undefined) {
    throw new Refused('missing', lacked.name);
  }
  const to = before.length + code.length;
  const isOwn = ({ start, end }: Splice): boolean =>
    start === end ? start >= before.length && start <= to : start < to && end > before.length;
  const made = spliced(text, own === undefined ? splices : splices.filter(isOwn));
  const end = made.length - after.length;
  const isKept = end >= before.length && made.startsWith(before) && made.endsWith(after);
  if (plan.kind === 'several' || !isKept) {
    throw new Refused('place');
  }
  return { lines: withoutBlankEdges(lineTexts(made.slice(before.length, end))), leftOut: [] };
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
  return { lines: isStated ? fitted : lines, leftOut };
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

/** In these, the unit of indentation is looked for. In characters. */
const unitLength = 200_000;

/**
 * The lines of a reply, which begin with none that is blank, with the indentation of a part where the model has left that out or
 * written spaces for tabs. Else the indentation is what was asked for.
 */
export function fitLines(lines: readonly string[], part: Part): readonly string[] {
  const [first, ...others] = lines;
  if (first === undefined) {
    return lines;
  }
  if (/[^\r\n]$/.test(part.before)) {
    // What is before it in the line stays, so that it has the indentation already.
    return [first.trimStart(), ...others];
  }
  const old = lineTexts(part.code);
  const [head = ''] = old;
  const own = indentUnit(lines);
  const unit = indentUnit(old) ?? indentUnit(lineTexts(textOf(part).slice(0, unitLength)));
  const isLeftOut = indentOf(first) === '' && indentOf(head) !== '';
  if (!isLeftOut && (own === '\t') === (unit === '\t')) {
    return lines;
  }
  // A line that was at the margin stays there.
  const outside = new Set(old.filter((line) => !line.startsWith(indentOf(head))));
  const fitted = unlessRefused(() =>
    indentedAs(
      { lines, unit: own },
      { lines: old, unit },
      '',
      isLeftOut ? head : undefined,
      outside,
    ),
  );
  const isUnchanged = 'kind' in fitted || (!isLeftOut && fitted.join('\n') === old.join('\n'));
  return isUnchanged ? lines : fitted;
}
