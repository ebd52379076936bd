import { imageExtensions, type ImageType, typeOfExtension } from '../../shared/images/image.ts';
import { writeWhole } from '../store/jsonFile.ts';
import type { StoreFiles } from '../store/storeFiles.ts';

/** An image with its bytes. */
interface ImageBytes {
  readonly id: string;
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

/** Writes an image into a folder; the empty name is that of the folder of `files`. Throws what the file system throws. */
export async function writeImage(
  files: StoreFiles,
  folder: string,
  { id, type, bytes }: ImageBytes,
): Promise<void> {
  await writeWhole(files, pathIn(folder, `${id}.${imageExtensions[type]}`), bytes);
}

/** The bytes of an image in a folder; undefined if they are not there or are not those of this image. */
export async function readImage(
  files: StoreFiles,
  folder: string,
  id: string,
): Promise<Uint8Array | undefined> {
  const path = await imagePath(files, folder, id);
  const bytes = path === undefined ? undefined : await files.read(path);
  return bytes !== undefined && (await sha256(bytes)) === id ? bytes : undefined;
}

/** The path of an image in a folder; undefined if it is not there. */
export async function imagePath(
  files: StoreFiles,
  folder: string,
  id: string,
): Promise<string | undefined> {
  const names = (await files.list(folder)).map(({ name }) => name);
  const name = names.find((each) => idOf(each) === id);
  return name === undefined ? undefined : pathIn(folder, name);
}

/** The ids of the images in a folder. */
export async function imageIds(files: StoreFiles, folder: string): Promise<ReadonlySet<string>> {
  return new Set((await files.list(folder)).flatMap(({ name }) => idOf(name) ?? []));
}

/** The id in the name of a file; undefined for a file that is no image, such as a temporary one. */
function idOf(name: string): string | undefined {
  const [id, extension = '', ...more] = name.split('.');
  return more.length === 0 && typeOfExtension(extension) !== undefined ? id : undefined;
}

function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The SHA-256 of bytes as 64 lower-case hex digits. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After so long the image of a message that was never sent is deleted. */
const draftMs = 7 * 24 * 60 * 60 * 1000;

/** The images of messages that are being written, each once, whatever chat it is for. */
export type DraftImages = ReturnType<typeof createDraftImages>;

/** Images in the folder of `files`. */
export function createDraftImages(files: StoreFiles) {
  /** How often each was added in this window and not released. */
  const counts = new Map<string, number>();
  return {
    /** Throws what the file system throws. */
    async add(id: string, type: ImageType, bytes: Uint8Array) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      await writeImage(files, '', { id, type, bytes });
    },
    read: async (id: string) => readImage(files, '', id),
    /** Deletes an image that is now with its chat, unless another message of this window may still name it. */
    async release(id: string) {
      const left = (counts.get(id) ?? 1) - 1;
      if (left > 0) {
        counts.set(id, left);
        return;
      }
      counts.delete(id);
      const path = await imagePath(files, '', id);
      if (path !== undefined) {
        await files.remove(path);
      }
    },
    /** Deletes the images of messages that were never sent. Throws what the file system throws. */
    async removeOld() {
      for (const { name } of await files.list('')) {
        if ((await files.changedAt(name)) < Date.now() - draftMs) {
          await files.remove(name);
        }
      }
    },
  };
}

/** How many bytes are encoded at once: an argument list must not be too long. A multiple of 3. */
const chunkBytes = 24_576;

/** Bytes as Base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(start, start + chunkBytes))));
  }
  return pieces.join('');
}

/** The bytes of Base64, which may have white space in it and lack its padding; undefined if it is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  try {
    const plain = atob(text);
    const bytes = new Uint8Array(plain.length);
    for (let index = 0; index < plain.length; index += 1) {
      bytes[index] = plain.charCodeAt(index);
    }
    return bytes;
  } catch {
    return undefined;
  }
}
