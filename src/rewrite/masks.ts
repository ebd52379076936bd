import type { FoundInText } from '../shared/guard/finding.ts';

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
