import type { Parse, SyntaxLanguage } from './syntax.ts';

/** The language of a file and its parser. */
export interface CodeSyntax {
  readonly language: SyntaxLanguage;
  readonly parse: Parse;
}
