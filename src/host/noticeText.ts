import { visibleText } from '../shared/visibleText.ts';

/**
 * Visible text for notifications and prompts, in which VS Code makes links of `[words](address)`, even ones
 * that run a command: nothing in it becomes one.
 */
export function noticeText(text: string): string {
  return visibleText(text.replaceAll(/[\r\n]+/g, ' ')).replaceAll('](', '] (');
}
