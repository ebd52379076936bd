import { element } from '../dom/element.ts';
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

/** The ends of the selection; to be asked for after it has changed, since that costs a layout. */
let selected: readonly (Node | null)[] | undefined;

document.addEventListener('selectionchange', () => (selected = undefined));

/** Notes which ends of the selection stand in `line`; call the result to set them again. */
function keepSelection(line: HTMLElement): () => void {
  const selection = getSelection();
  selected ??= [selection?.anchorNode ?? null, selection?.focusNode ?? null];
  if (selection === null || !selected.some((node) => line.contains(node))) {
    return () => {};
  }
  selected = undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) {
    return () => {};
  }
  const anchor = line.contains(anchorNode) ? offsetIn(line, anchorNode, anchorOffset) : undefined;
  const focus = line.contains(focusNode) ? offsetIn(line, focusNode, focusOffset) : undefined;
  return () => {
    const from =
      anchor === undefined ? ([anchorNode, anchorOffset] as const) : placeIn(line, anchor);
    const to = focus === undefined ? ([focusNode, focusOffset] as const) : placeIn(line, focus);
    selection.setBaseAndExtent(...from, ...to);
  };
}

function offsetIn(line: HTMLElement, node: Node, offset: number): number {
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
