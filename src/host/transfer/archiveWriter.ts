import { archiveText } from '../../conversation/transfer/archive.ts';
import type { StoreFiles } from '../store/storeFiles.ts';

/** Writes a JSON export of any size: as one file or, where that would be too large, as several. */
export interface ArchiveWriter {
  /** Adds one conversation, as JSON. */
  add(entry: string): Promise<void>;
  /** Renames the files to their final names and gives those. */
  finish(): Promise<readonly string[]>;
  /** Deletes the temporary files. */
  discard(): Promise<void>;
}

/** The size at which a new file is begun, in characters. Each file is a complete export and can be imported. */
const partCharacters = 32 * 1024 * 1024;

/**
 * Writes into the folder of `files`: the first file gets `name`, further ones `name 2.json` and so on, where
 * those are free. Until `finish` there are temporary files only. Throws what the file system throws.
 */
export function createArchiveWriter(
  files: Pick<StoreFiles, 'write' | 'move' | 'remove' | 'list'>,
  name: string,
  partLength = partCharacters,
): ArchiveWriter {
  const temporary: string[] = [];
  let entries: string[] = [];
  let length = 0;
  const writePart = async (): Promise<void> => {
    const path = `${name}.${crypto.randomUUID()}.tmp`;
    temporary.push(path);
    await files.write(path, new TextEncoder().encode(archiveText(entries)));
    entries = [];
    length = 0;
  };
  return {
    async add(entry) {
      if (entries.length > 0 && length + entry.length > partLength) {
        await writePart();
      }
      entries.push(entry);
      length += entry.length;
    },
    async finish() {
      await writePart();
      const taken = new Set((await files.list('')).map((entry) => entry.name));
      const names = partNames(name, temporary.length, taken);
      for (const [index, path] of temporary.entries()) {
        await files.move(path, names[index] ?? path);
      }
      return names;
    },
    async discard() {
      entries = [];
      await Promise.all(temporary.map(async (path) => files.remove(path)));
    },
  };
}

/** The first part may replace a file, as the user has chosen its name; no other part does. */
function partNames(name: string, count: number, taken: ReadonlySet<string>): readonly string[] {
  const [base, ending] = [name.replace(/\.json$/i, ''), '.json'];
  const names = [name];
  for (let number = 2; names.length < count; number += 1) {
    const next = `${base} ${number}${ending}`;
    if (!taken.has(next)) {
      names.push(next);
    }
  }
  return names;
}
