import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { notificationText } from '../base/safeText.ts';
import { documentOf } from './documentOf.ts';

/** More paths are not named in the question. */
const maxNamed = 20;

/** Longer paths are cut in the question. In characters. */
const maxPath = 300;

/** A file below more folders counts as one outside. */
const maxDepth = 64;

/**
 * The files that may be read: all in the workspace, and those outside of it if the user confirms. A file behind a
 * symbolic link counts as outside, because VS Code does not say where a link leads.
 */
export async function allowedFiles(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const inside = await insideFiles(uris);
  const outside = uris.filter((uri) => !inside.includes(uri));
  return (await mayReadOutside(outside)) ? uris : inside;
}

/** The files that are in a folder of the workspace, and not behind a symbolic link there. */
export async function insideFiles(uris: readonly vscode.Uri[]): Promise<readonly vscode.Uri[]> {
  const links = new Map<string, Promise<boolean>>();
  const isKnownLink = async (uri: vscode.Uri): Promise<boolean> => {
    const address = uri.toString();
    const known = links.get(address) ?? isLink(uri);
    links.set(address, known);
    return known;
  };
  const areOutside = await Promise.all(uris.map(async (uri) => leadsOutside(uri, isKnownLink)));
  return uris.filter((_uri, index) => areOutside[index] === false);
}

/** Whether a file is in no folder of the workspace, or behind a symbolic link there. */
async function leadsOutside(
  uri: vscode.Uri,
  isKnownLink: (uri: vscode.Uri) => Promise<boolean>,
): Promise<boolean> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder === undefined) {
    // An editor without a file is where the user has opened it.
    return uri.scheme !== 'untitled';
  }
  const parts = uri.path
    .slice(folder.uri.path.length)
    .split('/')
    .filter((part) => part !== '');
  if (parts.length > maxDepth || parts.includes('..')) {
    return true;
  }
  const places = parts.map((_part, index) =>
    vscode.Uri.joinPath(folder.uri, ...parts.slice(0, index + 1)),
  );
  const areLinks = await Promise.all(places.map(isKnownLink));
  return areLinks.includes(true);
}

/** False for what cannot be read, which reading it tells more about. */
async function isLink(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.SymbolicLink) !== 0;
  } catch {
    return false;
  }
}

/** Asks the user whether files that are not in the workspace may be added; true if there are none. */
async function mayReadOutside(uris: readonly vscode.Uri[]): Promise<boolean> {
  const [first] = uris;
  if (first === undefined) {
    return true;
  }
  const add = vscode.l10n.t('Add');
  const count = formatNumber(uris.length);
  const words =
    uris.length === 1
      ? vscode.l10n.t(
          'Add {0} to the chat? It is not in this workspace, or behind a symbolic link.',
          pathText(first),
        )
      : plural(uris.length, {
          other: vscode.l10n.t(
            'Add {0} files that are not in this workspace, or behind symbolic links, to the chat?',
            count,
          ),
        });
  const detail = uris.slice(0, maxNamed).map(pathText).join('\n');
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, add)) === add;
}

function pathText({ path }: vscode.Uri): string {
  return notificationText(path.length > maxPath ? `…${path.slice(-maxPath)}` : path);
}

/** Larger files are not read, in bytes. */
const maxFileBytes = 1024 * 1024;

/**
 * The document of a file that something in the workspace names: one that is open, or a file in the workspace. What
 * names it is not trusted, so nothing outside is read, also not through a symbolic link.
 */
export async function readableDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const open = documentOf(uri);
  try {
    return (
      open ?? ((await isReadable(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined)
    );
  } catch {
    // It is gone or no text.
    return undefined;
  }
}

async function isReadable(uri: vscode.Uri): Promise<boolean> {
  if ((await insideFiles([uri])).length === 0) {
    return false;
  }
  const { type, size } = await vscode.workspace.fs.stat(uri);
  return type === vscode.FileType.File && size <= maxFileBytes;
}
