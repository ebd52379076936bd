import { isolated, shortened, visibleText } from '../../shared/visibleText.ts';

/** The syntax that VS Code replaces by an icon in labels. */
const iconSyntax = /\$\([\w-]+(?:~\w+)?\)/g;

/**
 * Text of a service or a file for a label: an item of a list or a tree, the status bar. VS Code shows
 * `$(name)` as an icon there, which this escapes. Characters that cannot be seen are written out.
 */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(iconSyntax, String.raw`\$&`);
}

const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** `labelText` for a label in which other text follows; text in a right-to-left script is isolated from that. */
export function isolatedLabelText(text: string): string {
  const label = labelText(text);
  return rightToLeft.test(label) ? isolated(label) : label;
}

/**
 * Text of a service or a file for a notification or a dialog. VS Code shows `[text](address)` as a link
 * there, even one that runs a command; this separates the two, so that it stays text. Line breaks become
 * spaces, other characters that cannot be seen are written out.
 */
export function notificationText(text: string): string {
  return visibleText(text.replaceAll(/[\r\n]+/g, ' ')).replaceAll('](', '] (');
}

/** A longer name would push out of sight what a dialog asks. In UTF-16 code units. */
const maxNameLength = 100;

/** The name of something, by a service, a file or the settings, for a sentence in a notification or a dialog. */
export function nameText(name: string): string {
  return notificationText(shortened(name, maxNameLength));
}

/** Text of a service for the message below an input box, where VS Code shows both icons and links. */
export function inputMessageText(text: string): string {
  return labelText(notificationText(text));
}

/** Text of a service or a file as code in Markdown: nothing in it is a link, an image or a mark. */
export function codeInMarkdown(text: string): string {
  const shown = visibleText(text);
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${longest === 0 ? shown : ` ${shown} `}${marks}`;
}
