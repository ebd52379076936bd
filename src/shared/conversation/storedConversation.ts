import { isBoolean, isRecord, isString, isStrings, type WireObject } from '../guards.ts';
import { maxImageNameLength } from '../images/image.ts';
import { jsonLength } from '../service/extraFields.ts';
import { startOf } from '../visibleText.ts';
import {
  type ChatLabels,
  type ConversationHead,
  dispensable,
  isConversationHead,
  isSafeId,
  isTurn,
  maxLeftHeads,
  type Turn,
} from './conversation.ts';

/**
 * Reads a stored turn; undefined if it is not readable. Names and facts are cut to their limits, and fields that
 * are nested too deeply are left out. The texts stay as they are.
 */
export function readTurn(value: unknown): Turn | undefined {
  const turn = isRecord(value) ? boundedTurn(value) : undefined;
  return isTurn(turn) ? turn : undefined;
}

/**
 * Reads what is stored of a conversation besides its turns; undefined if it is not readable. An invalid
 * field that is dispensable is left out, so that the rest of the conversation is not lost; what exceeds its limit is
 * cut or left out.
 */
export function readConversationHead(value: unknown): ConversationHead | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const bounded = boundedHead(value);
  const invalid = Object.entries(dispensable).filter(([name, guard]) => !guard(bounded[name]));
  const names = new Set(invalid.map(([name]) => name));
  const head = Object.fromEntries(Object.entries(bounded).filter(([name]) => !names.has(name)));
  return isConversationHead(head) ? head : undefined;
}

/** Reads all labels of a stored value, cut to their limits. A label that is missing or invalid is undefined. */
export function readLabels(value: unknown): ChatLabels {
  const { title, pinned, tags, workspace } = isRecord(value) ? boundedLabels(value) : {};
  return {
    title: isString(title) ? title : undefined,
    pinned: isBoolean(pinned) ? pinned : undefined,
    tags: isStrings(tags) ? tags : undefined,
    workspace: isString(workspace) ? workspace : undefined,
  };
}

// What a service states is cut to the same lengths when it arrives (`docs/service-interface.md`, "Limits"). All
// lengths are in characters. Messages and replies are not cut.

/** Of titles and of the names of workspaces, connections and models, which the list of chats shows. */
export const maxNameLength = 500;

const tagLimits = { count: 100, length: 100 };

const labelLimits = { title: maxNameLength, workspace: maxNameLength };

/** A longer id is that of no file, and so of no turn. */
const headLimits = { headId: 64, besideId: 64 };

const targetLimits = { connectionId: maxNameLength, model: maxNameLength };

const replyLimits = {
  connection: maxNameLength,
  model: maxNameLength,
  answeredBy: maxNameLength,
  fingerprint: 200,
  fingerprintBefore: 200,
  provider: 200,
  requestId: 200,
  finishReason: 200,
};

const errorLimits = {
  // A sentence that may quote up to 2,000 characters.
  message: 2500,
  // With an address of up to 4,096 characters.
  tried: 5000,
  code: 200,
  requestId: 200,
  detail: 500,
};

const imageLimits = { name: maxImageNameLength };

/** Of each fact that Parley itself determines, as JSON. It makes no longer ones. */
const maxFactLength = 20_000;

/** More turns than a conversation has. */
const maxIds = 100_000;

/**
 * A field that is nested deeper is left out. JSON of any depth can be read, but a value of some 5,000 levels can
 * no longer be written.
 */
const maxLevels = 1000;

/** The fields of a turn within the limits. What is not within them is cut or left out. */
function boundedTurn(turn: WireObject): WireObject {
  const { user, reply, ...others } = turn;
  return {
    ...shallow(others),
    user: isRecord(user) ? boundedMessage(user) : undefined,
    reply: isRecord(reply) ? boundedReply(withBoundedImages(shallow(reply))) : undefined,
  };
}

/** A message needs its attachments, so that each of them is bounded on its own. */
function boundedMessage(message: WireObject): WireObject {
  const others = withBoundedImages(shallow({ ...message, context: undefined }));
  return { ...others, context: eachRecord(message['context'], shallow) };
}

function withBoundedImages(fields: WireObject): WireObject {
  const { images } = fields;
  return images === undefined
    ? fields
    : { ...fields, images: eachRecord(images, (image) => cut(image, imageLimits)) };
}

/** The array with each object in it changed; any other value as it is. */
function eachRecord(value: unknown, change: (fields: WireObject) => WireObject): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown) => (isRecord(item) ? change(item) : item))
    : value;
}

function boundedReply(reply: WireObject): WireObject {
  const { error } = reply;
  const facts = withoutLong(cut(reply, replyLimits), ['changes', 'formatCheck']);
  return isRecord(error)
    ? { ...facts, error: withoutLong(cut(error, errorLimits), ['modelCheck', 'refused']) }
    : facts;
}

/** The fields of `conversation.json` within the limits. */
export function boundedHead(head: WireObject): WireObject {
  const { queued, ...others } = head;
  const { leftHeadIds, removedIds, target } = others;
  const bounded = shallow({
    ...boundedLabels(cut(others, headLimits)),
    ...(isStrings(leftHeadIds) && { leftHeadIds: lastIds(leftHeadIds, maxLeftHeads) }),
    ...(isStrings(removedIds) && { removedIds: lastIds(removedIds, maxIds) }),
    ...(isRecord(target) && { target: cut(target, targetLimits) }),
  });
  return isRecord(queued) ? { ...bounded, queued: boundedMessage(queued) } : bounded;
}

function lastIds(ids: readonly string[], count: number): readonly string[] {
  return ids.filter(isSafeId).slice(-count);
}

/** The same fields with the labels of a chat among them within the limits. */
function boundedLabels(fields: WireObject): WireObject {
  const { tags } = fields;
  return {
    ...cut(fields, labelLimits),
    ...(isStrings(tags) && {
      tags: tags.slice(0, tagLimits.count).map((tag) => startOf(tag, tagLimits.length)),
    }),
  };
}

/** The name of a model or a connection within the limit. */
export function boundedName(name: string): string {
  return startOf(name, maxNameLength);
}

/** The fields with their texts cut to the lengths in `limits`. */
function cut(fields: WireObject, limits: Readonly<Record<string, number>>): WireObject {
  const entries = Object.entries(limits).flatMap(([name, length]) => {
    const text = fields[name];
    return isString(text) ? [[name, startOf(text, length)] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(entries) };
}

/** The fields without those of `names` that are too long. */
function withoutLong(fields: WireObject, names: readonly string[]): WireObject {
  const long = names.filter(
    (name) => fields[name] !== undefined && jsonLength(fields[name]) > maxFactLength,
  );
  return long.length === 0 ? fields : without(fields, new Set(long));
}

/** The fields without those that are nested too deeply. */
function shallow(fields: WireObject): WireObject {
  const deep = Object.keys(fields).filter((name) => isDeeper(fields[name], maxLevels));
  return deep.length === 0 ? fields : without(fields, new Set(deep));
}

function without(fields: WireObject, names: ReadonlySet<string>): WireObject {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
