import * as vscode from 'vscode';
import { createEnvSearch, type EnvValue, secretsOfEnv } from '../../guard/envValues.ts';
import { type FileQuery, findFiles } from '../base/files/findFiles.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { insideFiles } from '../editor/outsideFiles.ts';
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
  /** Reads the files if one has changed, and gives a function that finds their values. Never rejects. */
  readonly search: () => Promise<(text: string) => readonly Finding[]>;
}

/**
 * Reads nothing yet. Files are read in restricted workspaces as well: nothing of them is run, shown but for names of
 * variables, or sent. What a symbolic link names is not read, because it may be outside of the workspace.
 */
export function createEnvFiles(): EnvFiles {
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
      const uris = uniqueUris([...rootFiles(), ...(await listed())])
        .filter(({ path }) => !isExample.test(path))
        .slice(0, limits.files);
      const stamps = (await Promise.all(uris.map(stampOf))).join('\n');
      if (stamps !== searched.stamps) {
        const values = (await Promise.all((await insideFiles(uris)).map(valuesIn)))
          .flat()
          .slice(0, limits.values);
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

/** Another one after each change of a file; empty if there is none. */
async function stampOf(uri: vscode.Uri): Promise<string> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return `${uri.toString()} ${mtime} ${size}`;
  } catch {
    return '';
  }
}

async function valuesIn(uri: vscode.Uri): Promise<readonly EnvValue[]> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    const isRead = type === vscode.FileType.File && size <= limits.bytes;
    const bytes = isRead ? await vscode.workspace.fs.readFile(uri) : undefined;
    return secretsOfEnv(new TextDecoder().decode(bytes?.slice(0, limits.bytes)));
  } catch {
    return [];
  }
}
