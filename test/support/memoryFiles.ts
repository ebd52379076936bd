import type { StoreFiles } from '../../src/host/storeFiles.ts';

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
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/'));
      const unique = new Map(names.map(([name = '', ...rest]) => [name, rest.length > 0]));
      return [...unique].map(([name, isFolder]) => ({ name, isFolder }));
    },
    async write(path, bytes) {
      this.beforeChange('write', path);
      put(path, bytes);
    },
    async move(from, to) {
      this.beforeChange('move', from);
      const bytes = content.get(from);
      if (bytes === undefined) {
        throw new Error(`There is no ${from}.`);
      }
      content.delete(from);
      put(to, bytes);
    },
    changedAt: async (path) => changedAt.get(path) ?? 0,
  };
}
