import type { StoreFiles } from './storeFiles.ts';

/** The result of reading a JSON file. */
export type JsonReading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'missing' }
  /** The file is not JSON; `reason` is what the parser says. */
  | { readonly kind: 'damaged'; readonly reason: string };

/** The ending of the names of the temporary files that `writeWhole` writes. */
export const temporarySuffix = /\.[\w-]+\.tmp$/;

/** After so long the process that wrote a temporary file no longer renames it. */
const leftoverMs = 60 * 60 * 1000;

/**
 * Reads a file that `writeJson` wrote. A move may delete the old file before it renames the new one: after
 * a crash between the two, the complete temporary file is read instead. Throws what the file system throws.
 */
export async function readJson(files: StoreFiles, path: string): Promise<JsonReading> {
  const reading = await parseFile(files, path);
  if (reading.kind !== 'missing') {
    return reading;
  }
  for (const temporary of await temporaryFiles(files, path)) {
    const other = await parseFile(files, temporary);
    if (other.kind === 'value') {
      return other;
    }
  }
  // Another window may have renamed the temporary file since.
  return parseFile(files, path);
}

/** Writes `value` as JSON with `writeWhole`. Throws what the file system throws. */
export async function writeJson(files: StoreFiles, path: string, value: unknown): Promise<void> {
  await writeWhole(files, path, new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`));
}

/**
 * Writes a temporary file beside `path` and renames it, so that a crash leaves either the old content or
 * the new. Throws what the file system throws.
 */
export async function writeWhole(
  files: StoreFiles,
  path: string,
  bytes: Uint8Array,
): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await files.write(temporary, bytes);
  } catch (error) {
    // On a full disk half a file would still take up space.
    await files.remove(temporary).catch(() => {});
    throw error;
  }
  try {
    await files.move(temporary, path);
  } catch (error) {
    await removeUnlessOnly(files, temporary, path).catch(() => {});
    throw error;
  }
}

/**
 * A failed move may have deleted `path` already: then the temporary file is all that is left, and stays.
 * Otherwise each further try would leave one more of them.
 */
async function removeUnlessOnly(files: StoreFiles, temporary: string, path: string): Promise<void> {
  if ((await files.read(path)) !== undefined) {
    await files.remove(temporary);
  }
}

/**
 * Deletes the temporary files of `folder` whose names begin with `prefix` and that are over an hour old.
 * Only for derived files: of any other file the temporary one may be all that is left. Throws what the
 * file system throws.
 */
export async function removeLeftovers(
  files: StoreFiles,
  folder: string,
  prefix = '',
): Promise<void> {
  for (const path of await leftoversIn(files, folder)) {
    if (path.startsWith(prefix, folder === '' ? 0 : folder.length + 1)) {
      await files.remove(path);
    }
  }
}

/**
 * Deletes the temporary files of JSON files in `folder` that are over an hour old, where the file itself is there
 * as a whole. Throws what the file system throws.
 */
export async function removeReplaced(files: StoreFiles, folder: string): Promise<void> {
  for (const path of await leftoversIn(files, folder)) {
    if ((await parseFile(files, path.replace(temporarySuffix, ''))).kind === 'value') {
      await files.remove(path);
    }
  }
}

/** The paths of the temporary files in `folder` that no process renames any longer. */
async function leftoversIn(files: StoreFiles, folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { name } of await files.list(folder)) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (temporarySuffix.test(name) && (await files.changedAt(path)) < Date.now() - leftoverMs) {
      paths.push(path);
    }
  }
  return paths;
}

/** The names of the JSON files in `folder`, including those of which only a temporary file is left. Throws what the file system throws. */
export async function listJsonFiles(files: StoreFiles, folder: string): Promise<readonly string[]> {
  const entries = await files.list(folder);
  const names = entries.map(({ name }) => name.replace(temporarySuffix, ''));
  return Array.from(new Set(names)).filter((name) => name.endsWith('.json'));
}

async function parseFile(files: StoreFiles, path: string): Promise<JsonReading> {
  const bytes = await files.read(path);
  if (bytes === undefined) {
    return { kind: 'missing' };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'value', value: JSON.parse(text) };
  } catch (error) {
    return { kind: 'damaged', reason: String(error) };
  }
}

/** The paths of the temporary files of `path`, the newest first. */
async function temporaryFiles(files: StoreFiles, path: string): Promise<readonly string[]> {
  const start = path.lastIndexOf('/') + 1;
  const [prefix, name] = [path.slice(0, start), path.slice(start)];
  const entries = await files.list(prefix.slice(0, -1));
  const found = await Promise.all(
    entries
      .map((entry) => entry.name)
      .filter((other) => other !== name && other.replace(temporarySuffix, '') === name)
      .map(async (other) => {
        const temporary = `${prefix}${other}`;
        return { temporary, changedAt: await files.changedAt(temporary) };
      }),
  );
  return found.toSorted((a, b) => b.changedAt - a.changedAt).map(({ temporary }) => temporary);
}
