import { visibleText } from '../../shared/visibleText.ts';

/** Whatever is between characters that texts of Parley contain on purpose: those that isolate a name, and line ends. */
const between = /[^\u2068\u2069\n]+/g;

/**
 * A text of a finding as the page shows it: cut to `maxLength` characters, with invisible characters as escapes, since
 * it may quote a service.
 */
export function shownText(text: string, maxLength: number): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
  return cut.replaceAll(between, (part) => visibleText(part));
}
