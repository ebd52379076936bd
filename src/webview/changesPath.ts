import type { ConversationEvent } from '../shared/conversationEvent.ts';

/** The events that put another path in the place of the one that is shown. */
const pathKinds: ReadonlySet<ConversationEvent['kind']> = new Set<ConversationEvent['kind']>([
  'headSet',
  'turnsRemoved',
  'turnsRestored',
  'besideSet',
]);

/** Whether other turns are shown after an event, none of which is new. */
export function changesPath({ kind }: ConversationEvent): boolean {
  return pathKinds.has(kind);
}
