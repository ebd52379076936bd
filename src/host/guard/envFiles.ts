import * as vscode from 'vscode';
import { createEnvSearch, type EnvValue, secretsOfEnv } from '../../guard/envValues.ts';
import { type FileQuery, findFiles } from '../base/files/findFiles.ts';
import type { Finding } from '../../shared/guard/finding.ts';

/** Bounds of what is read, and how long a list of files is used. */
const limits = { files: 50, bytes: 64 * 1024, values: 2000, listMs: 60_000, searchMs: 3000 };

const excluded = ['node_modules', '.git', '.venv', 'venv', 'vendor', 'dist', 'build'];

const query: FileQuery = {
  glob: '**/{.env,.env.*}',
  exclude: `**/{${excluded.join(',')}}/**`,
  limit: limits.files,
  isWanted: (path) => /^\.env(?:\.|$)/.test(path.at(-1) ?? ''),
  isLeftOut: (path) => excluded.includes(path.at(-1) ?? ''),
};

/** Files that a repository has in place of the real ones. */
const isExample = /\.(?:example|sample|template|tmpl|dist|defaults?|schema|vault)$/i;

/** Finds values of the workspace's `.env` files in texts. */
export interface EnvFiles {
  /** Reads the files that have changed, and gives a function that finds their values. Never rejects. */
  readonly search: () => Promise<(text: string) => readonly Finding[]>;
}

interface ReadFile {
  readonly stamp: string;
  readonly values: readonly EnvValue[];
}

/**
 * Reads nothing yet. Files are read in restricted workspaces as well: nothing of them is run, shown but for names of
 * variables, or sent. What a symbolic link names is not read, because it may be outside of the workspace.
 */
export function createEnvFiles(): EnvFiles {
  const read = new Map<string, ReadFile>();
  let list: { readonly uris: readonly vscode.Uri[]; readonly at: number } | undefined;
  let searched: { readonly stamps: string; readonly find: (text: string) => readonly Finding[] } = {
    stamps: '',
    find: () => [],
  };
  const listed = async (): Promise<readonly vscode.Uri[]> => {
    if (list === undefined || Date.now() - list.at > limits.listMs) {
      list = { uris: await foundFiles(), at: Date.now() };
    }
    return list.uris;
  };
  return {
    async search() {
      const uris = unique([...rootFiles(), ...(await listed())]);
      const files = await Promise.all(uris.map(async (uri) => changedFile(uri, read)));
      const stamps = files.map((file) => file?.stamp ?? '').join('\n');
      if (stamps !== searched.stamps) {
        const values = files.flatMap((file) => file?.values ?? []).slice(0, limits.values);
        searched = { stamps, find: createEnvSearch(values) };
      }
      return searched.find;
    },
  };
}

/** The usual ones, which are found without a search. */
function rootFiles(): readonly vscode.Uri[] {
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    ['.env', '.env.local', '.env.development', '.env.production', '.env.development.local'].map(
      (name) => vscode.Uri.joinPath(uri, name),
    ),
  );
}

async function foundFiles(): Promise<readonly vscode.Uri[]> {
  const token = new vscode.CancellationTokenSource();
  const timer = setTimeout(() => token.cancel(), limits.searchMs);
  const folders = vscode.workspace.workspaceFolders ?? [];
  try {
    const found = await Promise.all(
      folders.map(async (folder) => findFiles(folder, query, token.token)),
    );
    return found.flat();
  } catch {
    // There are the usual files only.
    return [];
  } finally {
    clearTimeout(timer);
    token.dispose();
  }
}

function unique(uris: readonly vscode.Uri[]): readonly vscode.Uri[] {
  const byName = new Map(uris.map((uri) => [uri.toString(), uri]));
  return [...byName.values()].filter(({ path }) => !isExample.test(path)).slice(0, limits.files);
}

/** The values of a file, read again only if it has changed; undefined if there is no such file. */
async function changedFile(
  uri: vscode.Uri,
  read: Map<string, ReadFile>,
): Promise<ReadFile | undefined> {
  const key = uri.toString();
  try {
    const { type, size, mtime } = await vscode.workspace.fs.stat(uri);
    const stamp = `${key} ${mtime} ${size}`;
    const known = read.get(key);
    if (known?.stamp === stamp) {
      return known;
    }
    if (type !== vscode.FileType.File || size > limits.bytes || (await isBehindLink(uri))) {
      read.delete(key);
      return undefined;
    }
    const bytes = (await vscode.workspace.fs.readFile(uri)).slice(0, limits.bytes);
    const file = { stamp, values: secretsOfEnv(new TextDecoder().decode(bytes)) };
    read.set(key, file);
    return file;
  } catch {
    return undefined;
  }
}

/** Whether a folder between the workspace's and the file is a symbolic link. */
async function isBehindLink(uri: vscode.Uri): Promise<boolean> {
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (root === undefined) {
    return true;
  }
  for (
    let folder = vscode.Uri.joinPath(uri, '..');
    folder.path.length > root.path.length;
    folder = vscode.Uri.joinPath(folder, '..')
  ) {
    const { type } = await vscode.workspace.fs.stat(folder);
    if ((type & vscode.FileType.SymbolicLink) !== 0) {
      return true;
    }
  }
  return false;
}
