/** The beginning of a line with the field `error`, and of an event that says the same by the rules. */
export const errorField = 'error:';
const errorEvent = 'event:error\ndata:';

/**
 * Older servers of llama.cpp report an error in a line with the field `error`, which the rules of
 * event streams do not have (`docs/service-interface.md`, "Events" 12). A parser reports a whole line
 * with an unknown field, but drops one that it gets in parts. Makes a function that is given a stream
 * piece by piece, and gives it back with such a line, if it is not complete at the end of a piece, as
 * an event of the name `error`.
 */
export function createErrorFieldReader(): (piece: string) => string {
  // What has been held back begins a line, and so does a piece after a line end.
  let held = '';
  let isLineStart = true;
  return (piece) => {
    const text = held + piece;
    held = '';
    // Most pieces are whole events.
    const start = text.endsWith('\n')
      ? text.length
      : Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    const begun = text.slice(start);
    const isBegun = start > 0 || isLineStart;
    isLineStart = isBegun && errorField.startsWith(begun);
    if (isLineStart) {
      held = begun;
      return text.slice(0, start);
    }
    return isBegun && begun.startsWith(errorField)
      ? text.slice(0, start) + errorEvent + begun.slice(errorField.length)
      : text;
  };
}
