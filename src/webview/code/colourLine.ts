import { element } from '../dom/element.ts';
import type { Token } from './tokenizer.ts';

/** Gives the CSS classes for a token in these scopes; `undefined` for a plain one. */
type ClassOf = (scopes: readonly string[]) => string | undefined;

/**
 * Replaces the content of a line with a span for each run of code that looks alike. A selection
 * with an end in the line is kept.
 */
export function colourLine(line: HTMLElement, tokens: readonly Token[], classOf: ClassOf): void {
  const text = line.textContent;
  const runs = runsOf(text, tokens, classOf);
  if (line.firstElementChild === null && runs.every(({ className }) => className === undefined)) {
    return;
  }
  const restoreSelection = saveSelection(line);
  const nodes = runs.map(({ end, className }, index) => {
    const part = text.slice(runs[index - 1]?.end ?? 0, end);
    return className === undefined ? part : element('span', { class: className }, [part]);
  });
  line.replaceChildren(...nodes);
  restoreSelection();
}

/** Neighbouring tokens with the same classes. A run starts where the run before it ends. */
interface Run {
  end: number;
  readonly className: string | undefined;
}

/** White space joins the run before it, and the line break the last run. */
function runsOf(text: string, tokens: readonly Token[], classOf: ClassOf): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (const { end, scopes } of tokens) {
    const isBlank = text.slice(start, end).trim() === '';
    // A token that has only the scope of the language itself is plain.
    const className = scopes.length > 1 && !isBlank ? classOf(scopes) : undefined;
    const last = runs.at(-1);
    if (last !== undefined && (isBlank || last.className === className)) {
      last.end = end;
    } else {
      runs.push({ end, className });
    }
    start = end;
  }
  const last = runs.at(-1);
  if (last !== undefined) {
    last.end = text.length;
  }
  return runs;
}

/**
 * The nodes in which the selection begins and ends; `undefined` once it has changed. Reading the
 * selection forces a layout, so it is read only after a change.
 */
let selectionEnds: readonly (Node | null)[] | undefined;

document.addEventListener('selectionchange', () => (selectionEnds = undefined));

/** Remembers the ends of the selection that are in `line`; the result sets them again. */
function saveSelection(line: HTMLElement): () => void {
  const selection = getSelection();
  selectionEnds ??= [selection?.anchorNode ?? null, selection?.focusNode ?? null];
  if (selection === null || !selectionEnds.some((node) => line.contains(node))) {
    return () => {};
  }
  selectionEnds = undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) {
    return () => {};
  }
  const anchor = line.contains(anchorNode) ? offsetIn(line, anchorNode, anchorOffset) : undefined;
  const focus = line.contains(focusNode) ? offsetIn(line, focusNode, focusOffset) : undefined;
  return () => {
    const from =
      anchor === undefined ? ([anchorNode, anchorOffset] as const) : positionIn(line, anchor);
    const to = focus === undefined ? ([focusNode, focusOffset] as const) : positionIn(line, focus);
    selection.setBaseAndExtent(...from, ...to);
  };
}

/** The offset in the text of `line`, in UTF-16 code units, of a position in the document. */
function offsetIn(line: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(line, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The position in the document of an offset in the text of `line`. */
function positionIn(line: HTMLElement, offset: number): readonly [node: Node, offset: number] {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (before + length >= offset) {
      return [node, offset - before];
    }
    before += length;
  }
  return [line, line.childNodes.length];
}
