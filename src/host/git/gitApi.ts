import * as vscode from 'vscode';
import {
  type Guard,
  type Guarded,
  isObjectOf,
  isRecord,
  isString,
  isStrings,
  optional,
} from '../../shared/guards.ts';

/**
 * A repository of VS Code's Git extension, as far as Parley uses it (VS Code's `extensions/git/src/api/git.d.ts`).
 * What it gives is read with a guard, because each version of VS Code has its own.
 */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  /** The box for the message of the next commit. */
  readonly inputBox: { value: string };
  readonly state: {
    readonly HEAD?: unknown;
    readonly rebaseCommit?: unknown;
    readonly mergeChanges?: unknown;
    readonly indexChanges?: unknown;
    readonly workingTreeChanges?: unknown;
    /** Missing in old versions; empty unless they are listed apart. */
    readonly untrackedChanges?: unknown;
  };
  /** Updates the state. */
  readonly status: () => Promise<unknown>;
  /** The patch of the staged changes, or of those that are not staged. */
  readonly diff: (isStaged?: boolean) => Promise<unknown>;
  /** The patch from HEAD to the staged changes, of one path. */
  readonly diffIndexWithHEAD: (path: string) => Promise<unknown>;
  /** The patch from the staged changes to the files, of one path, despite its name. */
  readonly diffWithHEAD: (path: string) => Promise<unknown>;
  /** The patch from a commit to the files, of one path. */
  readonly diffWith: (ref: string, path: string) => Promise<unknown>;
  /** The patch from one commit or tree to another. */
  readonly diffBlobs: (from: string, to: string) => Promise<unknown>;
  readonly getMergeBase: (one: string, other: string) => Promise<unknown>;
  readonly log: (options: LogOptions) => Promise<unknown>;
  readonly getBranches: (query: { readonly remote: boolean }) => Promise<unknown>;
  readonly getConfig: (key: string) => Promise<unknown>;
  readonly getGlobalConfig?: ((key: string) => Promise<unknown>) | undefined;
}

/** Versions ignore options that they do not know. */
interface LogOptions {
  readonly maxEntries: number;
  readonly maxParents?: number;
  /** A regular expression of Git. */
  readonly author?: string;
}

const isFunction: Guard<(...args: readonly unknown[]) => unknown> = (
  value,
): value is (...args: readonly unknown[]) => unknown => typeof value === 'function';

const methods = [
  'status',
  'diff',
  'diffIndexWithHEAD',
  'diffWithHEAD',
  'diffWith',
  'diffBlobs',
  'getMergeBase',
  'log',
  'getBranches',
  'getConfig',
] as const;

// The members are inherited from a class.
const isRepository: Guard<GitRepository> = (value): value is GitRepository =>
  isRecord(value) &&
  value['rootUri'] instanceof vscode.Uri &&
  isRecord(value['inputBox']) &&
  isString(value['inputBox']['value']) &&
  isRecord(value['state']) &&
  methods.every((name) => isFunction(value[name]));

/** The exports of the extension. */
interface GitExtension {
  readonly getAPI: (version: 1) => unknown;
}

const isGitExtension: Guard<GitExtension> = (value): value is GitExtension =>
  isRecord(value) && value['enabled'] === true && isFunction(value['getAPI']);

/** Its API, version 1. */
interface GitApi {
  readonly state?: unknown;
  readonly repositories?: unknown;
  readonly onDidChangeState?: vscode.Event<unknown> | undefined;
}

const isGitApi: Guard<GitApi> = (value): value is GitApi =>
  isRecord(value) &&
  (value['onDidChangeState'] === undefined || isFunction(value['onDidChangeState']));

/** The repositories are looked for again and again while VS Code starts: after this time, none are there. */
const initialisingMs = 20_000;

/**
 * The repositories that are open in the window, after the Git extension has looked for them. None where there is no
 * such extension, or Git is switched off.
 */
export async function openRepositories(): Promise<readonly GitRepository[]> {
  const extension = vscode.extensions.getExtension<unknown>('vscode.git');
  const exported = await extension?.activate();
  // It throws if Git is switched off, but then it is not enabled.
  const api = isGitExtension(exported) ? exported.getAPI(1) : undefined;
  if (!isGitApi(api)) {
    return [];
  }
  await initialised(api);
  const { repositories } = api;
  return Array.isArray(repositories) ? repositories.filter(isRepository) : [];
}

