import { visibleText } from '../../shared/visibleText.ts';

/** What VS Code replaces by an icon in labels and in the status bar. */
const iconSyntax = /\$\([\w-]+(?:~\w+)?\)/g;

/** Visible text for where VS Code makes icons of `$(name)`: nothing in it becomes one. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(iconSyntax, String.raw`\$&`);
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The same for text that may be written from right to left: what VS Code writes beside it stays where it is. */
export function isolatedLabel(text: string): string {
  const label = labelText(text);
  return rightToLeft.test(label) ? `\u2068${label}\u2069` : label;
}

/**
 * Visible text for notifications and prompts, in which VS Code makes links of `[words](address)`, even ones
 * that run a command: nothing in it becomes one.
 */
export function noticeText(text: string): string {
  return visibleText(text.replaceAll(/[\r\n]+/g, ' ')).replaceAll('](', '] (');
}
