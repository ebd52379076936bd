import type { TokenColor } from '../../shared/panel/appearance.ts';
import { idleTime } from '../dom/idleTime.ts';
import { NearView } from '../dom/nearView.ts';
import type { CodeLines } from './codeLines.ts';
import { colourLine } from './colourLine.ts';
import { grammarLoader } from './grammars.ts';
import { TokenStyles } from './tokenStyles.ts';
import type { GrammarState, Tokenizer } from './tokenizer.ts';
import { Tokenizers } from './tokenizers.ts';

/** A code that is coloured while it is near the view. */
interface ColouredCode {
  /** Tells that the lines from `index` on have another text. */
  changed(index: number): void;
  /** Tells that no more comes: the last line is as finished as the others. */
  finish(): void;
}

/**
 * How long a frame may take for colours, so that text is not held up: what comes with the text needs
 * no frame of its own. Longer lines wait, and so does all of a language until this many of its lines
 * have been read: the first that use an expression are slow.
 */
const inFrame = { durationMs: 1.5, lineLength: 200, afterLines: 100 };

/**
 * Colours the code that is near the view, line by line: what grows along with the text where that is
 * quick, and all else when the page has nothing else to do.
 */
class CodeColours {
  readonly #styles = new TokenStyles();
  readonly #tokenizers = new Tokenizers(() => this.#run());
  readonly #known = new WeakMap<Element, ColourWork>();
  readonly #nearView = new NearView(() => this.#run());
  readonly #linesRead = new Map<string, number>();
  #isRunning = false;
  #later: ReturnType<typeof setTimeout> | undefined;
  /** Until when colours may keep this frame busy. */
  #frameEndMs: number | undefined;

  /** The colours of the theme; nothing where they are not known. */
  setRules(rules: readonly TokenColor[] | undefined): void {
    this.#styles.setRules(rules);
  }

  /** Colours the lines inside `node` from when it stands on the page near the view. */
  watch(node: Element, language: string, lines: CodeLines): ColouredCode | undefined {
    if (grammarLoader(language) === undefined) {
      return undefined;
    }
    const work = startWork(language, lines);
    this.#known.set(node, work);
    this.#nearView.watch(node);
    return {
      changed: (index) => {
        if (index < work.next) {
          Object.assign(work, { next: 0, state: undefined, open: undefined, givenUp: undefined });
        }
        if (work.isFinished) {
          work.isFinished = false;
          this.#nearView.watch(node);
        }
        this.#readInFrame(node, work);
        this.#run();
        this.#runLater();
      },
      finish: () => {
        work.isFinished = true;
        // It stands on the page when the current task is over.
        queueMicrotask(() => this.#readInFrame(node, work));
        this.#run();
      },
    };
  }

  /** Reads what has just come onto the page, as far as that is quick. */
  #readInFrame(node: Element, work: ColourWork): void {
    const { language, lines } = work;
    const tokenizer = this.#tokenizers.loaded(language);
    const isWarm = (this.#linesRead.get(language) ?? 0) >= inFrame.afterLines;
    if (tokenizer === undefined || !isWarm || !node.isConnected) {
      return;
    }
    if (this.#frameEndMs === undefined) {
      this.#frameEndMs = performance.now() + inFrame.durationMs;
      requestAnimationFrame(() => (this.#frameEndMs = undefined));
    }
    while (
      isDue(work) &&
      (lines.line(work.next)?.textContent.length ?? 0) <= inFrame.lineLength &&
      performance.now() < this.#frameEndMs
    ) {
      this.#readLine(work, tokenizer);
    }
  }

  #run(): void {
    if (!this.#isRunning) {
      void this.#work();
    }
  }

  #runLater(): void {
    if (this.#later === undefined) {
      this.#later = setTimeout(() => {
        this.#later = undefined;
        this.#run();
        const near = [...this.#nearView.parts].map((node) => this.#known.get(node));
        if (near.some((work) => work !== undefined && isBehind(work))) {
          this.#runLater();
        }
      }, rereadMs);
    }
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting(); next !== undefined; next = this.#waiting()) {
      const [work, tokenizer] = next;
      const endMs = await idleTime();
      while (performance.now() < endMs && isDue(work)) {
        this.#readLine(work, tokenizer);
      }
    }
    this.#isRunning = false;
  }

  /** Code that has a line to be read by a grammar that is there. */
  #waiting(): readonly [ColourWork, Tokenizer] | undefined {
    for (const node of this.#nearView.parts) {
      const work = this.#known.get(node);
      if (work === undefined || (isOver(work) && !goBack(work))) {
        this.#nearView.forget(node);
      } else if (isDue(work)) {
        const tokenizer = this.#tokenizers.get(work.language);
        if (typeof tokenizer === 'function') {
          return [work, tokenizer];
        }
        if (tokenizer === 'missing') {
          this.#nearView.forget(node);
        }
      }
    }
    return undefined;
  }

  #readLine(work: ColourWork, tokenizer: Tokenizer): void {
    const line = work.lines.line(work.next);
    const text = line === undefined ? '' : textOf(line);
    if (line === undefined || text.length > limits.lineLength) {
      moveOn(work, text, work.state);
      return;
    }
    if (work.open?.text === text) {
      moveOn(work, text, work.open.state);
      return;
    }
    try {
      const { tokens, state, isCut } = tokenizer(text, work.state);
      work.cuts += isCut ? 1 : 0;
      // The first line that uses an expression is slow, so that it is worth another try.
      if (isCut && work.cuts % limits.triesPerLine !== 0) {
        return;
      }
      if (isCut) {
        giveUp(work);
      }
      moveOn(work, text, state);
      this.#linesRead.set(work.language, (this.#linesRead.get(work.language) ?? 0) + 1);
      if (!isCut) {
        colourLine(line, tokens, (scopes) => this.#styles.classOf(scopes));
      }
    } catch {
      // A grammar with a fault leaves the rest of the code plain.
      work.cuts = limits.cuts;
    }
  }
}

