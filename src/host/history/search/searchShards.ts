import { isFilterSize, type GramFilter } from '../../../conversation/search/gramFilter.ts';
import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isOneOf,
  isString,
} from '../../../shared/guards.ts';
import { removeLeftovers, writeWhole } from '../../store/jsonFile.ts';
import { searchFolder } from '../../store/storePaths.ts';
import type { StoreFiles } from '../../store/storeFiles.ts';

/** Files of format 1 lack the words of one or two letters: they count as empty. */
const shardFormat = 2;

/** Number of files that share the filters, so that a change writes only a small part of them. */
const shardCount = 64;

/** A file with a longer first line is damaged. In bytes. */
const longestHead = 8 * 1024 * 1024;

const newline = 10;

/** The filter of a chat, and the state of the chat that it was made from. */
interface Entry {
  readonly stamp: string;
  readonly filter: GramFilter;
}

type Shard = Map<string, Entry>;

const isHead = isObjectOf({
  format: isOneOf(`${shardFormat}`),
  entries: isArrayOf(isObjectOf({ id: isString, stamp: isString, bytes: isFiniteNumber })),
});

/**
 * The filters of the chats, in memory from the first use until `release`. On disk they are in
 * `.search/<n>.bin`, which `docs/store.md` describes; a file that is missing or damaged counts as empty.
 */
export class SearchShards {
  readonly #files: StoreFiles;
  #shards: Promise<readonly Shard[]> | undefined;
  readonly #changed = new Set<number>();
  #hasSaved = false;

  constructor(files: StoreFiles) {
    this.#files = files;
  }

  /** The filter of a chat in the state `stamp`; undefined where there is none. */
  async get(id: string, stamp: string): Promise<GramFilter | undefined> {
    const entry = (await this.#load())[shardOf(id)]?.get(id);
    return entry?.stamp === stamp ? entry.filter : undefined;
  }

  /** Adds a filter, which `save` writes to disk. */
  async put(id: string, stamp: string, filter: GramFilter): Promise<void> {
    (await this.#load())[shardOf(id)]?.set(id, { stamp, filter });
    this.#changed.add(shardOf(id));
  }

  /** Writes the changed files, without the chats for which `isThere` is false. Throws what the file system throws. */
  async save(isThere: (id: string) => boolean): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    const shards = changed.length === 0 ? [] : await this.#load();
    for (const index of changed) {
      const entries = [...(shards[index] ?? [])].filter(([id]) => isThere(id));
      await writeWhole(this.#files, shardPath(index), shardBytes(entries));
    }
    if (changed.length > 0 && !this.#hasSaved) {
      this.#hasSaved = true;
      await removeLeftovers(this.#files, searchFolder);
    }
  }

  /** Frees the memory. Filters that are not saved are lost. */
  release(): void {
    this.#shards = undefined;
    this.#changed.clear();
  }

  async #load(): Promise<readonly Shard[]> {
    this.#shards ??= Promise.all(
      Array.from({ length: shardCount }, async (_, index) => readShard(this.#files, index)),
    );
    return this.#shards;
  }
}

function shardPath(index: number): string {
  return `${searchFolder}/${index}.bin`;
}

function shardOf(id: string): number {
  let hash = 0;
  for (let at = 0; at < id.length; at += 1) {
    hash = (Math.imul(hash, 31) + id.charCodeAt(at)) | 0;
  }
  return (hash >>> 0) % shardCount;
}

async function readShard(files: StoreFiles, index: number): Promise<Shard> {
  try {
    return parseShard((await files.read(shardPath(index))) ?? new Uint8Array());
  } catch {
    return new Map();
  }
}

/** The entries of a file; none of a file that is damaged. Throws what JSON.parse throws. */
function parseShard(file: Uint8Array): Shard {
  const end = file.subarray(0, longestHead).indexOf(newline);
  const head: unknown = JSON.parse(new TextDecoder().decode(file.subarray(0, Math.max(end, 0))));
  const shard: Shard = new Map();
  if (!isHead(head)) {
    return shard;
  }
  let at = end + 1;
  for (const { id, stamp, bytes } of head.entries) {
    if (!isFilterSize(bytes) || at + bytes > file.length) {
      return new Map();
    }
    shard.set(id, { stamp, filter: file.subarray(at, at + bytes) });
    at += bytes;
  }
  return at === file.length ? shard : new Map();
}

function shardBytes(entries: readonly (readonly [string, Entry])[]): Uint8Array {
  const head = {
    format: `${shardFormat}`,
    entries: entries.map(([id, { stamp, filter }]) => ({ id, stamp, bytes: filter.length })),
  };
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const parts = [line, ...entries.map(([, { filter }]) => filter)];
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
