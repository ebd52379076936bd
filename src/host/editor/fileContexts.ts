import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import { messageOf } from '../base/errorMessage.ts';
import { contextItem } from './selectionContext.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** Larger files are not added: no model has a context length for more. */
const maxFileBytes = 1024 * 1024;

/** Adding more files at once is usually a mistake. */
const maxFiles = 20;

/** The result of adding files to a message. */
interface AddedFiles {
  readonly items: readonly ContextItem[];
  /** Why the other files were not added: a sentence each. */
  readonly problems: readonly string[];
}

/** Files that the user attaches to messages. They are read when attached and again when sent. */
export interface FileContexts {
  /**
   * Reads files for a message. Unless the user has chosen them in a command of VS Code (`isChosen`), the user
   * must confirm those outside of the workspace: the panel names them, and the panel is not trusted because
   * it shows model output.
   */
  add(uris: readonly vscode.Uri[], isChosen: boolean): Promise<AddedFiles>;
  /** The message with the current text of its files. A file that cannot be read keeps its earlier text. */
  current(message: UserMessage): Promise<UserMessage>;
}

/** Reads files through VS Code, with their unsaved changes. */
export function createFileContexts(): FileContexts {
  /** The URIs of the files that may be read again. Other URIs in a message are not trusted. */
  const added = new Set<string>();
  return {
    async add(uris, isChosen) {
      const unique = [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
      const some = unique.slice(0, maxFiles);
      const isAllowed = isChosen || (await mayReadOutside(some.filter(isOutside)));
      const wanted = some.filter((uri) => isAllowed || !isOutside(uri));
      const read = await Promise.all(wanted.map(async (uri) => readOrProblem(uri)));
      const items = read.filter((one) => typeof one !== 'string');
      items.forEach(({ uri }) => added.add(uri));
      const problems = read.filter((one) => typeof one === 'string');
      return {
        items,
        problems:
          unique.length > maxFiles
            ? [
                ...problems,
                vscode.l10n.t('Only the first {0} files were added.', formatNumber(maxFiles)),
              ]
            : problems,
      };
    },
    async current({ context, ...others }) {
      return {
        ...others,
        context: await Promise.all(context.map(async (item) => withCurrentText(item, added))),
      };
    },
  };
}

/** The item with the current text of its file, and without its URI, which is neither sent nor stored. */
async function withCurrentText(
  item: ContextItem,
  added: ReadonlySet<string>,
): Promise<ContextItem> {
  const { uri, ...kept } = item;
  if (uri === undefined || !added.has(uri)) {
    return kept;
  }
  const read = await readOrProblem(vscode.Uri.parse(uri, true));
  if (typeof read === 'string') {
    return kept;
  }
  const { uri: _uri, ...now } = read;
  return now;
}

/** A whole file as a context item. */
type WholeItem = ContextItem & { readonly uri: string };

/** A file as a context item, or a sentence about why it cannot be one. */
async function readOrProblem(uri: vscode.Uri): Promise<WholeItem | string> {
  const name = visibleText(vscode.workspace.asRelativePath(uri));
  try {
    if (uri.scheme === 'untitled') {
      return untitledOrProblem(uri, name);
    }
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return vscode.l10n.t('{0} is a folder. Add its files instead.', name);
    }
    if (size > maxFileBytes) {
      return vscode.l10n.t('{0} is larger than 1 MB. Select the relevant part in an editor.', name);
    }
    if (!isText(await vscode.workspace.fs.readFile(uri))) {
      return vscode.l10n.t('{0} is not a text file.', name);
    }
    return wholeItem(await vscode.workspace.openTextDocument(uri));
  } catch (error) {
    return vscode.l10n.t('{0} cannot be read: {1}', name, messageOf(error));
  }
}

/** An editor without a file. Reading one that is closed would open a new one. */
function untitledOrProblem(uri: vscode.Uri, name: string): WholeItem | string {
  const address = uri.toString();
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
  if (document === undefined) {
    return vscode.l10n.t('{0} is not open anymore.', name);
  }
  return document.getText().length > maxFileBytes
    ? vscode.l10n.t('{0} is larger than 1 MB. Select the relevant part in an editor.', name)
    : wholeItem(document);
}

function wholeItem(document: vscode.TextDocument): WholeItem {
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  return { ...contextItem(document, all), uri: document.uri.toString() };
}

/** Text has no zero bytes, unless it is UTF-16, which begins with a byte order mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide || !bytes.includes(0);
}

/** Whether a file is in no folder of the workspace. */
export function isOutside(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined;
}

/** Asks the user whether files that are not in the workspace may be added; true if there are none. */
export async function mayReadOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const [first] = uris;
  if (first === undefined) {
    return true;
  }
  const add = vscode.l10n.t('Add');
  const count = formatNumber(uris.length);
  const words =
    uris.length === 1
      ? vscode.l10n.t('Add {0} to the chat? It is not in this workspace.', first.path)
      : plural(uris.length, {
          other: vscode.l10n.t('Add {0} files that are not in this workspace to the chat?', count),
        });
  const detail = uris.map(({ path }) => path).join('\n');
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, add)) === add;
}
