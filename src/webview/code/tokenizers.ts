import { grammarLoader } from './grammars.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The tokenizers of this page by language. Each is loaded when it is asked for the first time. */
export class Tokenizers {
  readonly #byLanguage = new Map<string, Tokenizer | 'loading' | 'missing'>();
  readonly #onLoaded: () => void;

  /** `onLoaded` is called when there is one more, or none can be had. */
  constructor(onLoaded: () => void) {
    this.#onLoaded = onLoaded;
  }

  /** What there is now; where it was never asked for, it begins to load. */
  get(language: string): Tokenizer | 'loading' | 'missing' {
    const known = this.#byLanguage.get(language);
    if (known === undefined) {
      this.#byLanguage.set(language, 'loading');
      void this.#load(language);
    }
    return known ?? 'loading';
  }

  /** The tokenizer, if it is there already. */
  loaded(language: string): Tokenizer | undefined {
    const known = this.#byLanguage.get(language);
    return typeof known === 'function' ? known : undefined;
  }

  async #load(language: string): Promise<void> {
    let tokenizer: Tokenizer | undefined;
    try {
      tokenizer = await createFor(language);
    } catch {
      // What cannot be loaded leaves the code plain.
    }
    this.#byLanguage.set(language, tokenizer ?? 'missing');
    this.#onLoaded();
  }
}

async function createFor(language: string): Promise<Tokenizer | undefined> {
  const [{ createTokenizer }, grammars] = await Promise.all([
    import('./tokenizer.ts'),
    grammarLoader(language)?.(),
  ]);
  return grammars && createTokenizer(grammars.default);
}
