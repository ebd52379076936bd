import * as l10n from '@vscode/l10n';
import { isRecord, isString } from '../../shared/guards.ts';
import { maxImageBytes } from '../../shared/images/image.ts';
import { formatNumber } from '../../shared/language.ts';
import {
  archiveProblem,
  type ArchiveReading,
  type ImageData,
  noExportText,
  readEntry,
} from './archive.ts';
import { chatGptExport } from './chatGptExport.ts';
import {
  type Fields,
  fieldsOf,
  type ForeignConversation,
  fromForeign,
  leftOutOf,
} from './fromForeign.ts';
import {
  type Bytes,
  type JsonElement,
  jsonElements,
  jsonList,
  type JsonObject,
  jsonObject,
  jsonWhole,
} from './jsonElements.ts';
import { libreChatExport } from './libreChatExport.ts';
import { openWebUiExport } from './openWebUiExport.ts';
import { vsCodeExport } from './vsCodeExport.ts';

/** No more conversations of one file are read, and no more images of a conversation. */
const maxConversations = 20_000;
const maxImages = 10_000;

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
 * that cannot be read or is too large becomes a problem and the others are still read. The file is not trusted: every
 * id in the result can be the name of a file, provided that those of `newId` can. The last reading has the problems
 * that concern the whole file. Throws if the file is a single value that is too large or not JSON.
 */
export function* readExportFile(bytes: Bytes, options: ReadOptions): Generator<ArchiveReading> {
  const list = jsonList(bytes, 'conversations');
  const archive = list && archiveWithout(list.rest, options);
  if (list !== undefined && archive !== undefined) {
    const problem = archiveProblem(archive);
    yield* problem === undefined
      ? readEach(list.elements, (element, number) => readOwn(element, number, options))
      : [{ conversations: [], problems: [problem] }];
    return;
  }
  const elements = jsonElements(bytes);
  yield* readForeign(options.newId, (take) =>
    elements === undefined
      ? [take(parsed(jsonWhole(bytes), options))]
      : readEach(elements, (element) => take(parsed(element, options))),
  );
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

/** Other programs whose exports can be read, recognized by fields that only their conversations have. */
const foreignFormats: readonly {
  readonly name: string;
  /** A conversation has all fields of at least one of these sets. */
  readonly marks: readonly (readonly string[])[];
  readonly read: (fields: Fields) => ForeignConversation;
}[] = [
  { name: 'ChatGPT', marks: [['mapping']], read: chatGptExport },
  { name: 'Open WebUI', marks: [['chat']], read: openWebUiExport },
  {
    name: 'LibreChat',
    marks: [
      ['conversationId', 'messages'],
      ['conversationId', 'messagesTree'],
    ],
    read: libreChatExport,
  },
  { name: 'VS Code', marks: [['requests']], read: vsCodeExport },
];

/**
 * Reads the conversations of another program, and counts what is not imported. `readings` gives to its argument one
 * parsed value after another.
 */
function* readForeign(
  newId: () => string,
  readings: (take: (value: unknown) => ArchiveReading) => Iterable<ArchiveReading>,
): Generator<ArchiveReading> {
  const counts = { empty: 0, unknown: 0, leftOut: 0 };
  let isExport = false;
  const take = (value: unknown): ArchiveReading => {
    const fields = fieldsOf(value);
    const format = foreignFormats.find(({ marks }) =>
      marks.some((names) => names.every((name) => Object.hasOwn(fields, name))),
    );
    if (format === undefined) {
      counts.unknown += 1;
      return { conversations: [], problems: [] };
    }
    isExport = true;
    const foreign = format.read(fields);
    const archived = fromForeign(foreign, format.name, newId);
    counts.empty += archived === undefined ? 1 : 0;
    counts.leftOut += leftOutOf(foreign);
    return { conversations: archived === undefined ? [] : [archived], problems: [] };
  };
  for (const reading of readings(take)) {
    // What cannot be read may well be a conversation.
    isExport ||= reading.problems.length > 0;
    yield reading;
  }
  yield { conversations: [], problems: isExport ? leftOutProblems(counts) : [noExportText()] };
}

/** A sentence for each kind of content that is not imported: chats, other values, and what is in a chat. */
function leftOutProblems({
  empty,
  unknown,
  leftOut,
}: Readonly<Record<'empty' | 'unknown' | 'leftOut', number>>): readonly string[] {
  return [
    empty > 0 && l10n.t('Skipped chats without messages: {0}.', formatNumber(empty)),
    unknown > 0 && l10n.t('Skipped entries that are not chats: {0}.', formatNumber(unknown)),
    leftOut > 0 &&
      l10n.t(
        'Only text and the images in the file are imported. Skipped files, images and tool results: {0}.',
        formatNumber(leftOut),
      ),
  ].filter((problem) => problem !== false);
}

/** Reads an entry of an archive of ours. Each of its images is parsed when it is looked up. */
function readOwn(element: JsonElement, number: number, options: ReadOptions): ArchiveReading {
  const files = jsonObject(element.view(), 'images');
  const entry = parsed(files?.rest ?? element, options);
  const { conversations, problems } = readEntry(entry, number, options.newId);
  const images = files && imagesOf(files.members, options);
  return {
    conversations: conversations.map((archived) => Object.assign(archived, { images })),
    problems,
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
