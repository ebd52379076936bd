import * as vscode from 'vscode';
import { changesOf, type GitRepository, headOf, textOf } from './gitApi.ts';
import { type DiffSource, type GatheredDiff, gatherDiff, type NewFile } from './diff/gatherDiff.ts';

/** Which changes of a repository. */
export type WhichChanges =
  /** From HEAD to what is staged. */
  | { readonly kind: 'staged' }
  /** From what is staged to the files, with new files unless those are left out. */
  | { readonly kind: 'working'; readonly isTrackedOnly?: boolean | undefined }
  /** From the first parent of a commit, or from nothing, to the commit. */
  | { readonly kind: 'commit'; readonly hash: string; readonly parent: string | undefined }
  /** From a commit to the files, without new ones. */
  | { readonly kind: 'since'; readonly hash: string };

/**
 * Reads changes, at least `enough` UTF-16 code units of them if there are so many. Throws what Git throws.
 */
export async function readChanges(
  repository: GitRepository,
  which: WhichChanges,
  enough: number,
  signal?: AbortSignal,
): Promise<GatheredDiff> {
  const gathered = await gatherDiff(sourceOf(repository, which), enough, signal);
  return { ...gathered, signature: `${headOf(repository)?.commit ?? ''}\n${gathered.signature}` };
}

function sourceOf(repository: GitRepository, which: WhichChanges): DiffSource {
  const { rootUri } = repository;
  const root = `${rootUri.path.replace(/\/$/, '')}/`;
  const pathsOf = (changes: readonly { readonly uri: vscode.Uri }[]): readonly string[] =>
    changes.map(({ uri }) => (uri.path.startsWith(root) ? uri.path.slice(root.length) : uri.path));
  const uriOf = (path: string) => vscode.Uri.joinPath(rootUri, ...path.split('/'));
  const files = {
    newFiles: [],
    size: async (path: string) => sizeOf(uriOf(path)),
    readNew: async (path: string) => readNewFile(uriOf(path)),
  };
  switch (which.kind) {
    case 'staged':
      return {
        ...files,
        files: pathsOf(changesOf(repository).staged),
        whole: async () => textOf(repository.diff(true)),
        one: async (path) => textOf(repository.diffIndexWithHEAD(uriOf(path).fsPath)),
      };
    case 'working': {
      const { conflicts, working, untracked } = changesOf(repository);
      return {
        ...files,
        files: pathsOf([...conflicts, ...working]),
        newFiles: which.isTrackedOnly === true ? [] : pathsOf(untracked),
        whole: async () => textOf(repository.diff()),
        one: async (path) => textOf(repository.diffWithHEAD(uriOf(path).fsPath)),
      };
    }
    case 'commit':
      return justWhole(files, async () =>
        textOf(repository.diffBlobs(which.parent ?? emptyTree(which.hash), which.hash)),
      );
    case 'since':
      // The path is relative to the repository: everything in it.
      return justWhole(files, async () => textOf(repository.diffWith(which.hash, '.')));
  }
}

function justWhole(
  files: Pick<DiffSource, 'newFiles' | 'size' | 'readNew'>,
  whole: () => Promise<string>,
): DiffSource {
  return { ...files, files: undefined, whole, one: whole };
}

/** The hash of a tree without files, which every repository knows: by the length of its hashes, SHA-1 or SHA-256. */
function emptyTree(hash: string): string {
  return hash.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

/** A larger new file is not read. In bytes. */
const maxNewFileBytes = 1024 * 1024;

/** Git looks for a zero in so many bytes, to know a binary file (`buffer_is_binary` in its source). */
const binaryLength = 8000;

async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    return undefined;
  }
}

/** Links are not followed: they may lead out of the repository. */
async function readNewFile(uri: vscode.Uri): Promise<NewFile> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (type !== vscode.FileType.File) {
    return { kind: 'link' };
  }
  if (size > maxNewFileBytes) {
    return { kind: 'largeFile' };
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.subarray(0, binaryLength).includes(0)
    ? { kind: 'binary' }
    : { kind: 'text', text: await vscode.workspace.decode(bytes, { uri }) };
}
