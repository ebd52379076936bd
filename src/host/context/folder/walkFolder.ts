import { TooManySteps, type StepBudget } from './glob.ts';
import {
  type ExcludePattern,
  isExcluded,
  type IgnoreRules,
  isIgnored,
  parseIgnoreFile,
} from './excludes.ts';

/** What is in a folder, by name. */
export type FolderEntries = readonly (readonly [
  name: string,
  type: 'file' | 'folder' | 'link' | 'other',
])[];

/** How folders are read. Paths are in parts, from the root. Each may throw. */
export interface FolderReader {
  readonly entries: (path: readonly string[]) => Promise<FolderEntries>;
  /** The text of an ignore file. Undefined if it is too large to be read. */
  readonly ignoreFile: (path: readonly string[]) => Promise<string | undefined>;
  readonly isCancelled: () => boolean;
}

/** The files of a folder that are not ignored. */
export interface FolderFiles {
  readonly files: readonly (readonly string[])[];
  /** How many files and folders are left out, by reason. */
  readonly leftOut: { readonly ignored: number; readonly links: number; readonly unread: number };
  /** Why not all are there. */
  readonly end?: 'tooMany' | undefined;
}

/** Why a folder cannot be read: its ignore files are too large, or their rules take too long. */
export class IgnoreFileProblem extends Error {}

/** Enough for a folder whose files fit into a message. What a hostile one has is not all looked at. */
const bounds = { files: 1000, entries: 50_000, depth: 64, steps: 50_000_000 };

/** Of git, and of the search of VS Code. */
const ignoreFileNames: ReadonlySet<string> = new Set(['.gitignore', '.ignore']);

/** No search of VS Code looks into these. */
const neverRead: ReadonlySet<string> = new Set(['.git', 'node_modules']);

/**
 * Finds the files in `folder`, a path from the root, in the order of their paths. The ignore files of the root and of
 * every folder below count, and the excludes of the settings. Symbolic links are not followed, also not to ignore
 * files. Throws `IgnoreFileProblem`, and what `reader` throws for the folder itself.
 */
export async function walkFolder(
  folder: readonly string[],
  excludes: readonly ExcludePattern[],
  reader: FolderReader,
): Promise<FolderFiles> {
  const walk = new Walk(excludes, reader);
  try {
    return await walk.run(folder);
  } catch (error) {
    throw error instanceof TooManySteps ? new IgnoreFileProblem() : error;
  }
}

class Walk {
  readonly #excludes: readonly ExcludePattern[];
  readonly #reader: FolderReader;
  readonly #budget: StepBudget = { steps: bounds.steps };
  readonly #files: (readonly string[])[] = [];
  readonly #leftOut = { ignored: 0, links: 0, unread: 0 };
  #entries = 0;

  constructor(excludes: readonly ExcludePattern[], reader: FolderReader) {
    this.#excludes = excludes;
    this.#reader = reader;
  }

  async run(folder: readonly string[]): Promise<FolderFiles> {
    let rules: readonly IgnoreRules[] = [];
    for (let depth = 0; depth < folder.length; depth += 1) {
      const above = folder.slice(0, depth);
      rules = await this.#withRulesOf(above, await this.#reader.entries(above), rules);
      if (this.#isLeftOut(folder.slice(0, depth + 1), 'folder', new Set(), rules)) {
        this.#leftOut.ignored += 1;
        return this.#result();
      }
    }
    await this.#visit(folder, await this.#reader.entries(folder), rules);
    return this.#result();
  }

  get #isFull(): boolean {
    return (
      this.#files.length > bounds.files ||
      this.#entries > bounds.entries ||
      this.#reader.isCancelled()
    );
  }

  #result(): FolderFiles {
    return {
      files: this.#files.slice(0, bounds.files),
      leftOut: { ...this.#leftOut },
      ...(this.#isFull && { end: 'tooMany' as const }),
    };
  }

  async #visit(
    folder: readonly string[],
    entries: FolderEntries,
    above: readonly IgnoreRules[],
  ): Promise<void> {
    const rules = await this.#withRulesOf(folder, entries, above);
    const names = new Set(entries.map(([name]) => name));
    const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
    for (const [name, type] of sorted) {
      if (this.#isFull) {
        return;
      }
      this.#entries += 1;
      const path = [...folder, name];
      if (type === 'link') {
        this.#leftOut.links += 1;
      } else if (type === 'other' || path.length > bounds.depth) {
        this.#leftOut.unread += 1;
      } else if (this.#isLeftOut(path, type, names, rules)) {
        this.#leftOut.ignored += 1;
      } else if (type === 'file') {
        this.#files.push(path);
      } else {
        await this.#visitBelow(path, rules);
      }
    }
  }

  async #visitBelow(path: readonly string[], rules: readonly IgnoreRules[]): Promise<void> {
    let entries: FolderEntries;
    try {
      entries = await this.#reader.entries(path);
    } catch {
      this.#leftOut.unread += 1;
      return;
    }
    await this.#visit(path, entries, rules);
  }

  #isLeftOut(
    path: readonly string[],
    type: 'file' | 'folder',
    names: ReadonlySet<string>,
    rules: readonly IgnoreRules[],
  ): boolean {
    const isFolder = type === 'folder';
    return (
      (isFolder && neverRead.has(path.at(-1) ?? '')) ||
      isIgnored(path, isFolder, rules, this.#budget) ||
      isExcluded(path, names, this.#excludes, this.#budget)
    );
  }

  async #withRulesOf(
    folder: readonly string[],
    entries: FolderEntries,
    above: readonly IgnoreRules[],
  ): Promise<readonly IgnoreRules[]> {
    const all = [...above];
    for (const [name, type] of entries) {
      if (type === 'file' && ignoreFileNames.has(name)) {
        const text = await this.#reader.ignoreFile([...folder, name]);
        if (text === undefined) {
          throw new IgnoreFileProblem();
        }
        all.push({ folder, rules: parseIgnoreFile(text) });
      }
    }
    return all;
  }
}
