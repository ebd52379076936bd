import { visibleText } from '../shared/visibleText.ts';

/** What VS Code replaces by an icon in labels and in the status bar. */
const iconSyntax = /\$\([\w-]+(?:~\w+)?\)/g;

/** Visible text for where VS Code makes icons of `$(name)`: nothing in it becomes one. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(iconSyntax, String.raw`\$&`);
}
