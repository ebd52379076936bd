import { withoutHeads } from './atRules.ts';

/** A language with a grammar. */
export type SyntaxLanguage =
  | 'bash'
  | 'css'
  | 'go'
  | 'java'
  | 'javascript'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'tsx'
  | 'typescript';

/** What a grammar finds in a text. */
export interface SyntaxRead {
  /** How many parts of the text cannot be read. */
  readonly errors: number;
  /** The lines that begin within a text or a comment, counted from 0. They begin nothing of their own. */
  readonly inner: ReadonlySet<number>;
}

/** Reads a text. Undefined if it is too long or takes too long. Never throws. */
export type Parse = (text: string) => SyntaxRead | undefined;

/** Gives the parser of a language; undefined if it cannot be loaded. Never rejects. */
export type LoadSyntax = (language: SyntaxLanguage) => Promise<Parse | undefined>;

/** The language of a file and its parser. */
export interface CodeSyntax {
  readonly language: SyntaxLanguage;
  readonly parse: Parse;
}

/** The same, but heads of CSS are not read, and each text is parsed once. For one plan: what is found is kept as long as it is. */
export function parsedOnce({ language, parse }: CodeSyntax): CodeSyntax {
  const known = new Map<string, SyntaxRead | undefined>();
  return {
    language,
    parse: (text) => {
      if (!known.has(text)) {
        known.set(text, parse(language === 'css' ? withoutHeads(text) : text));
      }
      return known.get(text);
    },
  };
}
