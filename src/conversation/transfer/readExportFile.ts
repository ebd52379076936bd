import * as l10n from '@vscode/l10n';
import { isRecord, isString } from '../../shared/guards.ts';
import { maxImageBytes } from '../../shared/images/image.ts';
import { formatNumber } from '../../shared/language.ts';
import { type ArchiveReading, maxConversations, readArchive } from './archive.ts';
import {
  type Bytes,
  type JsonElement,
  jsonElements,
  jsonList,
  type JsonObject,
  jsonObject,
  jsonWhole,
} from './jsonElements.ts';
import { leftOutProblems, readExport, readForeign } from './readExport.ts';
import { type ImageData, maxImages } from './transferImages.ts';

/**
 * No larger value is parsed, in bytes, and none with more values in it: what is made of a chat takes several times as
 * much of the memory that all extensions share. Images of an export of Parley are read one by one and not counted.
 */
const valueLimits = { bytes: 12 * 1024 * 1024, values: 250_000 };

/** A longer name is no id of an image. In bytes. */
const maxNameLength = 1000;

/** A longer text is no image. In bytes. */
const maxImageText = Math.ceil((maxImageBytes * 4) / 3) + 100;

/** What an export is read with. */
interface ReadOptions {
  readonly newId: () => string;
  /** Parses JSON in UTF-8. Throws if it is not JSON. */
  readonly parse: (bytes: Uint8Array) => unknown;
  readonly limits?: typeof valueLimits;
}

/**
 * Reads the file of an export of Parley or of another program, one conversation at a time, so that a conversation
 * that cannot be read or is too large becomes a problem and the others are still read. The file is not trusted.
 * The last reading has the problems that concern the whole file. Throws if the file is a single value that is too
 * large or not JSON.
 */
export function* readExportFile(bytes: Bytes, options: ReadOptions): Generator<ArchiveReading> {
  const { newId } = options;
  const list = jsonList(bytes, 'conversations');
  const archive = list && archiveWithout(list.rest, options);
  const elements = jsonElements(bytes);
  if (list !== undefined && archive !== undefined) {
    const whole = readArchive(archive, newId);
    yield whole;
    if (whole.problems.length === 0) {
      yield* readEach(list.elements, (element, number) =>
        readEntry(element, number, archive, options),
      );
    }
  } else if (elements === undefined) {
    yield readExport(parsed(jsonWhole(bytes), options), newId);
  } else {
    yield* readList(elements, options);
  }
}

/** The fields of an archive whose conversations are read one by one; undefined if it is no archive of ours. */
function archiveWithout(
  rest: JsonElement,
  options: ReadOptions,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const fields = parsed(rest, options);
    return isRecord(fields) && fields['kind'] !== undefined ? fields : undefined;
  } catch {
    // The problem is reported for the file as a whole.
    return undefined;
  }
}

/** Reads the conversations of another program, and counts what is not imported. */
function* readList(
  elements: Iterable<JsonElement>,
  options: ReadOptions,
): Generator<ArchiveReading> {
  const { newId } = options;
  const counts = { empty: 0, leftOut: 0, unknown: 0 };
  let isExport = false;
  const readings = readEach(elements, (element) => {
    const foreign = readForeign([parsed(element, options)], newId);
    isExport ||= foreign !== undefined;
    counts.empty += foreign?.empty ?? 0;
    counts.leftOut += foreign?.leftOut ?? 0;
    counts.unknown += foreign === undefined ? 1 : 0;
    return { conversations: foreign?.conversations ?? [], problems: [] };
  });
  for (const reading of readings) {
    // What cannot be read may well be a conversation.
    isExport ||= reading.problems.length > 0;
    yield reading;
  }
  yield isExport
    ? { conversations: [], problems: leftOutProblems(counts) }
    : readArchive(undefined, newId);
}

/** Reads an entry of an archive of ours. Each of its images is parsed when it is looked up. */
function readEntry(
  element: JsonElement,
  number: number,
  archive: Readonly<Record<string, unknown>>,
  options: ReadOptions,
): ArchiveReading {
  const files = jsonObject(element.view(), 'images');
  const entry = parsed(files?.rest ?? element, options);
  const reading = readArchive({ ...archive, conversations: [entry] }, options.newId, number);
  const images = files === undefined ? {} : { images: imagesOf(files.members, options) };
  return {
    ...reading,
    conversations: reading.conversations.map((archived) => Object.assign(archived, images)),
  };
}

function imagesOf(members: JsonObject['members'], { parse }: ReadOptions): ImageData {
  const images = {};
  let count = 0;
  for (const [name, { length, bytes }] of members) {
    count += 1;
    if (count > maxImages || name.length > maxNameLength) {
      break;
    }
    const id: unknown = parse(name.bytes());
    if (isString(id)) {
      const get = (): string => {
        const data = length > maxImageText ? undefined : parse(bytes());
        return isString(data) ? data : '';
      };
      Object.defineProperty(images, id, { get, enumerable: true, configurable: true });
    }
  }
  return images;
}

function* readEach(
  elements: Iterable<JsonElement>,
  read: (element: JsonElement, number: number) => ArchiveReading,
): Generator<ArchiveReading> {
  let count = 0;
  for (const element of elements) {
    if (count === maxConversations) {
      const problem = l10n.t('Only the first {0} chats are imported.', formatNumber(count));
      yield { conversations: [], problems: [problem] };
      return;
    }
    count += 1;
    yield readOne(count, () => read(element, count));
  }
}

function readOne(number: number, read: () => ArchiveReading): ArchiveReading {
  try {
    return read();
  } catch (error) {
    const problem = l10n.t('Chat {0} could not be read.', formatNumber(number));
    return { conversations: [], problems: [`${problem} ${messageOf(error)}`] };
  }
}

function parsed(
  { length, bytes, valueCount }: JsonElement,
  { parse, limits = valueLimits }: ReadOptions,
): unknown {
  if (length > limits.bytes) {
    const [size, most] = [length, limits.bytes].map((each) =>
      formatNumber(Math.ceil(each / 2 ** 20)),
    );
    throw new Error(
      l10n.t(
        'It is too large: {0} MB. A chat can have at most {1} MB. Delete large messages or files in it and export it again.',
        size ?? '',
        most ?? '',
      ),
    );
  }
  const count = valueCount();
  if (count > limits.values) {
    throw new Error(
      l10n.t(
        'It is too large: about {0} values. A chat can have at most {1}. Delete messages in it and export it again.',
        formatNumber(count),
        formatNumber(limits.values),
      ),
    );
  }
  try {
    return parse(bytes());
  } catch (error) {
    throw new Error(l10n.t('It is not valid JSON: {0}', messageOf(error)), { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
