/** A language with a grammar. */
export type SyntaxLanguage =
  'bash' | 'go' | 'java' | 'javascript' | 'php' | 'python' | 'ruby' | 'rust' | 'tsx' | 'typescript';

/** Counts the parts of a text that cannot be read. Undefined if it is too long or takes too long. Never throws. */
export type Parse = (text: string) => number | undefined;

/** Gives the parser of a language; undefined if it cannot be loaded. Never rejects. */
export type LoadSyntax = (language: SyntaxLanguage) => Promise<Parse | undefined>;

/** The language of a file and its parser. */
export interface CodeSyntax {
  readonly language: SyntaxLanguage;
  readonly parse: Parse;
}

/** The same, but each text is parsed once. For one plan: what is found is kept as long as it is. */
export function parsedOnce({ language, parse }: CodeSyntax): CodeSyntax {
  const known = new Map<string, number | undefined>();
  return {
    language,
    parse: (text) => {
      if (!known.has(text)) {
        known.set(text, parse(text));
      }
      return known.get(text);
    },
  };
}
