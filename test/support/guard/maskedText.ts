import { checkText } from '../../../src/guard/checkText.ts';
import { type Finding, maskOf, withoutFindings } from '../../../src/shared/guard/finding.ts';

/** What the guard finds in a text, but for values that it knows. */
export async function foundIn(text: string): Promise<readonly Finding[]> {
  const wanted = { secrets: true, hiddenCharacters: true, known: [] };
  const { findings } = await checkText(text, wanted, async () => {});
  return findings;
}

/** The text with masks, whose numbers are left out. */
export async function maskedText(text: string): Promise<string> {
  const findings = (await foundIn(text)).map((finding) =>
    Object.assign(finding, { id: 0, mask: maskOf(finding, 0) }),
  );
  return withoutFindings(text, findings).replaceAll(' 0]', ']');
}
