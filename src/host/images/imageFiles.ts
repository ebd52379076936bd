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
