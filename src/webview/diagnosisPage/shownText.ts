import { visibleText } from '../../shared/visibleText.ts';

/**
 * What is between line ends and the invisible characters that translations contain: joiners, and marks, embeddings and
 * isolates of the direction, but no overrides of it.
 */
const between = /[^\n\u061C\u200C-\u200F\u202A-\u202C\u2066-\u2069]+/g;

/**
 * A text of a finding as the page shows it: cut to `maxLength` characters, with other invisible characters as escapes,
 * since it may quote a service.
 */
export function shownText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return cut.replaceAll(between, (part) => visibleText(part));
}
