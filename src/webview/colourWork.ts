import type { CodeLines } from './codeLines.ts';
import type { GrammarState } from './tokenizer.ts';

/** What is to be done for the colours of one code. */
export interface ColourWork {
  readonly language: string;
  readonly lines: CodeLines;
  /** The line to be read next, and what the grammar knows of those before. */
  next: number;
  state: GrammarState | undefined;
  /** The line that still grows, as it was read last; complete, it need not be read again. */
  open: OpenLine | undefined;
  /** How often a line took so long that its end was not read. */
  cuts: number;
  isFinished: boolean;
}

/** A line as it was read, with the state after it; `atMs` is by the page's clock. */
interface OpenLine {
  readonly text: string;
  readonly state: GrammarState | undefined;
  readonly atMs: number;
}

/** Longer lines, and what comes after so many lines, stay plain. */
export const limits = { lineLength: 2000, lines: 20_000, triesPerLine: 4, cuts: 24 };

/** A line that grows is read this often, so that what streams fast costs hardly more. */
export const rereadMs = 100;

/** Starts before the first line. */
export function startWork(language: string, lines: CodeLines): ColourWork {
  const none = { state: undefined, open: undefined };
  return { language, lines, next: 0, ...none, cuts: 0, isFinished: false };
}

/** Whether the next line is there and is to be read now. */
export function isDue(work: ColourWork): boolean {
  const { lines, next, cuts, open } = work;
  return (
    next < Math.min(lines.count, limits.lines) &&
    cuts < limits.cuts &&
    (open === undefined || !isOpen(work) || isToBeReread(open, lines.line(next)))
  );
}

/** Whether no line will be due any more. */
export function isOver(work: ColourWork): boolean {
  return work.isFinished && !isDue(work);
}

/** Notes that the next line has been read. */
export function moveOn(work: ColourWork, text: string, state: GrammarState | undefined): void {
  if (isOpen(work)) {
    work.open = { text, state, atMs: performance.now() };
  } else {
    Object.assign(work, { next: work.next + 1, state, open: undefined });
  }
}

/** The text of a line without its line break. */
export function textOf(line: Element): string {
  return line.textContent.replace(/\n$/, '');
}

/** Whether the next line still grows. */
function isOpen({ lines, next, isFinished }: ColourWork): boolean {
  return !isFinished && next === lines.count - 1;
}

function isToBeReread({ text, atMs }: OpenLine, line: Element | undefined): boolean {
  return performance.now() - atMs >= rereadMs && line !== undefined && textOf(line) !== text;
}
