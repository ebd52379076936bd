import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** Whether the lines of an item are lines of the file at its path. */
export function isCode({ kind }: Pick<ContextItem, 'kind'>): boolean {
  return kind === undefined || kind === 'symbol';
}

/** The kinds of items that are code. */
const withLanguage: ReadonlySet<string | undefined> = new Set([
  undefined,
  'symbol',
  'cell',
  'virtual',
]);

/**
 * What a context item is, as it is sent: such as `src/parse.ts, lines 12–40 (typescript)`. It says how much of the
 * whole is there, if not all.
 */
export function contextLabel(item: ContextItem): string {
  const language = withLanguage.has(item.kind) ? ` (${item.languageId})` : '';
  return `${contextPlace(item)}${language}${cutLabel(item)}`;
}

/** The beginning of the label, by which a text can refer to the item: such as `src/parse.ts, lines 12–40`. */
export function contextPlace({ kind, path, name, startLine, endLine }: ContextItem): string {
  const where = sentName(path);
  const what = name === undefined ? '' : sentName(name);
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
  switch (kind) {
    case undefined:
    case 'virtual':
      return `${where}, ${lines}`;
    case 'symbol':
      return `${what} in ${where}, ${lines}`;
    case 'cell':
      return `${where}, cell ${what}`;
    case 'problems':
      return `problems in ${where}`;
    case 'folder':
      return `${where}, folder`;
    default:
      return where;
  }
}

function cutLabel({ cutFrom, startLine, endLine, text }: ContextItem): string {
  if (cutFrom === undefined) {
    return '';
  }
  return cutFrom.lines === 1
    ? `, first ${text.length} of ${cutFrom.characters} characters`
    : `, first ${endLine - startLine + 1} of ${cutFrom.lines} lines`;
}

/**
 * A name on one line. What cannot be seen in it, or changes its direction, is written out as users see it: it could tell
 * a model something else. Joiners are left, because scripts and emoji need them.
 */
function sentName(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll(/[^\u200C\u200D]+/g, (part) => visibleText(part));
}
