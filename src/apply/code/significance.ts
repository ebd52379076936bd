/** Whether a line says more than braces, `end` or a comment. */
export function isSignificant(line: string): boolean {
  const text = line.trim();
  return (
    /[\p{L}\p{N}]/u.test(text) &&
    !/^(?:\/\/|#(?!\[|include|define)|\/?\*|<!--|--\s|(?:end|else|pass|fi|done|esac|begin|try|do)\b\W*$)/.test(
      text,
    )
  );
}

/** The lines that say something, without white space at their edges. */
export function significantLines(lines: readonly string[]): readonly string[] {
  return lines.filter(isSignificant).map((line) => line.trim());
}

/** Which part of the lines of `a` are in `b` too, from 0 to 1. */
export function sharedPart(a: readonly string[], b: readonly string[]): number {
  const known = new Set(b);
  return a.length === 0 ? 0 : a.filter((line) => known.has(line)).length / a.length;
}
