import Parser, { type MarkdownIt } from 'markdown-it';
import { addFootnotes } from './footnoteRules.ts';
import { addMath, addTableMath } from './mathRules.ts';

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

type StateBlock = InstanceType<MarkdownIt['block']['State']>;

/** Blocks inside this many others, each list counting twice (list and item), are not parsed. */
const maxLevel = 100;

/**
 * A list opens two levels at once. The parser drops what lies at its own limit, so that no block may
 * reach it.
 */
const parserLimit = maxLevel + 2;

/**
 * Adds a limit to how deep blocks may be nested, which keeps hostile text from exhausting the stack.
 * What lies deeper becomes one token `too_deep` with its source as content.
 */
export function limitNesting(parser: MarkdownIt): void {
  parser.set({ maxNesting: parserLimit });
  parser.block.ruler.before('table', 'too_deep', tooDeep);
}

/** Takes the lines up to the last that belongs to the block around them. */
function tooDeep(state: StateBlock, start: number, end: number): boolean {
  if (state.level < maxLevel) {
    return false;
  }
  let last = start;
  for (let line = start + 1; line < end; line += 1) {
    if (!state.isEmpty(line)) {
      if ((state.sCount[line] ?? 0) < state.blkIndent) {
        break;
      }
      last = line;
    }
  }
  state.line = last + 1;
  const content = state.getLines(start, state.line, state.blkIndent, false);
  Object.assign(state.push('too_deep', 'p', 0), { content, map: [start, state.line] });
  return true;
}
