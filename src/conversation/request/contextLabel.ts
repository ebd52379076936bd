import type { ContextItem } from '../../shared/conversation/conversation.ts';

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
  const { path, name, languageId } = item;
  const where = oneLine(path);
  const what = name === undefined ? '' : oneLine(name);
  const language = withLanguage.has(item.kind) ? ` (${languageId})` : '';
  return `${place(item, where, what)}${language}${cutLabel(item)}`;
}

function place({ kind, startLine, endLine }: ContextItem, where: string, what: string): string {
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
