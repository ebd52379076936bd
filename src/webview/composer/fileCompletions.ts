import * as l10n from '@vscode/l10n';
import type { FoundFile, OfferedSource, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { insertText } from '../dom/element.ts';
import type { Completion, CompletionMenu } from './completionMenu.ts';

/** A longer word after `#` is not looked for. In characters. */
const maxQuery = 100;

/** A `#` at the start of a word, and what is typed after it up to the caret. */
interface FileQuery {
  /** Where the `#` is in the text. */
  readonly start: number;
  readonly text: string;
}

/**
 * Completes `#` and part of a path or of the name of a source. A chosen file is attached, and its name takes the place
 * of the `#`; so is what a chosen source has, which may be asked for.
 */
export class FileCompletions {
  readonly #box: HTMLTextAreaElement;
  readonly #menu: Pick<CompletionMenu, 'show' | 'close'>;
  readonly #post: (intent: ViewToHost) => void;
  #query: FileQuery | undefined;
  #files: readonly FoundFile[] = [];
  #sources: readonly OfferedSource[] = [];
  /** Whether the user has closed the list for this `#`. */
  #isDismissed = false;

  constructor(
    box: HTMLTextAreaElement,
    menu: Pick<CompletionMenu, 'show' | 'close'>,
    post: (intent: ViewToHost) => void,
  ) {
    this.#box = box;
    this.#menu = menu;
    this.#post = post;
  }

  /** Called after the user has typed: asks the host for files if there is a `#` before the caret. */
  look(): void {
    const query = queryBefore(this.#box);
    if (query?.start !== this.#query?.start) {
      this.#isDismissed = false;
      this.#files = [];
      this.#sources = [];
    }
    this.#query = query;
    if (query !== undefined && !this.#isDismissed) {
      const wanted = query.text.toLowerCase();
      const part = wanted.slice(wanted.lastIndexOf('/') + 1);
      this.#show(
        this.#files.filter(({ name }) => name.toLowerCase().includes(part)),
        this.#sources.filter(({ name }) => name.startsWith(wanted)),
      );
      this.#post({ kind: 'findFiles', query: query.text });
    }
  }

  /** Shows what the host has found, if the user still looks for it. */
  found(query: string, files: readonly FoundFile[], sources: readonly OfferedSource[] = []): void {
    const now = queryBefore(this.#box);
    const isAwaited = now?.text === query && now.start === this.#query?.start;
    if (isAwaited && !this.#isDismissed && document.activeElement === this.#box) {
      this.#show(files, sources);
    }
  }

  /** Keeps the list closed for the `#` before the caret. */
  dismiss(): void {
    this.#isDismissed = true;
  }

  #show(files: readonly FoundFile[], sources: readonly OfferedSource[]): void {
    this.#files = files;
    this.#sources = sources;
    this.#menu.show(l10n.t('Context'), [
      ...sources.map((source) => this.#sourceRow(source)),
      ...files.map((file, index) => this.#fileRow(file, index)),
    ]);
  }

  #sourceRow({ name, icon, label }: OfferedSource): Completion {
    return {
      id: `source-${name}`,
      icon,
      name: `#${name}`,
      detail: label,
      choose: () => {
        this.#replaceQuery('');
        this.#post({ kind: 'pickContext', name });
      },
    };
  }

  #fileRow({ name, folder, uri, isFolder }: FoundFile, index: number): Completion {
    return {
      id: `file-${index}`,
      icon: isFolder === true ? 'folder' : 'file',
      name: visibleText(name),
      detail: visibleText(folder),
      choose: () => {
        this.#replaceQuery(`${visibleText(name)} `);
        this.#post({ kind: 'addFiles', uris: [uri] });
      },
    };
  }

  /** Puts `text` in place of the `#` and what follows it. */
  #replaceQuery(text: string): void {
    const query = queryBefore(this.#box);
    if (query !== undefined) {
      this.#box.setSelectionRange(query.start, this.#box.selectionEnd);
      insertText(this.#box, text);
    }
  }
}

function queryBefore(box: HTMLTextAreaElement): FileQuery | undefined {
  const { value, selectionStart, selectionEnd } = box;
  if (selectionStart !== selectionEnd) {
    return undefined;
  }
  const near = value.slice(Math.max(0, selectionStart - maxQuery - 2), selectionStart);
  const word = /(?:^|\s)#([^\s#]*)$/.exec(near)?.[1];
  return word === undefined || word.length > maxQuery
    ? undefined
    : { start: selectionStart - word.length - 1, text: word };
}
