import * as l10n from '@vscode/l10n';
import { type ContextItem, pastedTextPath } from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { element, icon } from './element.ts';

/** Whether an item is pasted text and not from a file. */
export function isPastedText({ path, uri }: ContextItem): boolean {
  return path === pastedTextPath && uri === undefined;
}

/** The content of a chip: the name of the file, then its lines, then its folder, with spaces between them. */
export function chipContent(item: ContextItem): readonly (HTMLElement | string)[] {
  if (isPastedText(item)) {
    return [icon('clippy'), element('span', { class: 'chip-path' }, [pastedTextName(item)])];
  }
  const path = visibleText(item.path);
  const end = path.lastIndexOf('/');
  const folder = path.slice(0, Math.max(end, 0));
  const { startLine, endLine } = item;
  return [
    icon('file-code'),
    element('bdi', { class: 'chip-path' }, [path.slice(end + 1)]),
    ' ',
    element('span', { class: 'chip-range' }, [
      startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`,
    ]),
    ...(folder === '' ? [] : [' ', element('bdi', { class: 'chip-folder' }, [folder])]),
  ];
}

/** The path and the lines of an item. */
export function contextName(item: ContextItem): string {
  if (isPastedText(item)) {
    return pastedTextName(item);
  }
  const { startLine, endLine } = item;
  const path = visibleText(item.path);
  return startLine === endLine
    ? l10n.t('{0}, line {1}', path, startLine)
    : l10n.t('{0}, lines {1}–{2}', path, startLine, endLine);
}

function pastedTextName({ startLine, endLine }: ContextItem): string {
  const count = endLine - startLine + 1;
  return plural(count, {
    one: l10n.t('Pasted text, {0} line', formatNumber(count)),
    other: l10n.t('Pasted text, {0} lines', formatNumber(count)),
  });
}
