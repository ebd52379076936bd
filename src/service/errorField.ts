/** The beginning of an event that says the same by the rules. */
const errorEvent = 'event:error\ndata:';

const field = 'error:';

/** A line that may become one with the field, at the end of a text. */
const begunField = /[\r\n](e(?:r(?:r(?:or?)?)?)?)$/;

/**
 * Older servers of llama.cpp report an error in a line with the field `error`, which the rules of
 * event streams do not have (`docs/service-interface.md`, "Events" 12). Makes a function that is given
 * a stream piece by piece, and gives it back with such lines as events of the name `error`.
 */
export function createErrorFieldReader(): (piece: string) => string {
  let held = '';
  let isLineStart = true;
  return (piece) => {
    const text = held + piece;
    held = begunField.exec(`${isLineStart ? '\n' : ''}${text}`.slice(-field.length))?.[1] ?? '';
    const whole = text.slice(0, text.length - held.length);
    const read =
      isLineStart && whole.startsWith(field) ? errorEvent + whole.slice(field.length) : whole;
    isLineStart = whole === '' ? isLineStart : /[\r\n]$/.test(whole.slice(-1));
    return read.includes(field) ? read.replaceAll(/(?<=[\r\n])error:/g, errorEvent) : read;
  };
}
