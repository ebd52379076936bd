/** Throws unless both are the same; objects are compared as JSON. */
export function equal(actual: unknown, expected: unknown, message = 'not equal'): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) {
    throw new Error(`${message}\nactual   ${a}\nexpected ${b}`);
  }
}
