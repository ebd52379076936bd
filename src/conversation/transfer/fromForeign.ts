import type { Turn } from '../../shared/conversation/conversation.ts';
import { boundedName, readLabels } from '../../shared/conversation/storedConversation.ts';
import { isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { base64OfDataUrl, type Image } from '../../shared/images/image.ts';
import { chain } from '../conversationState.ts';
import { continueMessage } from '../exchanges.ts';
import type { ArchivedConversation } from './archive.ts';

/** An image of another program, as Base64. */
export interface ForeignImage {
  readonly name: string;
  readonly data: string;
}

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
): ArchivedConversation | undefined {
  const { messages, keptAbove } = keptMessages(foreign.messages);
  const children = childrenOf(messages);
  // Some exports have no times.
  const createdAt =
    foreign.createdAt ?? [...messages.values()].find(({ at }) => at)?.at ?? Date.now();
  const { turns, turnOf, add, images } = createTurns(from, createdAt, newId);
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
  if (turns.length === 0) {
    return undefined;
  }
  const { title, pinned, tags, systemPrompt } = foreign;
  const system = [...messages.values()].find(({ role }) => role === 'system');
  return {
    conversation: {
      id: newId(),
      createdAt,
      turns,
      headId: turnOf.get(keptAbove(foreign.lastId) ?? '') ?? turns.at(-1)?.id,
      systemPrompt: systemPrompt ?? system?.text,
    },
    // There is no workspace among the labels: another application knows none of VS Code.
    labels: readLabels({ title, pinned, tags }),
    ...(images.size > 0 && { images: Object.fromEntries(images) }),
  };
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
function createTurns(from: string, createdAt: number, newId: () => string) {
  const turns: Turn[] = [];
  const images = new Map<string, string>();
  const withImages = (
    messages: readonly ForeignMessage[],
  ): { readonly images?: readonly Image[] } => {
    const files = messages.flatMap((message) => message.images ?? []);
    const taken = files.map(({ name }) => unreadImage(name, newId));
    taken.forEach(({ id }, index) => images.set(id, files[index]?.data ?? ''));
    return taken.length === 0 ? {} : { images: taken };
  };
  const turnOf = new Map<string, string>();
  const add = (
    user: ForeignMessage | undefined,
    parts: readonly ForeignMessage[],
    parentId: string | undefined,
  ): string => {
    const id = newId();
    const own = user === undefined ? [] : [user];
    const startedAt = user?.at ?? parts[0]?.at ?? createdAt;
    const text = joined(parts.map((part) => part.text));
    turns.push({
      id,
      parentId,
      user: { text: user?.text ?? continueMessage, context: [], ...withImages(own) },
      reply: {
        // Exports do not say how a reply ended.
        status: parts.length === 0 ? 'truncated' : 'completed',
        connection: from,
        model: boundedName(parts.find(({ model }) => model !== undefined)?.model ?? from),
        // What goes on with a reply is read as one with it.
        text: user === undefined ? `\n\n${text}` : text,
        reasoning: joined(parts.map(({ reasoning = '' }) => reasoning)),
        startedAt,
        endedAt: parts.at(-1)?.at ?? startedAt,
        ...withImages(parts),
      },
      ...(user === undefined && { isContinuation: true }),
    });
    [...own, ...parts].forEach((message) => turnOf.set(message.id, id));
    return id;
  };
  return { turns, turnOf, add, images };
}

/** An image whose file has not been read yet: only its ID and its name mean something. */
function unreadImage(name: string, newId: () => string): Image {
  const id = newId()
    .replaceAll(/[^\da-f]/gi, '')
    .toLowerCase()
    .slice(0, 64)
    .padEnd(64, '0');
  return { id, type: 'image/png', name, width: 0, height: 0, size: 0 };
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
  return chain(reply, ({ id }) => {
    const [next, ...others] = children.get(id) ?? [];
    return next !== undefined && isReply(next) && others.length === 0 ? next : undefined;
  });
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
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
