import { isRecord } from '../../shared/guards.ts';
import { readJson, type JsonReading } from './jsonFile.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { StoreFiles } from './storeFiles.ts';

/** The format of the files that this version writes; `docs/store.md` describes it. */
export const storeFormat = 1;

/** The result of reading one file of a conversation. */
export type Stored<T> =
  | { readonly kind: 'read' | 'newer'; readonly value: T }
  | { readonly kind: 'missing' | 'newer'; readonly value?: undefined }
  | { readonly kind: 'setAside' | 'unreadable'; readonly name: string; readonly value?: undefined };

/** Handles a damaged file; gives the name that it has afterwards. */
export type SetAside = (files: StoreFiles, path: string) => Promise<string>;

/**
 * Reads a file whose contents `guard` accepts and which have this ID. Any other file counts as damaged and goes to
 * `setAside`, unless a newer version of Parley has written it. Throws nothing.
 */
export async function readStored<T extends { readonly id?: unknown }>(
  files: StoreFiles,
  path: string,
  guard: (value: unknown) => T | undefined,
  id: string,
  setAside: SetAside,
): Promise<Stored<T>> {
  const reading = await tryRead(files, path);
  if (reading.kind === 'missing') {
    return { kind: 'missing' };
  }
  if (reading.kind === 'unreadable') {
    return { kind: 'unreadable', name: `${path}: ${reading.reason}` };
  }
  const raw = reading.kind === 'value' ? reading.value : undefined;
  const isNewer = isNewerFormat(raw);
  const value = guard(raw);
  if (value?.id === id) {
    return { kind: isNewer ? 'newer' : 'read', value };
  }
  return isNewer ? { kind: 'newer' } : { kind: 'setAside', name: await setAside(files, path) };
}

async function tryRead(
  files: StoreFiles,
  path: string,
): Promise<JsonReading | { readonly kind: 'unreadable'; readonly reason: string }> {
  try {
    return await readJson(files, path);
  } catch (error) {
    return { kind: 'unreadable', reason: messageOf(error) };
  }
}

/** Leaves a damaged file as it is, for readers that must not change anything. */
export async function leaveDamaged(_files: StoreFiles, path: string): Promise<string> {
  return path;
}

const damagedName = /\.json\.\d+\.damaged$/;

/** The paths of the files in `folder` that `renameDamaged` has renamed. Throws what the file system throws. */
export async function listDamaged(files: StoreFiles, folder: string): Promise<readonly string[]> {
  const entries = await files.list(folder);
  return entries
    .filter(({ name }) => damagedName.test(name))
    .map(({ name }) => `${folder}/${name}`);
}

/** Renames a damaged file so that nothing overwrites it. Where that fails the file keeps its name. */
export async function renameDamaged(files: StoreFiles, path: string): Promise<string> {
  const name = `${path}.${Date.now()}.damaged`;
  try {
    await files.move(path, name);
    return name;
  } catch {
    return path;
  }
}

/** Whether a newer version of Parley has written a stored value. */
function isNewerFormat(value: unknown): boolean {
  const { format } = isRecord(value) ? value : {};
  return typeof format === 'number' && format > storeFormat;
}
