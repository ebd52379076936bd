import Parser, { type MarkdownIt } from 'markdown-it';
import { addFootnotes } from './footnoteRules.ts';
import { addMath } from './mathRules.ts';
import { addTableMath } from './tableMath.ts';

/** The one way in which markdown is read, by the given core rules. Raw HTML is text. */
export function createParser(coreRules: string[]): MarkdownIt {
  const parser = new Parser({ html: false, linkify: true, typographer: false });
  parser.core.ruler.enableOnly(coreRules);
  addMath(parser);
  addTableMath(parser);
  addFootnotes(parser);
  // Only what is written as an address is one: `main.rs` and `README.md` are file names here.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  return parser;
}
