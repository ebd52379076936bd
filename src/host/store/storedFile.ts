import { isRecord } from '../../shared/guards.ts';
import { readJson, type JsonReading } from './jsonFile.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { StoreFiles } from './storeFiles.ts';

/** The format that is written; `docs/store.md` describes it. */
export const storeFormat = 1;

/** What one file holds. */
export type Stored<T> =
  | { readonly kind: 'read' | 'newer'; readonly value: T }
  | { readonly kind: 'missing' | 'newer'; readonly value?: undefined }
  | { readonly kind: 'setAside' | 'unreadable'; readonly name: string; readonly value?: undefined };

/** Takes away a file that holds something else than it should; gives where it is then. */
export type SetAside = (files: StoreFiles, path: string) => Promise<string>;

/**
 * Reads a file; one that holds something else than it should is given to `setAside`, unless a newer
 * version has written it.
 */
export async function readStored<T>(
  files: StoreFiles,
  path: string,
  guard: (value: unknown) => T | undefined,
  isInPlace: (value: T) => boolean,
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
  if (value !== undefined && isInPlace(value)) {
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

/** Leaves a file where it is: somebody who only looks at it changes nothing. */
export async function leaveDamaged(_files: StoreFiles, path: string): Promise<string> {
  return path;
}

/** Renames a file so that nothing writes over it. Where even that fails, it stays where it is. */
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
