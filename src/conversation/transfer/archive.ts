import * as l10n from '@vscode/l10n';
import {
  type Conversation,
  type ChatLabels,
  type Turn,
} from '../../shared/conversation/conversation.ts';
import {
  readConversationHead,
  readLabels,
  readTurn,
} from '../../shared/conversation/storedConversation.ts';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { isFreeName } from './exportNames.ts';

/** The files of images as Base64, by the ID of the image. Each may be read from a file when it is looked up. */
export type ImageData = Readonly<Record<string, string>>;

/** A conversation with its labels. */
export interface ArchivedConversation {
  readonly conversation: Conversation;
  readonly labels: ChatLabels;
  /** The files of its images, as far as they are there. */
  readonly images?: ImageData | undefined;
}

/** What was read of an export. */
export interface ArchiveReading {
  readonly conversations: readonly ArchivedConversation[];
  /** A sentence about each thing that could not be read. */
  readonly problems: readonly string[];
}

const kind = 'parley-conversations';
const format = 1;

/** No more turns of a conversation are read, so that a file that was made to take up memory cannot. */
const maxTurns = 100_000;

/** A complete conversation as an entry of an archive, but for its images; `docs/store.md` describes it. */
export function archiveEntry({ conversation, labels }: ArchivedConversation): unknown {
  // A conversation that was read from its file has its labels as fields, too.
  const without = Object.fromEntries(Object.keys(labels).map((name) => [name, undefined]));
  const turns = conversation.turns.map(({ reply, ...turn }) => ({
    ...turn,
    // The secrets of an export are masked.
    reply: { ...reply, holdsSecret: undefined },
  }));
  return { ...conversation, turns, ...without, notes: labels };
}

/** An entry, which is the JSON of an object, with the files of its images. */
export function withImageData(entry: string, images: ImageData | undefined): string {
  return images === undefined
    ? entry
    : `${entry.slice(0, entry.lastIndexOf('}'))},\n "images": ${JSON.stringify(images, undefined, 1)}\n}`;
}

/** The text of an archive with these entries, which are JSON texts. */
export function archiveText(entries: readonly string[]): string {
  const head = ` "kind": ${JSON.stringify(kind)},\n "format": ${format},\n`;
  return `{\n${head} "conversations": [\n${entries.join(',\n')}\n]\n}\n`;
}

/** Why a file with these fields beside its conversations is no archive that can be read; undefined if it is one. */
export function archiveProblem(fields: Readonly<Record<string, unknown>>): string | undefined {
  if (fields['kind'] !== kind) {
    return noExportText();
  }
  return typeof fields['format'] !== 'number' || fields['format'] > format
    ? l10n.t('This export was created by a newer version of Parley. Update Parley.')
    : undefined;
}

/** What the user is told of a file that no export is. */
export function noExportText(): string {
  return l10n.t('This is not an export of Parley, ChatGPT, Open WebUI, LibreChat or VS Code.');
}

/**
 * Reads the parsed JSON of an entry, but for its images. It is not trusted: whatever is invalid becomes a problem, in
 * which the conversation has a `number`. An id is kept if it can be the name of a file, otherwise `newId` replaces it.
 * In the result, no turn is its own ancestor.
 */
export function readEntry(entry: unknown, number: number, newId: () => string): ArchiveReading {
  const { notes, turns, images: _images, ...rest } = isRecord(entry) ? entry : {};
  const head = readConversationHead(rest);
  if (head === undefined || !Array.isArray(turns)) {
    const problem = l10n.t('Entry {0} is not a chat.', formatNumber(number));
    return { conversations: [], problems: [problem] };
  }
  const all: readonly unknown[] = turns.slice(0, maxTurns);
  const readable = withSafeIds(withoutRepeats(all.flatMap((turn) => readTurn(turn) ?? [])), newId);
  const lost = turns.length - readable.length;
  const conversation = {
    ...head,
    id: isFreeName(head.id, new Set()) ? head.id : newId(),
    // A file must not cause anything to be sent.
    queued: undefined,
    turns: withoutCircles(readable),
  };
  return {
    conversations: [{ conversation, labels: readLabels(notes) }],
    problems: lost > 0 ? [lostText(number, lost)] : [],
  };
}

function lostText(number: number, lost: number): string {
  const [place, count] = [formatNumber(number), formatNumber(lost)];
  return l10n.t('Unreadable messages in chat {0}: {1}.', place, count);
}

function withoutRepeats(turns: readonly Turn[]): readonly Turn[] {
  return [...new Map(turns.map((turn) => [turn.id, turn])).values()];
}

function withSafeIds(turns: readonly Turn[], newId: () => string): readonly Turn[] {
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  for (const { id } of turns) {
    if (!isFreeName(id, taken)) {
      renamed.set(id, newId());
    }
    taken.add(id.toLowerCase());
  }
  const nameOf = (id: string) => renamed.get(id) ?? id;
  return renamed.size === 0
    ? turns
    : turns.map((turn) => {
        const { id, parentId } = turn;
        const parent = parentId === undefined ? {} : { parentId: nameOf(parentId) };
        return Object.assign({}, turn, { id: nameOf(id) }, parent);
      });
}

/** Turns without circles among their parents: a turn that is its own ancestor becomes a first turn. */
function withoutCircles(turns: readonly Turn[]): readonly Turn[] {
  const parents = new Map(turns.map(({ id, parentId }) => [id, parentId]));
  const sound = new Set<string>();
  for (const { id } of turns) {
    const path = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && !sound.has(at) && !path.has(at)) {
      path.add(at);
      at = parents.get(at);
    }
    if (at !== undefined && path.has(at)) {
      parents.set(at, undefined);
    }
    path.forEach((passed) => sound.add(passed));
  }
  return turns.map((turn) =>
    parents.get(turn.id) === turn.parentId
      ? turn
      : Object.assign({}, turn, { parentId: undefined }),
  );
}
