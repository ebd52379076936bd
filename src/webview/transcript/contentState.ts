/** What the reader has done to the content of an exchange and only the page knows. */
export interface ContentState {
  /** Whether each `details` is open, in document order. */
  readonly open: readonly boolean[];
  /** Whether the lines of each block of code are wrapped. */
  readonly wrapped: readonly boolean[];
  /** How far each scrolling box is scrolled, in CSS pixels. */
  readonly scrolled: readonly (readonly [left: number, top: number])[];
}

/** Reads the state of content that is about to leave the page. */
export function readState(content: Element): ContentState {
  return {
    open: detailsIn(content).map(({ open }) => open),
    wrapped: codeIn(content).map(isWrapped),
    scrolled: boxesIn(content).map(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]),
  };
}

/** Gives content that was built again, and is on the page, the state it had before. */
export function restoreState(content: Element, { open, wrapped, scrolled }: ContentState): void {
  for (const [index, details] of detailsIn(content).entries()) {
    details.open = open[index] ?? details.open;
  }
  for (const [index, code] of codeIn(content).entries()) {
    code.classList.toggle('wrapped', wrapped[index] ?? false);
  }
  for (const [index, box] of boxesIn(content).entries()) {
    const [left, top] = scrolled[index] ?? [0, 0];
    // To scroll a box, the browser has to lay it out.
    if (left !== 0 || top !== 0) {
      box.scrollTo({ left, top, behavior: 'instant' });
    }
  }
}

function detailsIn(content: Element): readonly HTMLDetailsElement[] {
  return [...content.querySelectorAll('details')];
}

function codeIn(content: Element): readonly Element[] {
  return [...content.querySelectorAll('.code-block')];
}

function isWrapped(code: Element): boolean {
  return code.classList.contains('wrapped');
}

function boxesIn(content: Element): readonly Element[] {
  return [...content.querySelectorAll('pre, .table-scroll')];
}
