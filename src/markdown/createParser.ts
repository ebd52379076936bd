import Parser, { type MarkdownIt } from 'markdown-it';
import { addFootnotes } from './footnoteRules.ts';
import { addMath } from './mathRules.ts';
import { limitNesting } from './nestingRule.ts';
import { addTableMath } from './tableMath.ts';

/**
 * Creates the parser for all markdown, with the given core rules of markdown-it. HTML stays text.
 */
export function createParser(coreRules: string[]): MarkdownIt {
  const parser = new Parser({ html: false, linkify: true, typographer: false });
  parser.core.ruler.enableOnly(coreRules);
  addMath(parser);
  addTableMath(parser);
  addFootnotes(parser);
  limitNesting(parser);
  // Only an address with its scheme becomes a link: `main.rs` and `README.md` are file names.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return parser;
}
