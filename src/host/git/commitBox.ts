/** The box of a repository for the message of the next commit, while a message is written into it. */
export interface CommitBox {
  /** Shows more of the message. False if the text in the box is no longer the one shown last: it stays. */
  readonly show: (text: string) => boolean;
  /** Whether the text in the box is the one shown last. */
  readonly isOwn: () => boolean;
  /** Puts back what was in the box at the start, unless the user has typed. */
  readonly reset: () => void;
}

/** `before` is what was in the box when the user was last asked about it. */
export function createCommitBox(box: { value: string }, before = box.value): CommitBox {
  let last = before;
  const isOwn = () => box.value === last;
  const show = (text: string): boolean => {
    if (!isOwn()) {
      return false;
    }
    if (text !== last) {
      box.value = text;
      last = text;
    }
    return true;
  };
  return { show, isOwn, reset: () => void show(before) };
}
