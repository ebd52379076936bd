import { isBoolean, isRecord, isString, isStrings } from '../guards.ts';
import {
  type ChatLabels,
  type ConversationHead,
  dispensable,
  isConversationHead,
  isTurn,
  type Turn,
} from './conversation.ts';
import { boundedHead, boundedLabels, boundedTurn } from './fileLimits.ts';

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
