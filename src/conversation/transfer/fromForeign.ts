import type { Conversation, Reply, Turn } from '../../shared/conversation/conversation.ts';
import { boundedName, readLabels } from '../../shared/conversation/storedConversation.ts';
import { isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { base64OfDataUrl, type Image } from '../../shared/images/image.ts';
import { continueMessage } from '../exchanges.ts';
import type { ArchivedConversation } from './archive.ts';
import { type ForeignImage, unreadImage } from './transferImages.ts';

/** A conversation of another program. */
export interface ForeignConversation {
  readonly title?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  /** In any order. */
  readonly messages: readonly ForeignMessage[];
  /** The last message of the path that was shown. */
  readonly lastId?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly pinned?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** A message of another program. */
export interface ForeignMessage {
  readonly id: string;
  readonly parentId?: string | undefined;
  /** Missing if Parley does not know it, or if it was never shown. */
  readonly role: 'user' | 'assistant' | 'system' | undefined;
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
 * replies become versions. Replies that follow each other become one reply, up to a branch. `from` is the name of the
 * program. Undefined if the conversation has no message of the user.
 */
export function fromForeign(
  foreign: ForeignConversation,
  from: string,
  newId: () => string,
  now = Date.now(),
): ArchivedConversation | undefined {
  const { messages, keptAbove } = keptMessages(foreign.messages);
  const children = childrenOf(messages);
  // Some exports have no times.
  const createdAt = foreign.createdAt ?? [...messages.values()].find(({ at }) => at)?.at ?? now;
  const { turns, turnOf, add, images } = createTurns({ from, createdAt }, newId);
  const queue: Queued[] = rootsOf(messages).map((message) => ({ message }));
  for (const { message, parentId, user } of queue) {
    let [last, turnId] = [message, parentId];
    const next = children.get(message.id) ?? [];
    const isUser = message.role === 'user';
    if (isUser && !next.some(isReply)) {
      turnId = add(message, [], parentId);
    } else if (isReply(message) && (user ?? parentId) !== undefined) {
      const parts = withFollowers(message, children);
      turnId = add(user, parts, parentId);
      last = parts.at(-1) ?? message;
    }
    for (const child of children.get(last.id) ?? []) {
      queue.push({ message: child, parentId: turnId, user: isUser ? message : undefined });
    }
  }
  const headId = turnOf.get(keptAbove(foreign.lastId) ?? '');
  const conversation = { ...foreign, createdAt, messages: [...messages.values()] };
  const archived = archive(conversation, turns, headId, newId());
  return turns.length === 0
    ? undefined
    : { ...archived, ...(images.size > 0 && { images: Object.fromEntries(images) }) };
}

/** A message that is not converted yet. */
interface Queued {
  readonly message: ForeignMessage;
  /** The turn before it. */
  readonly parentId?: string | undefined;
  /** The message that it replies to; missing if it goes on with a reply. */
  readonly user?: ForeignMessage | undefined;
}

/** Collects the turns, for each message the id of its turn, and the files of the images. */
function createTurns(origin: Origin, newId: () => string) {
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
    user: ForeignMessage | undefined,
    parts: readonly ForeignMessage[],
    parentId: string | undefined,
  ): string => {
    const own = user === undefined ? [] : [user];
    const turn = withTurnImages(toTurn(user, parts, { ...origin, id: newId(), parentId }), {
      sent: takeImages(own),
      made: takeImages(parts),
    });
    turns.push(turn);
    [...own, ...parts].forEach(({ id }) => turnOf.set(id, turn.id));
    return turn.id;
  };
  return { turns, turnOf, add, images };
}

function isReply({ role }: ForeignMessage): boolean {
  return role === 'assistant';
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

/** A reply and the replies that follow it, for example after the use of a tool, until something else may follow as well. */
function withFollowers(
  reply: ForeignMessage,
  children: ReadonlyMap<string, readonly ForeignMessage[]>,
): readonly ForeignMessage[] {
  const parts = [reply];
  for (let at: ForeignMessage | undefined = reply; at !== undefined;) {
    const [next, ...others]: readonly ForeignMessage[] = children.get(at.id) ?? [];
    at = next !== undefined && isReply(next) && others.length === 0 ? next : undefined;
    parts.push(...(at === undefined ? [] : [at]));
  }
  return parts;
}

/** Where turns are from, and when that was begun. */
interface Origin {
  readonly from: string;
  readonly createdAt: number;
}

interface Place extends Origin {
  readonly id: string;
  readonly parentId: string | undefined;
}

function toTurn(
  user: ForeignMessage | undefined,
  parts: readonly ForeignMessage[],
  { id, parentId, from, createdAt }: Place,
): Turn {
  const startedAt = user?.at ?? parts[0]?.at ?? createdAt;
  const text = joined(parts.map((part) => part.text));
  const reply: Reply = {
    // Exports do not say how a reply ended.
    status: parts.length === 0 ? 'truncated' : 'completed',
    connection: from,
    model: boundedName(parts.find(({ model }) => model !== undefined)?.model ?? from),
    // What goes on with a reply is read as one with it.
    text: user === undefined ? `\n\n${text}` : text,
    reasoning: joined(parts.map(({ reasoning = '' }) => reasoning)),
    startedAt,
    endedAt: parts.at(-1)?.at ?? startedAt,
  };
  const message = { text: user?.text ?? continueMessage, context: [] };
  return {
    id,
    parentId,
    user: message,
    reply,
    ...(user === undefined && { isContinuation: true }),
  };
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
  {
    title,
    createdAt,
    messages,
    systemPrompt,
    pinned,
    tags,
  }: ForeignConversation & Pick<Origin, 'createdAt'>,
  turns: readonly Turn[],
  headId: string | undefined,
  id: string,
): ArchivedConversation {
  const conversation: Conversation = {
    id,
    createdAt,
    turns,
    headId: headId ?? turns.at(-1)?.id,
    systemPrompt: systemPrompt ?? messages.find(({ role }) => role === 'system')?.text,
  };
  // There is no workspace among the labels: another application knows none of VS Code.
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

/** A time in seconds since 1970, or as text, in milliseconds since then; undefined if it is neither. */
export function timeOf(value: unknown): number | undefined {
  const at = isFiniteNumber(value) ? value * 1000 : Date.parse(textOf(value) ?? '');
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

/**
 * The messages with a known role and with text or images, by id. A message that follows one of the others then follows the
 * next message above it that is kept, which `keptAbove` gives; for a message that is kept, it gives that one.
 */
function keptMessages(messages: readonly ForeignMessage[]): {
  readonly messages: Messages;
  readonly keptAbove: (id: string | undefined) => string | undefined;
} {
  const all = new Map(messages.map((message) => [message.id, message]));
  const kept = [...all.values()].filter(isKept);
  /** For each visited message its own id if it is kept, else the id of the next kept message above it. */
  const above = new Map<string, string | undefined>(kept.map(({ id }) => [id, id]));
  const keptAbove = (id: string | undefined): string | undefined => {
    const passed: string[] = [];
    let at = all.get(id ?? '');
    while (at !== undefined && !above.has(at.id)) {
      above.set(at.id, undefined);
      passed.push(at.id);
      at = all.get(at.parentId ?? '');
    }
    const found = above.get(at?.id ?? '');
    passed.forEach((each) => above.set(each, found));
    return found;
  };
  const linked = kept.map((message) =>
    Object.assign({}, message, { parentId: keptAbove(message.parentId) }),
  );
  return { messages: new Map(linked.map((message) => [message.id, message])), keptAbove };
}

/** How many attachments of a conversation are not imported. */
export function leftOutOf({ messages }: ForeignConversation): number {
  return messages.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
}

function isKept({ role, text, reasoning = '', images = [] }: ForeignMessage): boolean {
  const isSaid = text.trim() !== '' || reasoning.trim() !== '' || images.length > 0;
  return role !== undefined && isSaid;
}
