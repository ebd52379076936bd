import { isRecord } from '../../shared/guards.ts';
import { type ArchiveReading, readArchive } from './archive.ts';
import { chatGptExport } from './chatGptExport.ts';
import { type Fields, type ForeignConversation, fromForeign } from './fromForeign.ts';
import { libreChatExport } from './libreChatExport.ts';
import { openWebUiExport } from './openWebUiExport.ts';
import { vsCodeExport } from './vsCodeExport.ts';

/**
 * Reads the parsed JSON of an export of Parley or of another program. It is not trusted. Every id in the
 * result can be the name of a file, provided that those of `newId` can.
 */
export function readExport(value: unknown, newId: () => string): ArchiveReading {
  for (const { name, read } of foreignFormats) {
    const foreign = read(value);
    if (foreign !== undefined) {
      const conversations = foreign.flatMap((one) => fromForeign(one, name, newId) ?? []);
      const empty = foreign.length - conversations.length;
      const leftOut = foreign.reduce((sum, one) => sum + (one.leftOut ?? 0), 0);
      const problems = [
        ...(empty > 0 ? [`Without a message, and left out: ${empty} conversations.`] : []),
        ...(leftOut > 0
          ? [`Only text comes in: ${leftOut} files, pictures and results of tools were left out.`]
          : []),
      ];
      return { conversations, problems };
    }
  }
  return readArchive(value, newId);
}

/** Another program whose exports can be read. */
interface ForeignFormat {
  readonly name: string;
  /** The conversations of an export; undefined if it is not an export of this program. */
  readonly read: (value: unknown) => readonly ForeignConversation[] | undefined;
}

/** The known programs, recognized by fields that only their conversations have. */
export const foreignFormats: readonly ForeignFormat[] = [
  format('ChatGPT', chatGptExport, ['mapping']),
  format('Open WebUI', openWebUiExport, ['chat']),
  format(
    'LibreChat',
    libreChatExport,
    ['conversationId', 'messages'],
    ['conversationId', 'messagesTree'],
  ),
  format('VS Code', vsCodeExport, ['requests']),
];

/** `marks` are sets of fields. A conversation of the program has all fields of at least one set. */
function format(
  name: string,
  read: (fields: Fields) => ForeignConversation,
  ...marks: readonly (readonly string[])[]
): ForeignFormat {
  const isOne = (value: unknown): value is Fields =>
    isRecord(value) && marks.some((names) => names.every((mark) => Object.hasOwn(value, mark)));
  return {
    name,
    // An export is one conversation or a list. Elements that are not conversations are ignored.
    read(value) {
      const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
      const conversations = entries.filter(isOne);
      return conversations.length === 0 ? undefined : conversations.map(read);
    },
  };
}

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 44, 91, 93, 123, 125,
];

/**
 * The bytes of each element of a JSON array in UTF-8, so that an array that is too large to be parsed as a
 * whole can be read element by element. Yields nothing if the text is not an array. If it is not valid JSON,
 * the elements are whatever is between its commas.
 */
export function* jsonElements(bytes: Uint8Array): Generator<Uint8Array> {
  let at = skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
  if (bytes[at] !== openBracket) {
    return;
  }
  let start = at + 1;
  let depth = 0;
  for (at += 1; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
    } else if (depth > 0 && (byte === closeBracket || byte === closeBrace)) {
      depth -= 1;
    } else if (depth === 0 && (byte === comma || byte === closeBracket)) {
      if (skipSpace(bytes, start) < at) {
        yield bytes.subarray(start, at);
      }
      start = at + 1;
    }
  }
}

/** The index of the quote that ends the string beginning at `at`. */
function endOfString(bytes: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < bytes.length && bytes[end] !== quote) {
    end += bytes[end] === backslash ? 2 : 1;
  }
  return end;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) {
    at += 1;
  }
  return at;
}
