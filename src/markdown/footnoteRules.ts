import type { MarkdownIt } from 'markdown-it';

type StateBlock = InstanceType<MarkdownIt['block']['State']>;
type StateInline = InstanceType<MarkdownIt['inline']['State']>;

/** A mark and what it names; the name has no space, so that no more of it can come after one. */
const mark = /\[\^([^\s[\]]{1,64})\]/y;

/** How far what belongs to a footnote is indented, as in a list item of GitHub's. */
const indentation = 4;

/**
 * Teaches a parser footnotes: `[^name]` refers to one, and `[^name]: text` at the top of the
 * document is one, with what is indented below it. It stands where it is written and is called as
 * it is written, so that neither changes when more text comes.
 */
export function addFootnotes(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote'];
  parser.block.ruler.before('reference', 'footnote', footnote, { alt });
  parser.inline.ruler.before('link', 'footnote_ref', footnoteRef);
}

/** Under what a footnote is known among the reference labels, which are all in capitals. */
function footnoteLabel(name: string): string {
  return `footnote ${name.toLowerCase().toUpperCase()}`;
}

function footnote(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const indent = state.sCount[start] ?? 0;
  const offset = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  mark.lastIndex = offset;
  const [whole, name] = mark.exec(state.src) ?? [];
  const textStart = offset + (whole?.length ?? 0) + 1;
  // A line that is not indented as far as what it stands in ends that, as another footnote does.
  const endsOthers = silent && indent < state.blkIndent;
  if (
    whole === undefined ||
    name === undefined ||
    (state.level > 0 && !endsOthers) ||
    indent >= indentation ||
    state.src[textStart - 1] !== ':'
  ) {
    return false;
  }
  if (silent) {
    return true;
  }
  const label = footnoteLabel(name);
  state.env.references ??= {};
  state.env.references[label] ??= { href: '', title: '' };
  const open = state.push('footnote_open', 'div', 1);
  Object.assign(open, { content: name, meta: { label } });
  readContent(state, start, end, textStart);
  open.map = [start, state.line];
  state.push('footnote_close', 'div', -1);
  return true;
}

/** Reads the rest of the first line and the lines below as blocks of their own. */
function readContent(state: StateBlock, start: number, end: number, textStart: number): void {
  const { blkIndent, parentType } = state;
  const line = [
    state.bMarks[start] ?? 0,
    state.tShift[start] ?? 0,
    state.sCount[start] ?? 0,
  ] as const;
  const spaces = state.skipSpaces(textStart) - textStart;
  state.bMarks[start] = textStart;
  state.tShift[start] = spaces;
  // Four spaces after the mark do not make code of the text.
  state.sCount[start] = blkIndent + indentation;
  state.blkIndent += indentation;
  state.parentType = 'list';
  state.md.block.tokenize(state, start, end);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  [state.bMarks[start], state.tShift[start], state.sCount[start]] = line;
}

function footnoteRef(state: StateInline, silent: boolean): boolean {
  mark.lastIndex = state.pos;
  const [whole, name] = mark.exec(state.src) ?? [];
  if (whole === undefined || name === undefined || state.pos + whole.length > state.posMax) {
    return false;
  }
  if (state.env.references?.[footnoteLabel(name)] === undefined) {
    return false;
  }
  if (!silent) {
    state.push('footnote_ref', 'sup', 0).content = name;
  }
  state.pos += whole.length;
  return true;
}
