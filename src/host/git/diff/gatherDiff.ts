import { isLockFile } from '../../../shared/isLockFile.ts';
import { forEachConcurrently } from '../../base/concurrency.ts';
import {
  type DiffSection,
  diffSections,
  headerOf,
  sectionOf,
  unreadSection,
} from './diffSections.ts';

/** A file that Git does not know yet. */
export type NewFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' | 'largeFile' | 'link' | 'unreadable' };

/** What a patch is gathered from. All paths are relative to the repository, with `/`. */
export interface DiffSource {
  /** The changed files that Git knows. Undefined if they are not known beforehand. */
  readonly files?: readonly string[] | undefined;
  /** The files that Git does not know yet. */
  readonly newFiles: readonly string[];
  /** The patch of all files that Git knows. */
  readonly whole: () => Promise<string>;
  /** The patch of one of them. */
  readonly one: (path: string) => Promise<string>;
  /** In bytes; undefined if it is not known, as that of a deleted file. */
  readonly size: (path: string) => Promise<number | undefined>;
  readonly readNew: (path: string) => Promise<NewFile>;
}

/** What Git and the files say. */
export interface GatheredDiff {
  readonly sections: readonly DiffSection[];
  /** Differs if the changes do, as far as they were read. */
  readonly signature: string;
}

/** Files whose sizes add up to more are compared one by one, so that no patch fills the memory. In bytes. */
const maxWholeBytes = 32 * 1024 * 1024;

/** More files are compared one by one, until there is enough text. */
const maxWholeFiles = 3000;

/** Larger files are not compared. In bytes. */
const maxFileBytes = 4 * 1024 * 1024;

/** How many files are looked at, and read, at a time. */
const concurrency = 16;

/**
 * Reads the changes of files: at once if the files are small, otherwise one by one until there are more than `enough`
 * UTF-16 code units, so that no number and size of files takes long. Throws what Git throws if nothing can be read.
 */
export async function gatherDiff(
  source: DiffSource,
  enough: number,
  signal?: AbortSignal,
): Promise<GatheredDiff> {
  const known = await readKnown(source, enough, signal);
  const read = known.reduce((length, { text }) => length + text.length, 0);
  const added = await readOneByOne(source.newFiles, enough - read, signal, async (path) =>
    newSection(path, await source.readNew(path)),
  );
  const sections = [...known, ...added];
  return { sections, signature: sections.map(signatureOf).join('\n') };
}

async function readKnown(
  source: DiffSource,
  enough: number,
  signal: AbortSignal | undefined,
): Promise<readonly DiffSection[]> {
  const { files } = source;
  const sizes = await sizesOf(source);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  signal?.throwIfAborted();
  if (files === undefined || (files.length <= maxWholeFiles && bytes <= maxWholeBytes)) {
    return diffSections(await source.whole());
  }
  return readOneByOne(files, enough, signal, async (path) => {
    if (isLockFile(path)) {
      return unreadSection(path, { kind: 'lock' });
    }
    const size = sizes.get(path) ?? (await source.size(path)) ?? 0;
    return size > maxFileBytes
      ? unreadSection(path, { kind: 'largeFile', detail: `${size} bytes` })
      : sectionOf(await source.one(path), path);
  });
}

async function sizesOf({
  files = [],
  size,
}: Pick<DiffSource, 'files' | 'size'>): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (files.length <= maxWholeFiles) {
    await forEachConcurrently(files, concurrency, async (path) => {
      const bytes = await size(path);
      if (bytes !== undefined) {
        sizes.set(path, bytes);
      }
    });
  }
  return sizes;
}

/** The parts of files in their order. Those that come after `enough` text are not read. */
async function readOneByOne(
  paths: readonly string[],
  enough: number,
  signal: AbortSignal | undefined,
  read: (path: string) => Promise<DiffSection>,
): Promise<readonly DiffSection[]> {
  const sections = new Map<string, DiffSection>();
  let length = 0;
  await forEachConcurrently(paths, concurrency, async (path) => {
    signal?.throwIfAborted();
    if (length > enough) {
      return;
    }
    const section = await read(path).catch(() => unreadSection(path, { kind: 'unreadable' }));
    length += section.text.length;
    sections.set(path, section);
  });
  return paths.map((path) => sections.get(path) ?? unreadSection(path, { kind: 'tooMuch' }));
}

/** A file that Git does not know, as a patch that adds it. */
function newSection(path: string, file: NewFile): DiffSection {
  if (file.kind !== 'text') {
    return unreadSection(path, { kind: file.kind });
  }
  const lines = file.text.split('\n');
  const isEnded = lines.at(-1) === '';
  const body = isEnded ? lines.slice(0, -1) : lines;
  const header = [
    `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}`,
    'new file mode 100644',
  ];
  const patch =
    file.text === ''
      ? header
      : [
          ...header,
          '--- /dev/null',
          `+++ ${quoted(`b/${path}`)}`,
          `@@ -0,0 +1,${body.length} @@`,
          ...body.map((line) => `+${line}`),
          ...(isEnded ? [] : [String.raw`\ No newline at end of file`]),
        ];
  return sectionOf(`${patch.join('\n')}\n`, path);
}

/** As Git writes a name with characters that would end it. */
function quoted(name: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0000-\u001F"\\\u007F]/.test(name) ? JSON.stringify(name) : name;
}

/** The header has the hashes of the contents. */
function signatureOf({ path, text, notShown }: DiffSection): string {
  return [path, notShown?.kind ?? '', text.length, headerOf(text)].join('\n');
}
