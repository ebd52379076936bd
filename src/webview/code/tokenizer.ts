import { INITIAL, Registry, type IGrammar, type StateStack } from '@shikijs/core/textmate';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import type { LanguageGrammar } from './grammars.ts';
import { idleTime } from '../dom/idleTime.ts';

/** What a grammar has to know of the lines before. */
export type GrammarState = StateStack;

/** A piece of a line, up to `end`, with what the grammar calls it, from the outside in. */
export interface Token {
  readonly end: number;
  readonly scopes: readonly string[];
}

/** A line as the grammar reads it, and the state after it. */
interface LineTokens {
  readonly tokens: readonly Token[];
  readonly state: GrammarState;
  /** Whether the line took too long, and its end was not read. */
  readonly isCut: boolean;
}

/** Reads a line, without its line break, after the lines that led to `state`. */
export type Tokenizer = (line: string, state: GrammarState | undefined) => LineTokens;

/** A grammar looks at its clock between two expressions, so that a line may take a bit longer. */
const lineLimitMs = 20;

/**
 * Makes a tokenizer of a grammar, the last of `grammars`, and of those that it builds on. Their
 * expressions are translated while the page has nothing else to do.
 */
export async function createTokenizer(
  grammars: readonly LanguageGrammar[],
): Promise<Tokenizer | undefined> {
  const engine = createJavaScriptRegexEngine({ forgiving: true, cache: new Map() });
  let endMs = 0;
  for (const pattern of patternsOf(grammars)) {
    if (performance.now() >= endMs) {
      endMs = await idleTime();
    }
    const scanner = engine.createScanner([pattern]);
    // A browser compiles an expression when it is used, and better when it is used again.
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
    const read = grammar.tokenizeLine(line, state ?? INITIAL, lineLimitMs);
    const tokens = read.tokens.map(({ endIndex, scopes }) => ({
      end: Math.min(endIndex, line.length),
      scopes,
    }));
    return { tokens, state: read.ruleStack, isCut: read.stoppedEarly };
  };
}

/** Every regular expression of a grammar; those that depend on a line are made when they are met. */
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
