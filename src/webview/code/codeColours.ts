import type { TokenColor } from '../../shared/panel/panelState.ts';
import { idleTime } from '../dom/idleTime.ts';
import { NearView } from '../dom/nearView.ts';
import type { CodeLines } from './codeLines.ts';
import { colourLine } from './colourLine.ts';
import { grammarLoader } from './grammars.ts';
import type { GrammarState, Tokenizer } from './tokenizer.ts';
import { Tokenizers } from './tokenizers.ts';

/** A block of code that is coloured while it is near the view. */
interface ColouredCode {
  /** Must be called when the text of the line at `index`, or of later ones, has changed. */
  changed(index: number): void;
  /** Must be called when the code is complete: its last line no longer grows. */
  finish(): void;
}

/**
 * Limits for the colouring within an animation frame, so that it does not delay the text. Longer
 * lines wait for idle time. So does a language until this many of its lines have been read, because
 * regular expressions are slow when they are used for the first time.
 */
const inFrame = { durationMs: 1.5, lineLength: 200, afterLines: 100 };

/**
 * Longer lines, and all lines after the first `lines`, stay plain: the time that some grammars take for a line grows
 * with the third power of its length, to 22 s for 2,000 times `<` in a shell script. The rest is about slow lines.
 */
const limits = { lineLength: 400, lines: 20_000, triesPerLine: 4, cuts: 24 };

/** A line that grows is read again this often at most, so that a fast stream costs little more. */
const rereadMs = 100;

/**
 * Colours the code that is near the view, line by line: growing code together with its text where
 * that is quick, everything else while the page is idle.
 */
class CodeColours {
  readonly #tokenizers = new Tokenizers(() => this.#start());
  readonly #progressOf = new WeakMap<Element, Progress>();
  readonly #nearView = new NearView(() => this.#start());
  readonly #linesRead = new Map<string, number>();
  #isRunning = false;
  #rereadTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * When colouring has used its share of the current frame, in milliseconds of the page's clock.
   */
  #frameEndMs: number | undefined;

  /** Takes the rules of the colour theme; `undefined` where they are not known. */
  setRules(rules: readonly TokenColor[] | undefined): void {
    this.#tokenizers.setRules(rules);
  }

  /**
   * Colours `lines`, which are inside `node`, as soon as `node` is near the view. Returns
   * `undefined` for a language that is not highlighted.
   */
  watch(node: Element, language: string, lines: CodeLines): ColouredCode | undefined {
    if (grammarLoader(language) === undefined) {
      return undefined;
    }
    const progress = newProgress(language, lines);
    this.#progressOf.set(node, progress);
    this.#nearView.watch(node);
    return {
      changed: (index) => {
        if (index < progress.next) {
          Object.assign(progress, {
            next: 0,
            state: undefined,
            growing: undefined,
            skipped: undefined,
          });
        }
        if (progress.isFinished) {
          progress.isFinished = false;
          this.#nearView.watch(node);
        }
        this.#colourInFrame(node, progress);
        this.#start();
        this.#scheduleReread();
      },
      finish: () => {
        progress.isFinished = true;
        // The node is in the document when the current task is over.
        queueMicrotask(() => this.#colourInFrame(node, progress));
        this.#start();
      },
    };
  }

  /** Colours the lines that have just been added, as far as that is quick. */
  #colourInFrame(node: Element, progress: Progress): void {
    const { language, lines } = progress;
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
      isDue(progress) &&
      lines.lineLength(progress.next) <= inFrame.lineLength &&
      performance.now() < this.#frameEndMs
    ) {
      this.#colourNext(progress, tokenizer);
    }
  }

  /** Starts to colour in idle time, unless that is going on. */
  #start(): void {
    if (!this.#isRunning) {
      void this.#colourWhenIdle();
    }
  }

  /** Starts again after a while, for lines that grow and were read too recently. */
  #scheduleReread(): void {
    if (this.#rereadTimer === undefined) {
      this.#rereadTimer = setTimeout(() => {
        this.#rereadTimer = undefined;
        this.#start();
        const near = [...this.#nearView.parts].map((node) => this.#progressOf.get(node));
        if (near.some((progress) => progress !== undefined && hasNext(progress))) {
          this.#scheduleReread();
        }
      }, rereadMs);
    }
  }

  async #colourWhenIdle(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#nextDue(); next !== undefined; next = this.#nextDue()) {
      const [progress, tokenizer] = next;
      const endMs = await idleTime();
      while (performance.now() < endMs && isDue(progress)) {
        this.#colourNext(progress, tokenizer);
      }
    }
    this.#isRunning = false;
  }

  /** Code near the view with a line that is due, once its tokenizer is loaded. */
  #nextDue(): readonly [Progress, Tokenizer] | undefined {
    for (const node of this.#nearView.parts) {
      const progress = this.#progressOf.get(node);
      if (progress === undefined || (isOver(progress) && !retrySkipped(progress))) {
        this.#nearView.forget(node);
      } else if (isDue(progress)) {
        const tokenizer = this.#tokenizers.get(progress.language);
        if (typeof tokenizer === 'function') {
          return [progress, tokenizer];
        }
        if (tokenizer === 'missing') {
          this.#nearView.forget(node);
        }
      }
    }
    return undefined;
  }

  #colourNext(progress: Progress, tokenizer: Tokenizer): void {
    const line = progress.lines.line(progress.next);
    if (line === undefined || isTooLong(progress)) {
      advance(progress, '', progress.state);
      return;
    }
    const text = textOf(line);
    if (progress.growing?.text === text) {
      advance(progress, text, progress.growing.state);
      return;
    }
    try {
      const { tokens, state, isCut } = tokenizer(text, progress.state);
      progress.cuts += isCut ? 1 : 0;
      // The first line that uses a regular expression is slow, so it is worth another try.
      if (isCut && progress.cuts % limits.triesPerLine !== 0) {
        return;
      }
      if (isCut) {
        skip(progress);
      }
      advance(progress, text, state);
      this.#linesRead.set(progress.language, (this.#linesRead.get(progress.language) ?? 0) + 1);
      if (!isCut) {
        colourLine(line, tokens, (scopes) => this.#tokenizers.classOf(scopes));
      }
    } catch {
      // A fault in a grammar leaves the rest of the code plain.
      progress.cuts = limits.cuts;
    }
  }
}

