/**
 * Makes whole text of deltas that may be split anywhere: line breaks become `\n` and NUL becomes
 * U+FFFD, as the parser wants it, and half a CRLF or half a surrogate pair waits for the rest.
 */
export interface DeltaText {
  append(delta: string): string;
  /** What is left if nothing more comes; it goes on waiting. */
  end(): string;
}

/** Starts with nothing held back. */
export function createDeltaText(): DeltaText {
  let held = '';
  return {
    append(delta) {
      const text = held + delta;
      const cut = /[\r\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
      held = text.slice(cut);
      return normalise(text.slice(0, cut));
    },
    end: () => normalise(held),
  };
}

function normalise(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}
