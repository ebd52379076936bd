import * as l10n from '@vscode/l10n';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { type ArchiveReading, readArchive } from './archive.ts';
import { chatGptExport } from './chatGptExport.ts';
import { type Fields, type ForeignConversation, fromForeign, leftOutOf } from './fromForeign.ts';
import { libreChatExport } from './libreChatExport.ts';
import { openWebUiExport } from './openWebUiExport.ts';
import { vsCodeExport } from './vsCodeExport.ts';

/**
 * Reads the parsed JSON of an export of Parley or of another program. It is not trusted. Every id in the
 * result can be the name of a file, provided that those of `newId` can.
 */
export function readExport(value: unknown, newId: () => string): ArchiveReading {
  const foreign = readForeign(value, newId);
  return foreign === undefined
    ? readArchive(value, newId)
    : { conversations: foreign.conversations, problems: leftOutProblems(foreign) };
}

/** How much of an export of another program is not imported. */
interface LeftOut {
  /** Conversations without a message. */
  readonly empty: number;
  /** Files, results of tools, and images that are not in the export. */
  readonly leftOut: number;
  /** Elements that are no conversations. */
  readonly unknown?: number;
}

/** A sentence for each kind of content that is not imported. */
export function leftOutProblems({ empty, leftOut, unknown = 0 }: LeftOut): readonly string[] {
  return [
    ...(empty > 0 ? [emptyText(empty)] : []),
    ...(unknown > 0 ? [unknownText(unknown)] : []),
    ...(leftOut > 0 ? [leftOutText(leftOut)] : []),
  ];
}

function emptyText(count: number): string {
  return l10n.t('Skipped chats without messages: {0}.', formatNumber(count));
}

function unknownText(count: number): string {
  return l10n.t('Skipped entries that are not chats: {0}.', formatNumber(count));
}

function leftOutText(count: number): string {
  return l10n.t(
    'Only text and the images in the file are imported. Skipped files, images and tool results: {0}.',
    formatNumber(count),
  );
}

/** Reads the parsed JSON of an export of another program; undefined if it is none. */
export function readForeign(
  value: unknown,
  newId: () => string,
): (Pick<ArchiveReading, 'conversations'> & LeftOut) | undefined {
  for (const { name, read } of foreignFormats) {
    const foreign = read(value);
    if (foreign !== undefined) {
      const conversations = foreign.flatMap((one) => fromForeign(one, name, newId) ?? []);
      return {
        conversations,
        empty: foreign.length - conversations.length,
        leftOut: foreign.reduce((sum, one) => sum + leftOutOf(one), 0),
      };
    }
  }
  return undefined;
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
