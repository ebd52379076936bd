/** A file or folder that was found. Its path has `/`. */
interface FoundPath {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Longer paths are left out. In characters. */
const maxPath = 1000;

/** The paths of many files, in which each key that is typed is looked for. */
export class PathIndex {
  /** By path, in lower case. */
  readonly #files = new Map<string, string>();
  /** The folders of the files, likewise, and how many files each has. */
  readonly #folders = new Map<string, { readonly lower: string; files: number }>();

  /** How many files there are. */
  get size(): number {
    return this.#files.size;
  }

  add(path: string): void {
    if (path.length > maxPath || this.#files.has(path)) {
      return;
    }
    this.#files.set(path, path.toLowerCase());
    const folder = folderOf(path);
    const known = this.#folders.get(folder);
    if (known !== undefined) {
      known.files += 1;
    } else if (folder !== '') {
      this.#folders.set(folder, { lower: folder.toLowerCase(), files: 1 });
    }
  }

  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): void {
    const start = `${path}/`;
    const removed = this.#files.has(path)
      ? [path]
      : [...this.#files.keys()].filter((file) => file.startsWith(start));
    removed.forEach((file) => this.#removeFile(file));
  }

  /**
   * The best matches for what is typed: those whose name has the text after its last `/`, in a folder whose path has
   * the text before it. Case does not matter. Files of `open` come before others, and folders are found by name only.
   */
  find(typed: string, open: ReadonlySet<string>, limit: number): readonly FoundPath[] {
    const query = readQuery(typed);
    const best = new BestPaths(limit);
    for (const [path, lower] of this.#files) {
      const isStart = matchStart(lower, query);
      if (isStart !== undefined) {
        best.offer({ path, isFolder: false, rank: (isStart ? 0 : 2) + (open.has(path) ? 0 : 1) });
      }
    }
    for (const [path, { lower }] of query.name === '' ? [] : this.#folders) {
      const isStart = matchStart(lower, query);
      if (isStart !== undefined) {
        best.offer({ path, isFolder: true, rank: isStart ? 1 : 3 });
      }
    }
    return best.all();
  }

  #removeFile(path: string): void {
    this.#files.delete(path);
    const folder = this.#folders.get(folderOf(path));
    if (folder !== undefined) {
      folder.files -= 1;
      if (folder.files === 0) {
        this.#folders.delete(folderOf(path));
      }
    }
  }
}

interface Query {
  readonly folder: string;
  readonly name: string;
}

function readQuery(typed: string): Query {
  const lower = typed.toLowerCase();
  const end = lower.lastIndexOf('/');
  return { folder: lower.slice(0, Math.max(end, 0)), name: lower.slice(end + 1) };
}

/** Whether the name of a path begins as it is typed; undefined if the path does not match. */
function matchStart(lower: string, { folder, name }: Query): boolean | undefined {
  const end = lower.lastIndexOf('/');
  const at = lower.indexOf(name, end + 1);
  const isFound =
    at !== -1 && (folder === '' || `/${lower.slice(0, Math.max(end, 0))}/`.includes(folder));
  return isFound ? at === end + 1 : undefined;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

interface RankedPath extends FoundPath {
  /** Lower ranks come first, then shorter paths, then in the order of the alphabet. */
  readonly rank: number;
}

/** Keeps the first of many in order, without sorting all. */
class BestPaths {
  readonly #limit: number;
  readonly #paths: RankedPath[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(path: RankedPath): void {
    const last = this.#paths.at(-1);
    if (this.#paths.length < this.#limit) {
      this.#insert(path);
    } else if (last !== undefined && compare(path, last) < 0) {
      this.#paths.pop();
      this.#insert(path);
    }
  }

  all(): readonly FoundPath[] {
    return this.#paths.map(({ path, isFolder }) => ({ path, isFolder }));
  }

  #insert(path: RankedPath): void {
    const at = this.#paths.findIndex((one) => compare(path, one) < 0);
    this.#paths.splice(at === -1 ? this.#paths.length : at, 0, path);
  }
}

function compare(one: RankedPath, other: RankedPath): number {
  return (
    one.rank - other.rank ||
    one.path.length - other.path.length ||
    (one.path < other.path ? -1 : one.path === other.path ? 0 : 1)
  );
}
