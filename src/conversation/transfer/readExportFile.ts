import * as l10n from '@vscode/l10n';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { type ArchiveReading, maxConversations, readArchive } from './archive.ts';
import { type JsonElement, jsonElements, jsonList, jsonWhole } from './jsonElements.ts';
import { leftOutProblems, readExport, readForeign } from './readExport.ts';

/**
 * No larger value is parsed, in bytes, and none with more values in it: it could take all the memory of the
 * extension host, and so end every extension.
 */
const valueLimits = { bytes: 256 * 1024 * 1024, values: 10_000_000 };

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
export function* readExportFile(
  bytes: Uint8Array,
  options: ReadOptions,
): Generator<ArchiveReading> {
  const { newId } = options;
  const list = jsonList(bytes, 'conversations');
  const archive = list && archiveWithout(list.rest, options);
  const elements = jsonElements(bytes);
  if (list !== undefined && archive !== undefined) {
    const whole = readArchive(archive, newId);
    yield whole;
    if (whole.problems.length === 0) {
      yield* readEach(list.elements, options, (entry, number) =>
        readArchive({ ...archive, conversations: [entry] }, newId, number),
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
  const readings = readEach(elements, options, (value) => {
    const foreign = readForeign([value], newId);
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

function* readEach(
  elements: Iterable<JsonElement>,
  options: ReadOptions,
  read: (value: unknown, number: number) => ArchiveReading,
): Generator<ArchiveReading> {
  let count = 0;
  for (const element of elements) {
    if (count === maxConversations) {
      const problem = l10n.t('Only the first {0} chats are imported.', formatNumber(count));
      yield { conversations: [], problems: [problem] };
      return;
    }
    count += 1;
    yield readOne(count, () => read(parsed(element, options), count));
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
    const size = formatNumber(Math.ceil(length / 1024 / 1024));
    throw new Error(l10n.t('It is too large: {0} MB.', size));
  }
  const count = valueCount();
  if (count > limits.values) {
    throw new Error(l10n.t('It is too large: about {0} values.', formatNumber(count)));
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
