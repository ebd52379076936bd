import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber } from '../../../shared/language.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import { messageOf } from '../../base/errorMessage.ts';
import { relativePath } from '../../editor/codePlace.ts';
import { documentOf, uniqueUris } from '../../editor/documentOf.ts';
import { allowedFiles, insideFiles } from '../../editor/outsideFiles.ts';
import { contextItem } from '../../editor/selectionContext.ts';
import type { ContextSource, PickedContext, PickedItem } from '../contextSource.ts';
import { followRange } from '../followRange.ts';
import { isTextFile } from '../folder/readFolder.ts';
import { pickFolders } from './folder.ts';
import { labelText } from '../../base/safeText.ts';
import { foundFile, openFiles } from '../files/workspaceFiles.ts';

/** Larger files are not read. */
const maxFileBytes = 16 * 1024 * 1024;

/** Adding more files at once is usually a mistake. */
const maxFiles = 20;

/** Files that the user chooses in a dialog. Those of the workspace are found faster by their names, after `#`. */
export const filesSource: ContextSource = {
  name: 'file',
  icon: 'folder-opened',
  label: () =>
    vscode.workspace.workspaceFolders === undefined
      ? vscode.l10n.t('Files…')
      : vscode.l10n.t('Other Files…'),
  isOffered: () => true,
  async pick() {
    const uris = await vscode.window.showOpenDialog({
      canSelectMany: true,
      title: vscode.l10n.t('Add to Chat'),
      openLabel: vscode.l10n.t('Add'),
    });
    return uris && pickFiles(uris, true);
  },
};

/** Files that are open in editor tabs. */
export const openEditorsSource: ContextSource = {
  name: 'editors',
  icon: 'files',
  label: () => vscode.l10n.t('Open Editors…'),
  isOffered: () => openFiles().length > 0,
  async pick() {
    const items = openFiles().map((uri) => {
      const { name, folder } = foundFile(uri);
      return { label: labelText(name), description: labelText(folder), uri };
    });
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Add to Chat'),
      placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
      canPickMany: true,
      matchOnDescription: true,
    });
    return (
      picked &&
      pickFiles(
        picked.map(({ uri }) => uri),
        true,
      )
    );
  },
};

/**
 * Reads files through VS Code, with their unsaved changes, and folders. `isChosen` is false if the user has to
 * confirm those outside of the workspace.
 */
export async function pickFiles(
  uris: readonly vscode.Uri[],
  isChosen: boolean,
): Promise<PickedContext | undefined> {
  const unique = uniqueUris(uris);
  const some = unique.slice(0, maxFiles);
  const wanted = isChosen ? some : await allowedFiles(some);
  const folders = await foldersAmong(wanted);
  const ofFolders = await pickFolders(folders);
  const files = wanted.filter((uri) => !folders.includes(uri));
  if (files.length === 0 && ofFolders === undefined) {
    return undefined;
  }
  const read = await Promise.all(files.map(async (uri) => pickFile(uri)));
  const items = read.filter((one) => typeof one !== 'string');
  const problems = read.filter((one) => typeof one === 'string');
  const tooMany =
    unique.length > maxFiles
      ? [vscode.l10n.t('Only the first {0} files were added.', formatNumber(maxFiles))]
      : [];
  return {
    items: [...items, ...(ofFolders?.items ?? [])],
    problems: [...problems, ...(ofFolders?.problems ?? []), ...tooMany],
  };
}

async function foldersAmong(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const types = await Promise.all(uris.map(async (uri) => typeOf(uri.with({ fragment: '' }))));
  return uris.filter((_uri, index) => ((types[index] ?? 0) & vscode.FileType.Directory) !== 0);
}

/** Unknown if it cannot be read, which reading the file tells more about. */
async function typeOf(uri: vscode.Uri): Promise<vscode.FileType> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type;
  } catch {
    return vscode.FileType.Unknown;
  }
}

/** A file or, where its address has a range, these lines of it; or a sentence about why it cannot be read. */
async function pickFile(uri: vscode.Uri): Promise<PickedItem | string> {
  const plain = uri.with({ fragment: '' });
  const item = await readOrProblem(plain);
  const lines = linesOfFragment(uri.fragment);
  if (typeof item === 'string' || lines === undefined) {
    return typeof item === 'string' ? item : fileItem(item, await insideFiles([plain]));
  }
  const document = await vscode.workspace.openTextDocument(plain);
  const range = document.validateRange(new vscode.Range(lines.start, 0, lines.end + 1, 0));
  return { item: contextItem(document, range), renew: followRange(document, range) };
}

/** A file that was `inside` the workspace is not read again through a link that took its place. */
function fileItem(item: WholeItem, inside: readonly vscode.Uri[]): PickedItem {
  return {
    item,
    async renew() {
      if ((await insideFiles(inside)).length < inside.length) {
        return undefined;
      }
      const now = await readOrProblem(vscode.Uri.parse(item.uri, true));
      return typeof now === 'string' ? undefined : now;
    },
  };
}

/** A whole file as a context item. */
type WholeItem = ContextItem & { readonly uri: string };

/** A file as a context item, or a sentence about why it cannot be one. */
async function readOrProblem(uri: vscode.Uri): Promise<WholeItem | string> {
  const name = visibleText(relativePath(uri));
  try {
    if (uri.scheme === 'untitled') {
      return untitledOrProblem(uri, name);
    }
    const { type, size } = await vscode.workspace.fs.stat(uri);
    // Reading a pipe or a device would never end.
    if ((type & vscode.FileType.File) === 0) {
      return vscode.l10n.t('{0} is not a file.', name);
    }
    if (size > maxFileBytes) {
      return tooLarge(name);
    }
    if (!isTextFile(await vscode.workspace.fs.readFile(uri))) {
      return vscode.l10n.t('{0} is not a text file.', name);
    }
    return wholeItem(await vscode.workspace.openTextDocument(uri));
  } catch (error) {
    return vscode.l10n.t('{0} cannot be read: {1}', name, messageOf(error));
  }
}

/** An editor without a file. Reading one that is closed would open a new one. */
function untitledOrProblem(uri: vscode.Uri, name: string): WholeItem | string {
  const document = documentOf(uri);
  if (document === undefined) {
    return vscode.l10n.t('{0} is no longer open.', name);
  }
  return document.getText().length > maxFileBytes ? tooLarge(name) : wholeItem(document);
}

function tooLarge(name: string): string {
  return vscode.l10n.t(
    '{0} is larger than {1} MB. Select the relevant part in an editor.',
    name,
    formatNumber(maxFileBytes / 1024 / 1024),
  );
}

function wholeItem(document: vscode.TextDocument): WholeItem {
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  return { ...contextItem(document, all), uri: document.uri.toString() };
}

/** The first and the last line, counted from 0. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The lines in the fragment of an address as VS Code's lists write it when something is dragged: `12,3-40,5` or
 * `L12-L40`, counted from 1. Undefined if it names a place only: that is where the cursor is in a whole file.
 */
export function linesOfFragment(fragment: string): LineRange | undefined {
  const [, first, firstColumn, last, lastColumn] =
    /^L?(\d{1,9})(?:,(\d{1,9}))?-L?(\d{1,9})(?:,(\d{1,9}))?$/.exec(fragment) ?? [];
  const [start, end] = [Number(first) - 1, Number(last) - 1];
  const isEmpty = start === end && firstColumn === lastColumn && firstColumn !== undefined;
  return first === undefined || isEmpty || start < 0 || end < start ? undefined : { start, end };
}
