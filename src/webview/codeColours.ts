import type { TokenColor } from '../shared/tokenColors.ts';
import type { CodeLines } from './codeLines.ts';
import { colourLine } from './colourLine.ts';
import {
  isDue,
  isOver,
  limits,
  moveOn,
  rereadMs,
  startWork,
  textOf,
  type ColourWork,
} from './colourWork.ts';
import { grammarLoader } from './grammars.ts';
import { idleTime } from './idleTime.ts';
import { NearView } from './nearView.ts';
import type { Tokenizer } from './tokenizer.ts';
import { TokenStyles } from './tokenStyles.ts';

/** A code that is coloured while it is near the view. */
interface ColouredCode {
  /** Tells that the lines from `index` on have another text. */
  changed(index: number): void;
  /** Tells that no more comes: the last line is as finished as the others. */
  finish(): void;
}

/** Colours the code that is near the view, line by line, when the page has nothing else to do. */
class CodeColours {
  readonly #styles = new TokenStyles();
  readonly #tokenizers = new Map<string, Tokenizer | 'loading' | 'missing'>();
  readonly #known = new WeakMap<Element, ColourWork>();
  readonly #nearView = new NearView(() => this.#run());
  #isRunning = false;
  #later: ReturnType<typeof setTimeout> | undefined;

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
          Object.assign(work, { next: 0, state: undefined, open: undefined });
        }
        if (work.isFinished) {
          work.isFinished = false;
          this.#nearView.watch(node);
        }
        this.#run();
        this.#runLater();
      },
      finish: () => {
        work.isFinished = true;
        this.#run();
      },
    };
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
      }, rereadMs);
    }
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    for (let work = this.#waiting(); work !== undefined; work = this.#waiting()) {
      const tokenizer = this.#tokenizers.get(work.language) ?? this.#load(work.language);
      if (typeof tokenizer === 'function') {
        const endMs = await idleTime();
        while (performance.now() < endMs && isDue(work)) {
          this.#readLine(work, tokenizer);
        }
      }
    }
    this.#isRunning = false;
  }

  /** Code that has a line to be read by a grammar that is there. */
  #waiting(): ColourWork | undefined {
    for (const node of this.#nearView.parts) {
      const work = this.#known.get(node);
      const tokenizer = this.#tokenizers.get(work?.language ?? '');
      if (work === undefined || tokenizer === 'missing' || isOver(work)) {
        this.#nearView.forget(node);
      } else if (tokenizer !== 'loading' && isDue(work)) {
        return work;
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
      moveOn(work, text, state);
      if (!isCut) {
        colourLine(line, tokens, (scopes) => this.#styles.classOf(scopes));
      }
    } catch {
      // A grammar with a fault leaves the rest of the code plain.
      work.cuts = limits.cuts;
    }
  }

  #load(language: string): 'loading' {
    this.#tokenizers.set(language, 'loading');
    void this.#loadNow(language);
    return 'loading';
  }

  async #loadNow(language: string): Promise<void> {
    let tokenizer: Tokenizer | undefined;
    try {
      tokenizer = await createFor(language);
    } catch {
      // What cannot be loaded leaves the code plain.
    }
    this.#tokenizers.set(language, tokenizer ?? 'missing');
    this.#run();
  }
}

let shared: CodeColours | undefined;

/** The one that colours all code of this page. */
export function codeColours(): CodeColours {
  shared ??= new CodeColours();
  return shared;
}

async function createFor(language: string): Promise<Tokenizer | undefined> {
  const [{ createTokenizer }, grammars] = await Promise.all([
    import('./tokenizer.ts'),
    grammarLoader(language)?.(),
  ]);
  return grammars && createTokenizer(grammars.default);
}
