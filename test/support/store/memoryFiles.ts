import type { StoreFiles } from '../../../src/host/store/storeFiles.ts';

/** Files in memory, which a test may look at, spoil, and make fail. */
export interface MemoryFiles extends StoreFiles {
  readonly content: Map<string, Uint8Array>;
  /** Called before each change; what it throws is the failure. */
  beforeChange: (what: 'write' | 'move', path: string) => void;
}

/** No files yet. */
export function createMemoryFiles(): MemoryFiles {
  const content = new Map<string, Uint8Array>();
  const changedAt = new Map<string, number>();
  let now = 0;
  const put = (path: string, bytes: Uint8Array): void => {
    content.set(path, bytes);
    now += 1;
    changedAt.set(path, now);
  };
  return {
    content,
    beforeChange: () => {},
    read: async (path) => content.get(path),
    async list(folder) {
      const names = [...content.keys()]
        .filter((path) => folder === '' || path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder === '' ? 0 : folder.length + 1).split('/'));
      const unique = new Map(names.map(([name = '', ...rest]) => [name, rest.length > 0]));
      return [...unique].map(([name, isFolder]) => ({ name, isFolder }));
    },
    async write(path, bytes) {
      this.beforeChange('write', path);
      put(path, bytes);
    },
    async move(from, to) {
      this.beforeChange('move', from);
      const moved = [...content].filter(([path]) => isWithin(path, from));
      if (moved.length === 0) {
        throw new Error(`There is no ${from}.`);
      }
      await this.remove(to);
      for (const [path, bytes] of moved) {
        content.delete(path);
        put(`${to}${path.slice(from.length)}`, bytes);
      }
    },
    async remove(path) {
      for (const known of [...content.keys()].filter((other) => isWithin(other, path))) {
        content.delete(known);
      }
    },
    async changedAt(path) {
      const inFolder = [...changedAt].filter(
        ([known]) => content.has(known) && known.slice(0, known.lastIndexOf('/')) === path,
      );
      const own = content.has(path) ? changedAt.get(path) : undefined;
      return Math.max(own ?? 0, ...inFolder.map(([, at]) => at));
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
