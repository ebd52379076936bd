import {
  INITIAL,
  type IGrammar,
  type IRawGrammar,
  Registry,
  type StateStack,
} from '@shikijs/core/textmate';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { idleTime } from '../dom/idleTime.ts';

/** Tokenizes one line, given without its line break, in the state after the line before it. */
export type Tokenizer = (line: string, state: GrammarState | undefined) => TokenizedLine;

/** What a grammar has to know about the lines before. */
export type GrammarState = StateStack;

/** The tokens of a line, and the state after it. */
interface TokenizedLine {
  readonly tokens: readonly Token[];
  readonly state: GrammarState;
  /** Whether the line took longer than the time limit; its end is then one token. */
  readonly isCut: boolean;
}

/** A part of a line. It starts where the token before it ends. */
export interface Token {
  /** Offset in the line, in UTF-16 code units. */
  readonly end: number;
  /** The grammar's names for it, from the outermost to the innermost. */
  readonly scopes: readonly string[];
}

/**
 * The grammar checks the time between two regular expressions only, so a line may take a little
 * longer.
 */
const lineLimitMs = 20;

/**
 * Creates a tokenizer for the last of `grammars`; the others are those that it includes. Their
 * regular expressions are translated while the page is idle. Gives `undefined` where there is no
 * grammar.
 */
export async function createTokenizer(
  grammars: readonly IRawGrammar[],
): Promise<Tokenizer | undefined> {
  const engine = createJavaScriptRegexEngine({ forgiving: true, cache: new Map() });
  let endMs = 0;
  for (const pattern of patternsOf(grammars)) {
    if (performance.now() >= endMs) {
      endMs = await idleTime();
    }
    const scanner = engine.createScanner([pattern]);
    // A browser compiles an expression when it is first used, and optimizes it when it is used
    // again.
    scanner.findNextMatchSync('x', 0, 0);
    scanner.findNextMatchSync('x', 0, 0);
  }
  const byScope = new Map(grammars.map((grammar) => [grammar.scopeName, grammar]));
  const registry = new Registry({
    onigLib: {
      createOnigScanner: (patterns) => engine.createScanner(patterns),
      createOnigString: (text) => engine.createString(text),
    },
    loadGrammar: (scopeName) => byScope.get(scopeName),
  });
  const grammar = registry.loadGrammar(grammars.at(-1)?.scopeName ?? '');
  return grammar === null ? undefined : tokenizerOf(grammar);
}

function tokenizerOf(grammar: IGrammar): Tokenizer {
  return (line, state) => {
    const result = grammar.tokenizeLine(line, state ?? INITIAL, lineLimitMs);
    const tokens = result.tokens.map(({ endIndex, scopes }) => ({
      end: Math.min(endIndex, line.length),
      scopes,
    }));
    return { tokens, state: result.ruleStack, isCut: result.stoppedEarly };
  };
}

/**
 * Every regular expression in a grammar. Those that refer to text matched on a line are created
 * when that line is read, and are not known here.
 */
function* patternsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') {
      yield* patternsOf(inner);
    } else if (key === 'match' || key === 'begin' || key === 'end' || key === 'while') {
      yield inner;
    }
  }
}
