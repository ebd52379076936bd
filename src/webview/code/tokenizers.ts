import type { TokenColor } from '../../shared/panel/panelState.ts';
import { grammarLoader } from './grammars.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { TokenStyles } from './tokenStyles.ts';

/**
 * The tokenizers of this page by language, and the styles of their tokens. Each tokenizer is loaded
 * when it is first requested, the styles with the first of them.
 */
export class Tokenizers {
  readonly #byLanguage = new Map<string, Tokenizer | 'loading' | 'missing'>();
  readonly #onLoaded: () => void;
  #rules: readonly TokenColor[] | undefined;
  #styles: TokenStyles | undefined;

  /** `onLoaded` is called when a tokenizer has been loaded, or is missing. */
  constructor(onLoaded: () => void) {
    this.#onLoaded = onLoaded;
  }

  /** Takes the rules of the colour theme; `undefined` where they are not known. */
  setRules(rules: readonly TokenColor[] | undefined): void {
    this.#rules = rules;
    this.#styles?.setRules(rules);
  }

  /** The tokenizer for a language; the first request for it starts to load it. */
  get(language: string): Tokenizer | 'loading' | 'missing' {
    const known = this.#byLanguage.get(language);
    if (known === undefined) {
      this.#byLanguage.set(language, 'loading');
      void this.#load(language);
    }
    return known ?? 'loading';
  }

  /** The tokenizer for a language if it has been loaded; starts nothing. */
  loaded(language: string): Tokenizer | undefined {
    const known = this.#byLanguage.get(language);
    return typeof known === 'function' ? known : undefined;
  }

  /** The classes for a token in these scopes; `undefined` before the first tokenizer is loaded. */
  classOf(scopes: readonly string[]): string | undefined {
    return this.#styles?.classOf(scopes);
  }

  async #load(language: string): Promise<void> {
    let tokenizer: Tokenizer | undefined;
    try {
      const [{ createTokenizer }, { TokenStyles }, grammars] = await Promise.all([
        import('./tokenizer.ts'),
        import('./tokenStyles.ts'),
        grammarLoader(language)?.(),
      ]);
      this.#styles ??= new TokenStyles(this.#rules);
      tokenizer = grammars && (await createTokenizer(grammars.default));
    } catch {
      // Code whose grammar cannot be loaded stays plain.
    }
    this.#byLanguage.set(language, tokenizer ?? 'missing');
    this.#onLoaded();
  }
}
