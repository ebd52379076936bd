/** Unicode's control, format and line separating characters: nobody sees them, some turn the text. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** What VS Code replaces by an icon in labels and in the status bar. */
const iconSyntax = /\$\([\w-]+(?:~\w+)?\)/g;

/** Text of a service in one line, unseen characters written out: names that differ look different. */
export function visibleText(text: string): string {
  return text.replaceAll(unseen, (unseen) => `\\u{${unseen.codePointAt(0)?.toString(16)}}`);
}

/** The same for where VS Code makes icons of `$(name)`: nothing in it becomes one. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(iconSyntax, String.raw`\$&`);
}
