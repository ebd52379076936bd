const numbered = /^[ \t]{0,8}(\d{1,7})(?:[ \t]{0,3}[|:\u2502\u2192] ?|\t)/;

/** Lines without the numbers that a model has put before them, one after the other; undefined if they have none. */
export function unnumbered(lines: readonly string[]): readonly string[] | undefined {
  const [first = NaN, ...others] = lines.map((line) => Number(numbered.exec(line)?.[1]));
  return !Number.isNaN(first) && others.every((number, at) => number === first + at + 1)
    ? lines.map((line) => line.replace(numbered, ''))
    : undefined;
}

/** The same for code in the place of other code. Where that has such numbers, they are of it; as may be a single one. */
export function withoutLineNumbers(
  lines: readonly string[],
  known: readonly string[],
): readonly string[] {
  const isOfCode = lines.length < 2 || known.some((line) => numbered.test(line));
  return (isOfCode ? undefined : unnumbered(lines)) ?? lines;
}
