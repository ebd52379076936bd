import type { TargetText } from '../planEdits.ts';
import type { CodePlan } from './codePlan.ts';
import type { SyntaxLanguage, Parse } from './syntax.ts';

/** The language of a file and its parser. */
export interface CodeSyntax {
  readonly language: SyntaxLanguage;
  readonly parse: Parse;
}

/** Plans how code of a file, whole or in part, becomes changes of it. `syntax` is missing without a grammar. */
export function planCode(
  code: string,
  target: TargetText,
  syntax: CodeSyntax | undefined,
): CodePlan {
  return code === target.text && syntax === undefined
    ? { kind: 'alreadyThere' }
    : { kind: 'refuse', reason: 'unsure' };
}
