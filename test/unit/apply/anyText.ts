import * as fc from 'fast-check';

/** Texts of few different lines, with any line ends. */
export const anyText = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', '}'), fc.constantFrom('\n', '\r\n')), {
    maxLength: 12,
  })
  .chain((lines) =>
    fc
      .boolean()
      .map((isOpen) => lines.map(([line, end]) => line + end).join('') + (isOpen ? 'z' : '')),
  );
