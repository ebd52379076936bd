import type { MarkdownIt } from 'markdown-it';

type StateBlock = InstanceType<MarkdownIt['block']['State']>;
type StateInline = InstanceType<MarkdownIt['inline']['State']>;

/** A footnote marker with its name, which contains no white space: after a space it is complete. */
const mark = /\[\^([^\s[\]]{1,64})\]/y;

/** The indentation, in columns, of the lines that belong to a footnote (GitHub's footnotes). */
const indentation = 4;

/**
 * Adds footnotes to a parser: `[^name]` is a reference, and `[^name]: text` at the top level of the
 * document is a footnote, which includes the indented lines below it. A footnote stays where it is
 * written and keeps its name, so that neither changes when more text arrives.
 */
export function addFootnotes(parser: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote'];
  parser.block.ruler.before('reference', 'footnote', footnote, { alt });
  parser.inline.ruler.before('link', 'footnote_ref', footnoteRef);
}

/** The label of a footnote among the link reference labels, which have no lower-case letters. */
function footnoteLabel(name: string): string {
  return `footnote ${name.toLowerCase().toUpperCase()}`;
}

function footnote(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const indent = state.sCount[start] ?? 0;
  const offset = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  mark.lastIndex = offset;
  const [whole, name] = mark.exec(state.src) ?? [];
  const textStart = offset + (whole?.length ?? 0) + 1;
  // A footnote that is not indented as far as the block around it ends that block.
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

/** Parses the rest of the first line and the indented lines below it as blocks. */
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
  // Text after the marker is never indented code.
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
