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

/** A node of a syntax tree. Positions are in UTF-16 code units. */
export interface SyntaxNode {
  /** As the grammar calls it. */
  readonly type: string;
  /** The field of its parent that it is. */
  readonly field?: string | undefined;
  readonly start: number;
  readonly end: number;
  /** Whether an error is in it, or it is one. */
  readonly hasError: boolean;
  /** The named ones, and those that are missing in the text; of some types only, see `Parse`. */
  readonly children: readonly SyntaxNode[];
}

/** What was read of a text. */
export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** How many parts of the text cannot be read. */
  readonly errors: number;
}

/**
 * Reads a text. Children are given for nodes of the types in `opened` only. Undefined if the text is too long or takes
 * too long. Never throws.
 */
export type Parse = (text: string, opened: ReadonlySet<string>) => SyntaxTree | undefined;

/** Gives the parser of a language; undefined if it cannot be loaded. Never rejects. */
export type LoadSyntax = (language: SyntaxLanguage) => Promise<Parse | undefined>;

/** The language of a file and its parser. */
export interface CodeSyntax {
  readonly language: SyntaxLanguage;
  readonly parse: Parse;
}

/** The same, but heads of CSS are not read, and each text is parsed once. For one plan: the trees are kept as long as it is. */
export function parsedOnce({ language, parse }: CodeSyntax): CodeSyntax {
  const trees = new Map<string, SyntaxTree | undefined>();
  return {
    language,
    parse: (text, opened) => {
      if (!trees.has(text)) {
        trees.set(text, parse(language === 'css' ? withoutHeads(text) : text, opened));
      }
      return trees.get(text);
    },
  };
}