/** Whether a repository is open now. Waits for nothing. */
export function hasRepository(): boolean {
  const extension = vscode.extensions.getExtension<unknown>('vscode.git');
  const exported = extension?.isActive === true ? extension.exports : undefined;
  const api = isGitExtension(exported) ? exported.getAPI(1) : undefined;
  return isGitApi(api) && Array.isArray(api.repositories) && api.repositories.length > 0;
}

async function initialised(api: GitApi): Promise<void> {
  const { onDidChangeState } = api;
  if (onDidChangeState === undefined || api.state !== 'uninitialized') {
    return;
  }
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve();
    };
    const timer = setTimeout(done, initialisingMs);
    const listening = onDidChangeState(() => api.state === 'uninitialized' || done());
  });
}

/** Text of Git; throws if it gave something else. */
export async function textOf(given: Promise<unknown>): Promise<string> {
  const text = await given;
  if (!isString(text)) {
    throw new TypeError('The Git extension gave no text.');
  }
  return text;
}

const isHash: Guard<string> = (value): value is string =>
  isString(value) && /^[\da-f]{40}(?:[\da-f]{24})?$/.test(value);

const isCommit = isObjectOf({
  hash: isHash,
  message: isString,
  parents: isStrings,
  authorEmail: optional(isString),
  authorName: optional(isString),
  authorDate: optional((value): value is Date => value instanceof Date),
});

/** A commit, as far as Parley uses it. */
export interface GitCommit extends Guarded<typeof isCommit> {}

/** Commits, the newest first. None in a repository without commits. */
export async function commitsOf(
  repository: GitRepository,
  options: LogOptions,
): Promise<readonly GitCommit[]> {
  if (headOf(repository)?.commit === undefined) {
    return [];
  }
  const commits = await repository.log(options);
  return Array.isArray(commits) ? commits.filter(isCommit) : [];
}

/** A branch, or a remote one. */
export interface GitBranch {
  readonly name: string;
  readonly commit: string;
}

/** The branches, local ones first. */
export async function branchesOf(repository: GitRepository): Promise<readonly GitBranch[]> {
  const refs = await repository.getBranches({ remote: true });
  const branches = (Array.isArray(refs) ? refs : []).flatMap((ref: unknown) =>
    isRecord(ref) && isString(ref['name']) && isHash(ref['commit'])
      ? [{ name: ref['name'], commit: ref['commit'], isRemote: ref['remote'] !== undefined }]
      : [],
  );
  return branches.toSorted((a, b) => Number(a.isRemote) - Number(b.isRemote));
}

/** The last commit from which two have developed; undefined if there is none. */
export async function mergeBase(
  repository: GitRepository,
  one: string,
  other: string,
): Promise<string | undefined> {
  const base = await repository.getMergeBase(one, other);
  return isHash(base) ? base : undefined;
}

/** The commit and the branch that are checked out. */
export function headOf({ state }: Pick<GitRepository, 'state'>) {
  const { HEAD: head } = state;
  return isRecord(head)
    ? {
        name: isString(head['name']) ? head['name'] : undefined,
        commit: isHash(head['commit']) ? head['commit'] : undefined,
      }
    : undefined;
}

/** A changed file, as the Git extension lists it. */
export interface GitChange {
  readonly uri: vscode.Uri;
  /** A number of its own for each kind of change. */
  readonly status?: unknown;
}

const isChange: Guard<GitChange> = (value): value is GitChange =>
  isRecord(value) && value['uri'] instanceof vscode.Uri;

const untracked = 7;

function list(value: unknown): readonly GitChange[] {
  return Array.isArray(value) ? value.filter(isChange) : [];
}

/** The changes by where they are. */
export function changesOf({ state }: Pick<GitRepository, 'state'>) {
  const working = [...list(state.workingTreeChanges), ...list(state.untrackedChanges)];
  return {
    conflicts: list(state.mergeChanges),
    staged: list(state.indexChanges),
    working: working.filter(({ status }) => status !== untracked),
    untracked: working.filter(({ status }) => status === untracked),
  };
}

/** The value of a setting of Git in a repository or for the user; undefined if it is not set. */
export async function configOf(
  repository: GitRepository,
  key: string,
): Promise<string | undefined> {
  return (await setValue(repository.getConfig(key))) ?? setValue(repository.getGlobalConfig?.(key));
}

async function setValue(given: Promise<unknown> | undefined): Promise<string | undefined> {
  const value = await given?.catch(() => undefined);
  return isString(value) && value.trim() !== '' ? value.trim() : undefined;
}
