import { isRecord } from '../shared/guards.ts';
import { readJson, type JsonReading } from './jsonFile.ts';
import { messageOf } from './messageOf.ts';
import type { StoreFiles } from './storeFiles.ts';

/** The format that is written; `docs/store.md` describes it. */
export const storeFormat = 1;

/** What one file holds. */
export type Stored<T> =
  | { readonly kind: 'read' | 'newer'; readonly value: T }
  | { readonly kind: 'missing' | 'newer'; readonly value?: undefined }
  | { readonly kind: 'setAside' | 'unreadable'; readonly name: string; readonly value?: undefined };

/**
 * Reads a file; one that holds something else than it should is set aside, unless a newer version
 * has written it.
 */
export async function readStored<T>(
  files: StoreFiles,
  path: string,
  guard: (value: unknown) => T | undefined,
  isInPlace: (value: T) => boolean,
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

/** Renames a file so that nothing writes over it. Where even that fails, it stays where it is. */
async function setAside(files: StoreFiles, path: string): Promise<string> {
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
