import type { Conversation, Turn, ConversationHead } from '../shared/conversation/conversation.ts';
import type { HeadEvent } from '../shared/conversation/conversationEvent.ts';

/** Whether another window may know more about a turn: it is unknown here, runs there or ended with its window. */
export function isOpenToOthers(turn: Turn | undefined): boolean {
  return (
    turn === undefined ||
    turn.isElsewhere === true ||
    (turn.reply.status === 'truncated' && turn.reply.endedAt === undefined)
  );
}

/**
 * The event that takes in turns which another window has added or continued. If they continue the shown
 * path, they are shown. Undefined if none of them is new.
 */
export function takeIn(
  conversation: Conversation,
  others: readonly Turn[],
): Extract<HeadEvent, { kind: 'turnsTakenIn' }> | undefined {
  const known = new Map(conversation.turns.map((turn) => [turn.id, turn]));
  const turns = others.filter((turn) => {
    const before = known.get(turn.id);
    return isOpenToOthers(before) && (before === undefined || !looksSame(before, turn));
  });
  if (turns.length === 0) {
    return undefined;
  }
  const continuesPath = createContinuesPath(conversation, turns);
  const next = turns
    .toSorted((a, b) => b.reply.startedAt - a.reply.startedAt)
    .find(({ id }) => continuesPath(id));
  return { kind: 'turnsTakenIn', turns, headId: next?.id ?? conversation.headId };
}

/** Creates a function that tells whether a turn is after the end of the shown path. It looks at each turn once. */
function createContinuesPath(
  { turns, headId, removedIds = [] }: Conversation,
  others: readonly Turn[],
): (id: string) => boolean {
  const parents = new Map([...turns, ...others].map(({ id, parentId }) => [id, parentId]));
  const isShown = headId !== undefined && parents.has(headId) && !removedIds.includes(headId);
  const passed = new Set<string>();
  return (id) => {
    let at = isShown ? id : undefined;
    while (at !== undefined && at !== headId && !passed.has(at)) {
      passed.add(at);
      at = parents.get(at);
    }
    return at !== undefined && at === headId;
  };
}

/** Whether two states of a turn look the same in the transcript. */
function looksSame(before: Turn, after: Turn): boolean {
  const [a, b] = [before.reply, after.reply];
  return (
    before.isElsewhere === after.isElsewhere &&
    before.isUncertain === after.isUncertain &&
    a.status === b.status &&
    a.text === b.text &&
    a.reasoning === b.reasoning &&
    a.answeredBy === b.answeredBy &&
    a.endedAt === b.endedAt &&
    JSON.stringify(a.toolCalls) === JSON.stringify(b.toolCalls)
  );
}

/** Three states of a conversation's head, to tell apart what this window and other windows changed. */
interface HeadStates {
  /** As this window last read or wrote it. */
  readonly base: ConversationHead;
  /** As it is in this window now. */
  readonly mine: ConversationHead;
  /** As it is on disk now. */
  readonly stored: ConversationHead;
}

/**
 * The head that this window writes. A field that was changed here has the value of this window, any other
 * field the stored value. Removed turns are merged one by one.
 */
export function mergedHead({ base, mine, stored }: HeadStates): ConversationHead {
  const pick = <K extends keyof ConversationHead>(name: K): ConversationHead[K] =>
    isSame(base[name], mine[name]) ? stored[name] : mine[name];
  const { added, gone } = difference(base.removedIds, mine.removedIds);
  const removedIds = new Set([...without(stored.removedIds, gone), ...added]);
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
 * The changes of another window that also apply here: system prompt and parameters, unless they were changed
 * here as well, and removed or restored turns. The shown branch, the target and the queued message belong to
 * each window.
 */
export function headChanges({ base, mine, stored }: HeadStates): readonly HeadEvent[] {
  const isChangedThere = (name: 'systemPrompt' | 'parameters'): boolean =>
    isSame(base[name], mine[name]) && !isSame(mine[name], stored[name]);
  const { added, gone } = difference(base.removedIds, stored.removedIds);
  const removedHere = new Set(mine.removedIds);
  const turnsRemoved = added.filter((id) => !removedHere.has(id));
  const turnsRestored = gone.filter((id) => removedHere.has(id));
  const { systemPrompt, parameters = {} } = stored;
  const all: readonly (false | HeadEvent)[] = [
    isChangedThere('systemPrompt') && { kind: 'systemPromptSet', systemPrompt },
    isChangedThere('parameters') && { kind: 'parametersSet', parameters },
    turnsRemoved.length > 0 && { kind: 'turnsRemoved', turnIds: turnsRemoved },
    turnsRestored.length > 0 && { kind: 'turnsRestored', turnIds: turnsRestored },
    ...headMoved(stored, mine, turnsRemoved),
  ];
  return all.filter((event) => event !== false);
}

/** The new `base` after `headChanges` were applied. A field that was changed here still counts as changed. */
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

/** If the last turn of the shown path was removed, the path of the other window is shown. */
function headMoved(
  stored: ConversationHead,
  { headId }: ConversationHead,
  removed: readonly string[],
): readonly HeadEvent[] {
  const isRemoved = headId !== undefined && removed.includes(headId);
  return isRemoved && stored.headId !== undefined && !removed.includes(stored.headId)
    ? [{ kind: 'headSet', headId: stored.headId }]
    : [];
}

function difference(before: readonly string[] = [], after: readonly string[] = []) {
  return { added: without(after, before), gone: without(before, after) };
}

/** The ids without `others`. There may be as many of both as a conversation has turns. */
function without(ids: readonly string[] = [], others: readonly string[]): readonly string[] {
  const left = new Set(others);
  return ids.filter((id) => !left.has(id));
}

/** Compares two fields of a head, which are JSON values. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
