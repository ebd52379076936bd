import { archiveText } from '../../conversation/transfer/archive.ts';
import type { StoreFiles } from '../store/storeFiles.ts';

/** Writes an export of any size, as one file or, where that would be too large, as several. */
export interface ArchiveWriter {
  /** Takes one more conversation, as JSON. */
  add(entry: string): Promise<void>;
  /** Puts the files in their places; gives their names. */
  finish(): Promise<readonly string[]>;
  /** Leaves nothing of what was written. */
  discard(): Promise<void>;
}

/** A file is at most about so large, in characters; each is a complete export and can be imported. */
const partCharacters = 32 * 1024 * 1024;

/**
 * Writes into the folder of `files`: what fits into one file into `name`, the rest into `name 2.json` and
 * so on, of which none is there yet. Until `finish` there are temporary files only.
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

/** The first part has the name itself, which the user has chosen; no other takes the place of a file. */
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
