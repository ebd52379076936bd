import * as l10n from '@vscode/l10n';
import { contextTitle } from '../../shared/conversation/contextTitle.ts';
import {
  allFilesPath,
  type ContextItem,
  type ContextKind,
  pastedTextPath,
} from '../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { element, icon } from './element.ts';

/** Whether an item is pasted text and not from a file. */
export function isPastedText({ kind, path, uri }: ContextItem): boolean {
  return kind === undefined && path === pastedTextPath && uri === undefined;
}

/** The codicons of the kinds. */
const icons: Readonly<Record<ContextKind, string>> = {
  folder: 'folder',
  symbol: 'symbol-method',
  problems: 'warning',
  diff: 'git-compare',
  terminal: 'terminal',
  test: 'beaker',
  virtual: 'file',
  cell: 'notebook',
  search: 'search',
  clipboard: 'clippy',
  instructions: 'book',
};

/** What a chip names: an icon, then what the item is and its lines, then where it is, with spaces between them. */
export function chipContent(item: ContextItem): readonly (HTMLElement | string)[] {
  const { name, range, folder } = chipParts(item);
  const main = element('span', { class: 'chip-main' }, [
    icon(iconOf(item)),
    element('bdi', { class: 'chip-path' }, [name]),
    ...(range === '' ? [] : [' ', element('span', { class: 'chip-range' }, [range])]),
  ]);
  return [
    main,
    ...(folder === '' ? [] : [' ', element('bdi', { class: 'chip-folder' }, [folder])]),
  ];
}

/** The estimated tokens of an item, for its chip. */
export function chipTokens(tokens: number): HTMLElement {
  return element('span', { class: 'chip-tokens' }, [`~${shortCount(tokens)}`]);
}

/** The lines of a chip's tooltip. */
export function chipHint(item: ContextItem, tokens: number): string {
  const estimate = l10n.t('About {0} tokens (estimate)', formatNumber(tokens));
  const isReadLater = item.uri !== undefined;
  return [
    contextName(item),
    ...[cutText(item) ?? []].flat(),
    estimate,
    ...(isReadLater ? [l10n.t('Read when the message is sent')] : []),
  ].join('\n');
}

/** A count in few characters, such as `12k`; exact below 1,000. */
function shortCount(count: number): string {
  return count < 1000
    ? formatNumber(count)
    : l10n.t({
        message: '{0}k',
        args: [
          formatNumber(
            Math.round(count / (count < 10_000 ? 100 : 1000)) / (count < 10_000 ? 10 : 1),
          ),
        ],
        comment: 'A number of thousands, short: 12k is 12,000',
      });
}

function iconOf(item: ContextItem): string {
  const { kind } = item;
  const known = Object.entries(icons).find(([name]) => name === kind);
  return known?.[1] ?? (isPastedText(item) ? 'clippy' : 'file-code');
}

interface ChipParts {
  readonly name: string;
  readonly range: string;
  readonly folder: string;
}

function chipParts(item: ContextItem): ChipParts {
  const path = visibleText(item.path);
  const end = path.lastIndexOf('/');
  const [name, folder] = [path.slice(end + 1), path.slice(0, Math.max(end, 0))];
  const { startLine, endLine } = item;
  const range = startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
  if (isPastedText(item)) {
    return { name: pastedTextName(item), range: '', folder: '' };
  }
  switch (item.kind) {
    case undefined:
      return { name, range, folder };
    case 'symbol':
      return { name: visibleText(item.name ?? name), range, folder: path };
    case 'cell':
      return { name, range: cellName(item), folder };
    case 'virtual':
      return { name, range, folder };
    case 'problems':
      return { name: problemsName(item), range: '', folder };
    case 'folder':
    case 'instructions':
      return { name, range: '', folder };
    default:
      return { name: contextTitle(item) ?? path, range: '', folder: '' };
  }
}

/** What an item is: the path and the lines of code. */
export function contextName(item: ContextItem): string {
  const { name, range, folder } = chipParts(item);
  const { kind, startLine, endLine } = item;
  const path = visibleText(item.path);
  if (range === '' && folder === '') {
    return name;
  }
  switch (kind) {
    case 'symbol':
      return l10n.t('{0} in {1}, lines {2}–{3}', name, path, startLine, endLine);
    case 'cell':
      return `${path}, ${range}`;
    case 'folder':
    case 'instructions':
      return path;
    case 'problems':
      return l10n.t('Problems in {0}', path);
    default:
      return startLine === endLine
        ? l10n.t('{0}, line {1}', path, startLine)
        : l10n.t('{0}, lines {1}–{2}', path, startLine, endLine);
  }
}

/** How much of the whole an item has; undefined if it has all of it. */
function cutText({ cutFrom, startLine, endLine, text }: ContextItem): string | undefined {
  if (cutFrom === undefined) {
    return undefined;
  }
  return cutFrom.lines === 1
    ? l10n.t(
        'First {0} of {1} characters',
        formatNumber(text.length),
        formatNumber(cutFrom.characters),
      )
    : l10n.t(
        'First {0} of {1} lines',
        formatNumber(endLine - startLine + 1),
        formatNumber(cutFrom.lines),
      );
}

function problemsName({ path }: ContextItem): string {
  return path === allFilesPath
    ? l10n.t('Problems in all files')
    : l10n.t('Problems in {0}', visibleText(path.slice(path.lastIndexOf('/') + 1)));
}

function cellName({ name = '' }: ContextItem): string {
  return l10n.t('cell {0}', visibleText(name));
}

function pastedTextName({ startLine, endLine }: ContextItem): string {
  const count = endLine - startLine + 1;
  const lines = plural(count, {
    one: l10n.t('{0} line', formatNumber(count)),
    other: l10n.t('{0} lines', formatNumber(count)),
  });
  return l10n.t('Pasted text, {0}', lines);
}
