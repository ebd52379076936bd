import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import { messageOf } from '../base/errorMessage.ts';
import { contextItem } from './selectionContext.ts';

/** A larger file is no context that any model takes. */
const maxFileBytes = 1024 * 1024;

/** More files at once are a mistake more often than not. */
const maxFiles = 20;

/** What became of files that were to be added to a message. */
interface AddedFiles {
  readonly items: readonly ContextItem[];
  /** Why the others were not added, a sentence each. */
  readonly problems: readonly string[];
}

/** Files that go along with messages. They are read when they are added, and again when they are sent. */
export interface FileContexts {
  /**
   * Reads files for a message. The panel says which, and it shows model output: a file outside of the
   * workspace is read only once the user has said yes, unless it `isChosen` by a command.
   */
  add(uris: readonly vscode.Uri[], isChosen: boolean): Promise<AddedFiles>;
  /** The message with its files as they are now; where one cannot be read, as it was when added. */
  current(message: UserMessage): Promise<UserMessage>;
}

/** Reads through VS Code's file systems; unsaved changes count. */
export function createFileContexts(): FileContexts {
  /** The files that may be read again. */
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
            ? [...problems, vscode.l10n.t('Only the first {0} files were added.', maxFiles)]
            : problems,
      };
    },
    async current({ text, context }) {
      return { text, context: await Promise.all(context.map(async (item) => asNow(item, added))) };
    },
  };
}

/** What is sent and stored of an item: not where its file is on this computer. */
async function asNow(item: ContextItem, added: ReadonlySet<string>): Promise<ContextItem> {
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

/** A file as a context item, or a sentence that says why it is none. */
async function readOrProblem(
  uri: vscode.Uri,
): Promise<(ContextItem & { readonly uri: string }) | string> {
  const name = vscode.workspace.asRelativePath(uri);
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return vscode.l10n.t('{0} is a folder: add its files one by one.', name);
    }
    if (size > maxFileBytes) {
      return vscode.l10n.t('{0} is larger than 1 MB: select what matters in an editor.', name);
    }
    if (!isText(await vscode.workspace.fs.readFile(uri))) {
      return vscode.l10n.t('{0} is not a text file.', name);
    }
    const document = await vscode.workspace.openTextDocument(uri);
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    return { ...contextItem(document, all), uri: uri.toString() };
  } catch (error) {
    return vscode.l10n.t('{0} cannot be read: {1}', name, messageOf(error));
  }
}

/** A byte that is 0 is in no text but UTF-16, which begins with a mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return isWide || !bytes.includes(0);
}

function isOutside(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined;
}

async function mayReadOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const [first] = uris;
  if (first === undefined) {
    return true;
  }
  const add = vscode.l10n.t('Add');
  const words =
    uris.length === 1
      ? vscode.l10n.t('Add {0} to the chat? It is not in this workspace.', first.path)
      : vscode.l10n.t('Add {0} files that are not in this workspace to the chat?', uris.length);
  const detail = uris.map(({ path }) => path).join('\n');
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, add)) === add;
}
