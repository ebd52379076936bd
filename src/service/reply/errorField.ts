/** The field, and the beginning of an event that says the same by the rules. */
const field = 'error:';
const errorEvent = 'event:error\ndata:';

/** A line that may become one with the field, at the end of a text. */
const begunField = /[\r\n](e(?:r(?:r(?:or?)?)?)?)$/;

/**
 * Older servers of llama.cpp report an error in a line with the field `error`, which the rules of
 * event streams do not have (`docs/service-interface.md`, "Events" 12). Makes a function that is given
 * a stream piece by piece, and gives it back with such lines as events of the name `error`.
 */
export function createErrorFieldReader(): (piece: string) => string {
  // What has been held back begins a line, and so does a piece after a line end.
  let held = '';
  let isLineStart = true;
  return (piece) => {
    const text = held + piece;
    const begun =
      isLineStart && text.length < field.length ? `\n${text}` : text.slice(-field.length);
    held = begunField.exec(begun)?.[1] ?? '';
    const whole = held === '' ? text : text.slice(0, -held.length);
    const isField = isLineStart && whole.startsWith(field);
    isLineStart = whole === '' ? isLineStart : /[\r\n]/.test(whole.slice(-1));
    const first = isField ? errorEvent + whole.slice(field.length) : whole;
    // Most pieces have none. For a short text that begins with a line end, the search is the fastest.
    return first.includes('\nerror') || first.includes('\rerror')
      ? first.replaceAll(/(?<=[\r\n])error:/g, errorEvent)
      : first;
  };
}