/** The colouring of all code on this page. */
export const codeColours = new CodeColours();

/** How far a block of code has been coloured. */
interface Progress {
  readonly language: string;
  readonly lines: CodeLines;
  /** Index of the line to be coloured next. */
  next: number;
  /** The state of the grammar before that line. */
  state: GrammarState | undefined;
  /** The last line as it was read while it grew; complete, it need not be read again. */
  growing: { readonly text: string; readonly state: GrammarState | undefined } | undefined;
  /** When a growing line was last read, in milliseconds of the page's clock. */
  growingReadAtMs: number;
  /** How often the time limit ended the reading of a line. */
  cuts: number;
  /** The first line that was left plain because it took too long, with the state before it. */
  skipped: Pick<Progress, 'next' | 'state'> | undefined;
  /** Whether the lines from `skipped` on have been coloured a second time. */
  isRetry: boolean;
  isFinished: boolean;
}

function newProgress(language: string, lines: CodeLines): Progress {
  return {
    language,
    lines,
    next: 0,
    state: undefined,
    growing: undefined,
    growingReadAtMs: -Infinity,
    cuts: 0,
    skipped: undefined,
    isRetry: false,
    isFinished: false,
  };
}

/** Marks the next line as read. While it grows it stays the next one. */
function advance(progress: Progress, text: string, state: GrammarState | undefined): void {
  if (isGrowing(progress)) {
    progress.growing = { text, state };
    progress.growingReadAtMs = performance.now();
  } else {
    progress.next += 1;
    progress.state = state;
    progress.growing = undefined;
  }
}

/** Records that the next line stays plain because it takes too long. */
function skip(progress: Progress): void {
  const { next, state } = progress;
  progress.skipped ??= { next, state };
}

/**
 * Goes back to the first skipped line, once: the regular expressions that made it slow have been
 * used since. Returns whether there is something to colour again.
 */
function retrySkipped(progress: Progress): boolean {
  const { skipped, isRetry } = progress;
  if (skipped === undefined || isRetry) {
    return false;
  }
  Object.assign(progress, { ...skipped, growing: undefined, cuts: 0, isRetry: true });
  return true;
}

/** Whether there is a next line that should be read now. */
function isDue(progress: Progress): boolean {
  const isTime = !isGrowing(progress) || performance.now() - progress.growingReadAtMs >= rereadMs;
  return isTime && hasNext(progress);
}

/** Whether there is a next line to be read, now or, where it grows, after a pause. */
function hasNext(progress: Progress): boolean {
  const { lines, next, cuts, growing } = progress;
  const line = lines.line(next);
  return (
    line !== undefined &&
    next < Math.min(lines.count, limits.lines) &&
    cuts < limits.cuts &&
    (!isGrowing(progress) || (!isTooLong(progress) && textOf(line) !== growing?.text))
  );
}

/** Whether the next line stays plain because of its length. */
function isTooLong({ lines, next }: Progress): boolean {
  return lines.lineLength(next) > limits.lineLength;
}

/** Whether all lines have been read, unless more code is added. */
function isOver(progress: Progress): boolean {
  return progress.isFinished && !isDue(progress);
}

/** Whether the next line is the last one and may still grow. */
function isGrowing({ lines, next, isFinished }: Progress): boolean {
  return !isFinished && next === lines.count - 1;
}

/** The text of a line without its line break. */
function textOf(line: Element): string {
  return line.textContent.replace(/\n$/, '');
}
