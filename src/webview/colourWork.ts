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
  /** When a line that grew was read last, by the page's clock in milliseconds. */
  openReadAtMs: number;
  /** How often a line took so long that its end was not read. */
  cuts: number;
  /** The first line that stays plain because it took too long, with the state before it. */
  givenUp: GivenUp | undefined;
  isSecondTime: boolean;
  isFinished: boolean;
}

type GivenUp = Pick<ColourWork, 'next' | 'state'>;

/** A line as it was read, with the state after it. */
interface OpenLine {
  readonly text: string;
  readonly state: GrammarState | undefined;
}

/** Longer lines, and what comes after so many lines, stay plain. */
export const limits = { lineLength: 2000, lines: 20_000, triesPerLine: 4, cuts: 24 };

/** Lines that grow are read this often, so that what streams fast costs hardly more. */
export const rereadMs = 100;

/** Starts before the first line. */
export function startWork(language: string, lines: CodeLines): ColourWork {
  const none = { state: undefined, open: undefined, openReadAtMs: -Infinity };
  const begun = { next: 0, cuts: 0, givenUp: undefined, isSecondTime: false, isFinished: false };
  return { language, lines, ...none, ...begun };
}

/** Notes that the next line stays plain. */
export function giveUp(work: ColourWork): void {
  const { next, state } = work;
  work.givenUp ??= { next, state };
}

/**
 * Goes back, once, to the first line that was given up: by then the expressions that made it slow have
 * been used. Whether there was one.
 */
export function goBack(work: ColourWork): boolean {
  const { givenUp, isSecondTime } = work;
  if (givenUp === undefined || isSecondTime) {
    return false;
  }
  Object.assign(work, { ...givenUp, open: undefined, cuts: 0, isSecondTime: true });
  return true;
}

/** Whether the next line is there and is to be read now. */
export function isDue(work: ColourWork): boolean {
  const isTime = !isOpen(work) || performance.now() - work.openReadAtMs >= rereadMs;
  return isTime && isBehind(work);
}

/** Whether the next line is there and is to be read, now or when it is time for a line that grows. */
export function isBehind(work: ColourWork): boolean {
  const { lines, next, cuts, open } = work;
  const line = lines.line(next);
  return (
    line !== undefined &&
    next < Math.min(lines.count, limits.lines) &&
    cuts < limits.cuts &&
    (!isOpen(work) || textOf(line) !== open?.text)
  );
}

/** Whether no line will be due any more. */
export function isOver(work: ColourWork): boolean {
  return work.isFinished && !isDue(work);
}

/** Notes that the next line has been read. */
export function moveOn(work: ColourWork, text: string, state: GrammarState | undefined): void {
  if (isOpen(work)) {
    Object.assign(work, { open: { text, state }, openReadAtMs: performance.now() });
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
