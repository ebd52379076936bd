import { lineTexts } from '../../lines/textLines.ts';
import type { SyntaxLanguage } from './syntax.ts';

/** Languages in which entities of HTML are code. In others a page has put them there. */
const markup: ReadonlySet<SyntaxLanguage> = new Set(['javascript', 'php', 'tsx']);

const entity = /&(?:lt|gt|amp|quot|apos|#39);/;

/**
 * Whether code has entities of HTML where the text of its file has none. In languages with markup, only such count as
 * stand in a statement.
 */
export function addsEntities(code: string, text: string, language: SyntaxLanguage): boolean {
  if (!entity.test(code) || entity.test(text)) {
    return false;
  }
  return (
    !markup.has(language) ||
    lineTexts(code).some((line) => entity.test(line) && /^[^"'`<>]*[;{]\s*$/.test(line))
  );
}
