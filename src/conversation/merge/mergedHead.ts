import type { ConversationHead } from '../../shared/conversation/conversation.ts';
import type { HeadEvent } from '../../shared/conversation/conversationEvent.ts';

/** What a window knows of a conversation's head, and what it has changed in it since. */
interface HeadStates {
  /** As it was read or written last. */
  readonly base: ConversationHead;
  readonly mine: ConversationHead;
  /** As it is on disk now. */
  readonly stored: ConversationHead;
}

/**
 * The head to be written: what was changed here goes before what is stored, field by field; turns are
 * removed and put back one by one.
 */
export function mergedHead({ base, mine, stored }: HeadStates): ConversationHead {
  const pick = <K extends keyof ConversationHead>(name: K): ConversationHead[K] =>
    isSame(base[name], mine[name]) ? stored[name] : mine[name];
  const { added, gone } = difference(base.removedIds, mine.removedIds);
  const removedIds = new Set([
    ...(stored.removedIds ?? []).filter((id) => !gone.includes(id)),
    ...added,
  ]);
  return {
    ...mine,
    headId: pick('headId'),
    leftHeadIds: pick('leftHeadIds'),
    besideId: pick('besideId'),
    queued: pick('queued'),
    systemPrompt: pick('systemPrompt'),
    parameters: pick('parameters'),
    target: pick('target'),
    removedIds: removedIds.size === 0 ? undefined : [...removedIds],
  };
}

/**
 * What another window has changed that is to be taken in here: the system prompt and the parameters,
 * unless they were changed here, too, and what was removed and put back. Which branch is shown, where
 * the next message goes and what is queued are each window's own.
 */
export function headChanges({ base, mine, stored }: HeadStates): readonly HeadEvent[] {
  const isNew = (name: 'systemPrompt' | 'parameters'): boolean =>
    isSame(base[name], mine[name]) && !isSame(mine[name], stored[name]);
  const { added, gone } = difference(base.removedIds, stored.removedIds);
  const { removedIds = [] } = mine;
  const turnsRemoved = added.filter((id) => !removedIds.includes(id));
  const turnsRestored = gone.filter((id) => removedIds.includes(id));
  const { systemPrompt, parameters = {} } = stored;
  const all: readonly (false | HeadEvent)[] = [
    isNew('systemPrompt') && { kind: 'systemPromptSet', systemPrompt },
    isNew('parameters') && { kind: 'parametersSet', parameters },
    turnsRemoved.length > 0 && { kind: 'turnsRemoved', turnIds: turnsRemoved },
    turnsRestored.length > 0 && { kind: 'turnsRestored', turnIds: turnsRestored },
    ...headMoved(stored, mine, turnsRemoved),
  ];
  return all.filter((event) => event !== false);
}

/** The base after `headChanges` were taken in; what was changed here stays a change. */
export function baseAfter({ base, mine, stored }: HeadStates): ConversationHead {
  const pick = <K extends keyof ConversationHead>(name: K): ConversationHead[K] =>
    isSame(base[name], mine[name]) ? stored[name] : base[name];
  return {
    ...base,
    systemPrompt: pick('systemPrompt'),
    parameters: pick('parameters'),
    removedIds: stored.removedIds,
  };
}

/** Where the path that is shown ends in what was removed, the other window's takes its place. */
function headMoved(
  stored: ConversationHead,
  { headId }: ConversationHead,
  removed: readonly string[],
): readonly HeadEvent[] {
  const isGone = headId !== undefined && removed.includes(headId);
  return isGone && stored.headId !== undefined && !removed.includes(stored.headId)
    ? [{ kind: 'headSet', headId: stored.headId }]
    : [];
}

function difference(before: readonly string[] = [], after: readonly string[] = []) {
  return {
    added: after.filter((id) => !before.includes(id)),
    gone: before.filter((id) => !after.includes(id)),
  };
}

/** Fields of a head are JSON. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
