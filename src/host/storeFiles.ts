/** A file or folder in a folder. */
interface StoreEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * The files of a store, each by its path from the root with `/`. What fails throws what the file
 * system throws.
 */
export interface StoreFiles {
  /** Nothing where there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Nothing where there is no such folder. */
  list(folder: string): Promise<readonly StoreEntry[]>;
  /** Makes the folders that are missing. Not safe against a crash: see `writeJson`. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Takes the place of `to`, which may be gone for a moment; also for a whole folder. */
  move(from: string, to: string): Promise<void>;
  /** Deletes a file or a folder with all that is in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Milliseconds since 1970; 0 where there is no such file. */
  changedAt(path: string): Promise<number>;
}
