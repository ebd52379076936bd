import { element } from './element.ts';
import type { Token } from './tokenizer.ts';

/** A run of code with one look. */
interface Run {
  end: number;
  readonly className: string | undefined;
}

/** Gives the class for what stands in these scopes. */
type ClassOf = (scopes: readonly string[]) => string;

/** Colours a line, and keeps the end of a selection that stands in it. */
export function colourLine(line: HTMLElement, tokens: readonly Token[], classOf: ClassOf): void {
  const text = line.textContent;
  const runs = runsOf(text, tokens, classOf);
  if (line.firstElementChild === null && runs.every(({ className }) => className === undefined)) {
    return;
  }
  const restore = keepSelection(line);
  const nodes = runs.map(({ end, className }, index) => {
    const part = text.slice(runs[index - 1]?.end ?? 0, end);
    return className === undefined ? part : element('span', { class: className }, [part]);
  });
  line.replaceChildren(...nodes);
  restore();
}

/** Blank runs look like what is before them; the line break belongs to the last run. */
function runsOf(text: string, tokens: readonly Token[], classOf: ClassOf): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (const { end, scopes } of tokens) {
    const isBlank = text.slice(start, end).trim() === '';
    // What is only in the language itself is plain.
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

/** Notes which ends of the selection stand in `line`; call the result to set them again. */
function keepSelection(line: HTMLElement): () => void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) {
    return () => {};
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const isAnchorIn = anchorNode !== null && line.contains(anchorNode);
  const isFocusIn = focusNode !== null && line.contains(focusNode);
  if (anchorNode === null || focusNode === null || (!isAnchorIn && !isFocusIn)) {
    return () => {};
  }
  const anchor = offsetIn(line, anchorNode, anchorOffset);
  const focus = offsetIn(line, focusNode, focusOffset);
  return () => {
    const from = isAnchorIn ? placeIn(line, anchor) : ([anchorNode, anchorOffset] as const);
    const to = isFocusIn ? placeIn(line, focus) : ([focusNode, focusOffset] as const);
    selection.setBaseAndExtent(...from, ...to);
  };
}

function offsetIn(line: HTMLElement, node: Node, offset: number): number {
  if (!line.contains(node)) {
    return 0;
  }
  const range = document.createRange();
  range.setStart(line, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

function placeIn(line: HTMLElement, offset: number): readonly [node: Node, offset: number] {
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
