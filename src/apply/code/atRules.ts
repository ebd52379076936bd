/** A name of an at-rule of CSS, the text that an import begins with, and what else is before its block or its end. */
const head =
  /@(?!(?:-\w{1,20}-)?keyframes\b)(\w[\w-]{0,50})(?![\w-])(\s{1,20}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|url\([^)\n]{0,300}\)))?([^{};@]*)(?=[{;])/g;

const withText: ReadonlySet<string> = new Set(['charset', 'import', 'namespace']);

/**
 * CSS with nothing but names before the blocks of its at-rules, each character in its place. Their heads are languages of
 * their own, which change faster than grammars.
 */
export function withoutHeads(text: string): string {
  return text.replaceAll(head, (_, name: string, from = '', rest: string) =>
    withText.has(name)
      ? `@${name}${String(from)}${' '.repeat(rest.length)}`
      : `@${'x'.repeat(name.length)}${' '.repeat(String(from).length + rest.length)}`,
  );
}
