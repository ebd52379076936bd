/** What documentation and tests write in place of a secret; the last is “1234567890” in the token of jwt.io. */
const placeholder =
  /example|sample|dummy|fake|placeholder|redacted|masked|your[-_]|change.?me|insert|replace|x{5}|\*{3}|\.{3}|0{6}|1234567|abcdefg|deadbeef|foobar|IxMjM0NTY3ODkwI/i;

/** A secret that a service made has at least so many different characters. */
const leastDifferent = 10;

/** Whether a value can be a secret, and not what stands in its place in documentation and tests. */
export function looksReal(value: string): boolean {
  const start = value.slice(0, 500);
  return !placeholder.test(start) && new Set(start).size >= leastDifferent;
}
