import type { FoundInText } from '../shared/guard/finding.ts';

/** What stands in place of a secret (`src/shared/guard/mask.ts`). */
const mask = /\[masked: [^\]\n]{1,100} \d{1,6}\]/;

/** Whether code has a mask in place of a value. */
export function isMasked(code: string): boolean {
  return mask.test(code);
}

/** A reply with the values of texts in place of the masks that these were sent with. `found` is what was found in them. */
export function withoutMasks(
  reply: string,
  texts: readonly string[],
  found: readonly FoundInText[],
): string {
  const findings = found.flatMap((one, at) =>
    one.findings.map(({ mask: name, start, end }) => ({
      name,
      value: texts[at]?.slice(start, end),
    })),
  );
  return findings.reduce(
    (text, { name, value = name }) => text.replaceAll(name, () => value),
    reply,
  );
}