let shared: CodeColours | undefined;

/** The one that colours all code of this page. */
export function codeColours(): CodeColours {
  shared ??= new CodeColours();
  return shared;
}

/** What is to be done for the colours of one code. */
interface ColourWork {
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
const limits = { lineLength: 2000, lines: 20_000, triesPerLine: 4, cuts: 24 };

/** Lines that grow are read this often, so that what streams fast costs hardly more. */
const rereadMs = 100;

/** Starts before the first line. */
function startWork(language: string, lines: CodeLines): ColourWork {
  const none = { state: undefined, open: undefined, openReadAtMs: -Infinity };
  const begun = { next: 0, cuts: 0, givenUp: undefined, isSecondTime: false, isFinished: false };
  return { language, lines, ...none, ...begun };
}

/** Notes that the next line stays plain. */
function giveUp(work: ColourWork): void {
  const { next, state } = work;
  work.givenUp ??= { next, state };
}

/**
 * Goes back, once, to the first line that was given up: by then the expressions that made it slow have
 * been used. Whether there was one.
 */
function goBack(work: ColourWork): boolean {
  const { givenUp, isSecondTime } = work;
  if (givenUp === undefined || isSecondTime) {
    return false;
  }
  Object.assign(work, { ...givenUp, open: undefined, cuts: 0, isSecondTime: true });
  return true;
}

/** Whether the next line is there and is to be read now. */
function isDue(work: ColourWork): boolean {
  const isTime = !isOpen(work) || performance.now() - work.openReadAtMs >= rereadMs;
  return isTime && isBehind(work);
}

/** Whether the next line is there and is to be read, now or when it is time for a line that grows. */
function isBehind(work: ColourWork): boolean {
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
function isOver(work: ColourWork): boolean {
  return work.isFinished && !isDue(work);
}

/** Notes that the next line has been read. */
function moveOn(work: ColourWork, text: string, state: GrammarState | undefined): void {
  if (isOpen(work)) {
    Object.assign(work, { open: { text, state }, openReadAtMs: performance.now() });
  } else {
    Object.assign(work, { next: work.next + 1, state, open: undefined });
  }
}

/** The text of a line without its line break. */
function textOf(line: Element): string {
  return line.textContent.replace(/\n$/, '');
}

/** Whether the next line still grows. */
function isOpen({ lines, next, isFinished }: ColourWork): boolean {
  return !isFinished && next === lines.count - 1;
}
