/** A range of a text that is being edited, in UTF-16 code units. */
export interface TrackedRange {
  readonly start: number;
  readonly end: number;
  /** Text in it or next to it was edited. */
  readonly isTouched: boolean;
}

/** What was replaced in a text: so many code units from an offset on, by so many others. */
export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly newLength: number;
}

/**
 * A range after changes of one moment, which do not overlap and are all stated in offsets before them. An insertion
 * right before or after it touches it, since either may be meant.
 */
export function movedRange(range: TrackedRange, changes: readonly TextChange[]): TrackedRange {
  let { start, end, isTouched } = range;
  // From the end on, so that the offsets of the others stay as they are.
  for (const { offset, length, newLength } of changes.toSorted((a, b) => b.offset - a.offset)) {
    const grown = newLength - length;
    if (offset + length < start) {
      start += grown;
      end += grown;
    } else if (offset <= end) {
      isTouched = true;
      start = Math.min(start, offset);
      end = Math.max(end, offset + length) + grown;
    }
  }
  return { start, end, isTouched };
}
