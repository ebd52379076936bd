import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import { readLabels } from '../../shared/conversation/conversationGuard.ts';
import { boundedName } from '../../shared/conversation/fileLimits.ts';
import { isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import type { Image } from '../../shared/images/image.ts';
import { base64OfDataUrl } from '../../shared/images/dataUrl.ts';
import type { ArchivedConversation } from './archive.ts';
import { type ForeignImage, unreadImage } from './transferImages.ts';

/** A conversation of another program. */
export interface ForeignConversation {
  readonly title?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  /** In any order, without those that have neither text nor images. */
  readonly messages: readonly ForeignMessage[];
  /** The last message of the path that was shown. */
  readonly lastId?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** How many attachments, such as files and pictures, are not imported. */
  readonly leftOut?: number | undefined;
}

/** A message of another program. */
interface ForeignMessage {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly role: 'user' | 'assistant' | 'system';
  readonly text: string;
  readonly reasoning?: string | undefined;
  readonly model?: string | undefined;
  readonly images?: readonly ForeignImage[] | undefined;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
  /** How many attachments, such as files and pictures, are not imported. */
  readonly leftOut?: number | undefined;
}

/**
 * Converts a conversation of another program. A user message with one of its replies becomes a turn, so several
 * replies become versions. Consecutive replies become one reply. `from` is the name of the program. Undefined
 * if the conversation has no message of the user.
 */
export function fromForeign(
  foreign: ForeignConversation,
  from: string,
  newId: () => string,
): ArchivedConversation | undefined {
  const messages = new Map(foreign.messages.map((message) => [message.id, message]));
  const children = childrenOf(messages);
  const { turns, turnOf, add, images } = createTurns(from, newId);
  const queue: Queued[] = rootsOf(messages).map((message) => ({ message }));
  const enqueue = (next: readonly ForeignMessage[], parentId: string | undefined): void =>
    next.forEach((message) => queue.push({ message, parentId }));
  for (const { message, parentId } of queue) {
    const next = children.get(message.id) ?? [];
    const replies = message.role === 'user' ? next.filter(isReply) : [];
    for (const reply of replies) {
      const parts = withFollowers(reply, children);
      const after = children.get(parts.at(-1)?.id ?? '') ?? [];
      enqueue(after.filter(isNoReply), add(message, parts, parentId));
    }
    const isUnanswered = message.role === 'user' && replies.length === 0;
    const others = replies.length === 0 ? next : next.filter(isNoReply);
    enqueue(others, isUnanswered ? add(message, [], parentId) : parentId);
  }
  const headId = turnOf.get(foreign.lastId ?? '');
  const archived = archive(foreign, turns, headId, newId());
  return turns.length === 0
    ? undefined
    : { ...archived, ...(images.size > 0 && { images: Object.fromEntries(images) }) };
}

/** A message that is not converted yet, and the turn before it. */
interface Queued {
  readonly message: ForeignMessage;
  readonly parentId?: string | undefined;
}

/** Collects the turns, for each message the id of its turn, and the files of the images. */
function createTurns(from: string, newId: () => string) {
  const turns: Turn[] = [];
  const images = new Map<string, string>();
  const takeImages = (messages: readonly ForeignMessage[]): readonly Image[] =>
    messages
      .flatMap((message) => message.images ?? [])
      .map(({ name, data }) => {
        const image = unreadImage(name, newId);
        images.set(image.id, data);
        return image;
      });
  const turnOf = new Map<string, string>();
  const add = (
    user: ForeignMessage,
    parts: readonly ForeignMessage[],
    parentId: string | undefined,
  ): string => {
    const turn = withTurnImages(toTurn(user, parts, { id: newId(), parentId, from }), {
      sent: takeImages([user]),
      made: takeImages(parts),
    });
    turns.push(turn);
    [user, ...parts].forEach(({ id }) => turnOf.set(id, turn.id));
    return turn.id;
  };
  return { turns, turnOf, add, images };
}

function isReply({ role }: ForeignMessage): boolean {
  return role === 'assistant';
}

function isNoReply(message: ForeignMessage): boolean {
  return !isReply(message);
}

type Messages = ReadonlyMap<string, ForeignMessage>;

function childrenOf(messages: Messages): ReadonlyMap<string, readonly ForeignMessage[]> {
  const children = new Map<string, ForeignMessage[]>();
  for (const message of messages.values()) {
    const siblings = children.get(message.parentId ?? '') ?? [];
    siblings.push(message);
    children.set(message.parentId ?? '', siblings);
  }
  return children;
}

function rootsOf(messages: Messages): readonly ForeignMessage[] {
  return [...messages.values()].filter(({ parentId }) => !messages.has(parentId ?? ''));
}

/** A reply and the replies that directly follow it, for example after the use of a tool. */
function withFollowers(
  reply: ForeignMessage,
  children: ReadonlyMap<string, readonly ForeignMessage[]>,
): readonly ForeignMessage[] {
  const parts = [reply];
  const seen = new Set<string>();
  for (let at: ForeignMessage | undefined = reply; at !== undefined && !seen.has(at.id);) {
    seen.add(at.id);
    at = children.get(at.id)?.find(isReply);
    if (at !== undefined && !seen.has(at.id)) {
      parts.push(at);
    }
  }
  return parts;
}

interface Place {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly from: string;
}

function toTurn(
  user: ForeignMessage,
  parts: readonly ForeignMessage[],
  { id, parentId, from }: Place,
): Turn {
  const startedAt = user.at ?? parts[0]?.at ?? 0;
  const reply: Reply = {
    // Exports do not say how a reply ended.
    status: parts.length === 0 ? 'truncated' : 'completed',
    connection: from,
    model: boundedName(parts.find(({ model }) => model !== undefined)?.model ?? from),
    text: joined(parts.map(({ text }) => text)),
    reasoning: joined(parts.map(({ reasoning = '' }) => reasoning)),
    startedAt,
    endedAt: parts.at(-1)?.at ?? startedAt,
  };
  return { id, parentId, user: { text: user.text, context: [] }, reply };
}

/** A turn with the images of its message and of its reply, if there are any. */
function withTurnImages(
  turn: Turn,
  { sent, made }: { readonly sent: readonly Image[]; readonly made: readonly Image[] },
): Turn {
  return {
    ...turn,
    user: sent.length === 0 ? turn.user : { ...turn.user, images: sent },
    reply: made.length === 0 ? turn.reply : { ...turn.reply, images: made },
  };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

function archive(
  { title, createdAt, messages, systemPrompt, pinned, tags }: ForeignConversation,
  turns: readonly Turn[],
  headId: string | undefined,
  id: string,
): ArchivedConversation {
  const conversation: Conversation = {
    id,
    createdAt: createdAt ?? turns[0]?.reply.startedAt ?? 0,
    turns,
    headId: headId ?? turns.at(-1)?.id,
    systemPrompt: systemPrompt ?? messages.find(({ role }) => role === 'system')?.text,
  };
  // It was begun in no workspace of ours.
  return { conversation, labels: readLabels({ title, pinned, tags }) };
}

/** The fields of an object in an export, not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; none if the value is not an object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/** The elements of an array; none if the value is not an array. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is a string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return isString(value) ? value : undefined;
}

/** A time in seconds since 1970 as milliseconds; undefined if it is not a finite number. */
export function secondsOf(value: unknown): number | undefined {
  const at = isFiniteNumber(value) ? value * 1000 : undefined;
  return isFiniteNumber(at) ? at : undefined;
}

/** The images among addresses that hold them as data, and how many are elsewhere. */
export function imagesIn(
  candidates: readonly { readonly url: unknown; readonly name?: unknown }[],
): { readonly images: readonly ForeignImage[]; readonly leftOut: number } {
  const images = candidates.flatMap(({ url, name }) => {
    const data = isString(url) ? base64OfDataUrl(url) : undefined;
    return data === undefined ? [] : [{ name: textOf(name) ?? 'image', data }];
  });
  return { images, leftOut: candidates.length - images.length };
}

/** The role of a message; undefined if Parley does not know it. */
export function roleOf(role: unknown): ForeignMessage['role'] | undefined {
  return role === 'user' || role === 'assistant' || role === 'system' ? role : undefined;
}

/** A message that may have no role that Parley knows. */
export type UnreadMessage = Omit<ForeignMessage, 'role'> & {
  readonly role: ForeignMessage['role'] | undefined;
};

/**
 * The messages with a known role and with text or images. A message that follows one of the others then follows the
 * next message above it that is kept.
 */
export function messagesWithText(messages: readonly UnreadMessage[]): readonly ForeignMessage[] {
  const all = new Map(messages.map((message) => [message.id, message]));
  /** For each visited message its own id if it is kept, else the id of the next kept message above it. */
  const above = new Map<string, string | undefined>(
    messages.filter(isKept).map(({ id }) => [id, id]),
  );
  const keptAbove = (id: string | undefined): string | undefined => {
    const passed: string[] = [];
    let at = all.get(id ?? '');
    while (at !== undefined && !above.has(at.id)) {
      above.set(at.id, undefined);
      passed.push(at.id);
      at = all.get(at.parentId ?? '');
    }
    const kept = above.get(at?.id ?? '');
    passed.forEach((each) => above.set(each, kept));
    return kept;
  };
  return messages
    .filter(isKept)
    .map((message) => Object.assign({}, message, { parentId: keptAbove(message.parentId) }));
}

/** How many attachments of all messages are not imported. */
export function leftOutOf(messages: readonly UnreadMessage[]): number {
  return messages.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
}

function isKept(message: UnreadMessage): message is ForeignMessage {
  const { role, text, reasoning = '', images = [] } = message;
  const isSaid = text.trim() !== '' || reasoning.trim() !== '' || images.length > 0;
  return role !== undefined && isSaid;
}
