import { fencedCode } from '../../../markdown/fence.ts';
import { mayBeginMath } from '../../../markdown/mathRules.ts';
import { element } from '../../dom/element.ts';
import { type Block, isSelfContained, type LookUp, type ParsedSource } from '../markdownParser.ts';
import { lineOffset } from '../settledBlocks.ts';
import { type Context, isContainer, type Level, minLongParagraph, partsOf } from './level.ts';

/** The text of a paragraph, or of the heading it has become, that is not committed. */
export function openText(level: Level, block: Block): string {
  const content = block.tokens.find(({ type }) => type === 'inline')?.content ?? '';
  return withoutIndent(content.slice(level.committed > 0 ? 2 : 0), level);
}

/** The open text of a paragraph, divided. */
interface SettledText {
  /** The first part, which has the same meaning whatever follows. */
  readonly text: string;
  /** The rest. */
  readonly open: string;
  /** Offset of the rest in the source. */
  readonly cut: number;
}

/** Divides the open text of a paragraph before the last word at which that is possible. */
export function settledText(
  level: Level,
  block: Block,
  source: string,
  lookUp: LookUp,
): SettledText {
  const all = openText(level, block);
  const start = level.committed > 0 ? 2 : lineOffset(source, block.startLine);
  const offset = source.indexOf(all, start);
  const length = block.type === 'paragraph_open' ? settledLength(all, level, lookUp) : 0;
  const text = all.slice(0, length);
  const open = text.endsWith('\n') ? all.slice(length).replace(/^[ \t]+/, '') : all.slice(length);
  return { text, open, cut: offset + length };
}

/** Length of the text before the last word, or 0 where a construct in it is still open. */
function settledLength(text: string, { withinLine }: Level, lookUp: LookUp): number {
  const length = text.length < minLongParagraph ? 0 : lastWord(text, withinLine);
  return length > 0 && isSelfContained(text.slice(0, length), lookUp) ? length : 0;
}

/** Removes white space at the start of a line, which the parser ignores. */
function withoutIndent(text: string, { committed, withinLine }: Level): string {
  return committed === 0 || withinLine ? text : text.replace(/^[ \t]+/, '');
}

/**
 * Offset of the last word before which the lines stay what they are, whatever follows; 0 for none.
 */
function lastWord(text: string, withinLine: boolean): number {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  if (mayBeginMath.test(line) && !(withinLine && lineStart === 0)) {
    return text.lastIndexOf('\n', lineStart - 2) + 1;
  }
  const word = line.search(/\s\S+\s*$/) + 1;
  const isPlain = (withinLine && lineStart === 0) || plainCharacter.test(line.slice(0, word));
  if (word > 0 && isPlain && !line.includes('|')) {
    return lineStart + word;
  }
  return plainCharacter.test(line) ? lineStart : text.lastIndexOf('\n', lineStart - 2) + 1;
}

/**
 * A line without such a character may be the marker of a block, or turn the line before it into a
 * heading or a table.
 */
const plainCharacter = /[^\s\d=:\-_*+|.)#>`~]/;

/** Appends `content` to a paragraph; text that was cut within a line becomes one node again. */
export function appendInline(parent: HTMLElement, content: DocumentFragment, isCut: boolean): void {
  const [before, after] = [parent.lastChild, content.firstChild];
  if (isCut && before instanceof Text && after instanceof Text) {
    before.appendData(after.data);
    after.remove();
  }
  parent.append(content);
}

/** Replaces a paragraph by a heading of level 1 or 2 (CommonMark 0.31, "Setext headings"). */
export function becomeHeading(node: HTMLElement, tag: string): HTMLElement {
  const heading = element(tag === 'h1' ? 'h1' : 'h2', { dir: 'auto' });
  heading.append(...node.childNodes);
  node.replaceWith(heading);
  return heading;
}

/** A line of code longer than this, in characters, is committed before its end. */
const maxOpenLineLength = 4096;

/** The code of a fence that is not committed. */
function openCode({ withinLine }: Level, block: Block): string {
  return (block.tokens[0]?.content ?? '').slice(withinLine ? 1 : 0);
}

/** A fence that has grown, the code of it that stays open, and the offset of that in the source. */
interface GrownFence {
  readonly level: Level;
  readonly open: string;
  readonly cut: number;
}

/** Shows the code of a fence and commits its complete lines. */
export function growFence(level: Level, block: Block, { source }: ParsedSource): GrownFence {
  const code = openCode(level, block);
  showCode(level, code);
  const isInside = block.tokens[0]?.level !== 0;
  // Blank lines at the end decide whether a list around the fence is loose, in case it ends here.
  const complete = isInside ? linesWithText(code) : code.slice(0, code.lastIndexOf('\n') + 1);
  const committed = level.committed + complete.length;
  if (complete !== '') {
    const cut = lineOffset(source, block.startLine + complete.split('\n').length);
    return {
      level: { ...level, committed, withinLine: false },
      open: code.slice(complete.length),
      cut,
    };
  }
  // In a container the rest of the line would lack its indentation.
  return code.length > maxOpenLineLength && !isInside
    ? {
        level: { ...level, committed: level.committed + code.length, withinLine: true },
        open: '',
        cut: source.length,
      }
    : { level, open: code, cut: lineOffset(source, block.startLine + 1) };
}

/** Shows the code of a fence that is complete. */
export function finishFence(level: Level, block: Block): void {
  showCode(level, openCode(level, block));
  level.code?.finish();
}

/** A line break at the end of the committed code is shown only when something follows it. */
function showCode({ code, committed, withinLine }: Level, open: string): void {
  const hasHiddenBreak = committed > 0 && !withinLine;
  code?.setFrom(
    hasHiddenBreak ? committed - 1 : committed,
    fencedCode(hasHiddenBreak ? `\n${open}` : open),
  );
}

/**
 * What is open at a level, without the level inside it, as text that is equal where the parser sees
 * the same.
 */
export type OpenParts = string;

/** Blocks as text that is equal where the parser sees the same, wherever they are. */
export function comparable(blocks: readonly Block[]): OpenParts {
  return JSON.stringify(
    blocks.flatMap(({ tokens }) =>
      tokens.map(({ type, tag, markup, info, content, attrs }) => [
        type,
        tag,
        markup,
        info,
        content,
        attrs,
      ]),
    ),
  );
}

/**
 * What is open at each level, in an outermost block that was parsed after `context`; `undefined`
 * where that block does not have these levels.
 */
export function openPartsOf(
  levels: readonly Level[],
  { skipped }: Context,
  outermost: Block | undefined,
): readonly OpenParts[] | undefined {
  const open: OpenParts[] = [];
  let block = outermost;
  for (const [index, level] of levels.entries()) {
    if (block?.type !== level.type) {
      return undefined;
    }
    if (isContainer(level.type)) {
      const parts: readonly Block[] = partsOf(block).slice(skipped[index]);
      const hasInner = index + 1 < levels.length;
      open.push(comparable(hasInner ? parts.slice(1) : parts));
      block = parts[0];
    } else {
      open.push(level.type === 'fence' ? openCode(level, block) : openText(level, block));
    }
  }
  return open;
}

/** The complete lines of a text, up to the last one that is not blank. */
function linesWithText(text: string): string {
  const { length } = text.slice(0, text.lastIndexOf('\n') + 1).trimEnd();
  return length === 0 ? '' : text.slice(0, text.indexOf('\n', length) + 1);
}
