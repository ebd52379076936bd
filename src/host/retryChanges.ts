import { addChanges } from '../chat/requestChanges.ts';
import type { Reply } from '../shared/conversation.ts';
import type { RequestChange } from '../shared/requestChange.ts';
import type { SendTarget } from './conversationSession.ts';

/** What is changed in a request that asks again for `reply`: what was, and `change` on top of it. */
export function retryChanges(
  { status, connection, model, changes = [] }: Reply,
  target: SendTarget,
  change: RequestChange | undefined,
): readonly RequestChange[] {
  const isSame = connection === target.connection.name && model === target.model;
  const kept = isSame && status === 'failed' ? changes : [];
  // What one model refuses says nothing of another.
  const more = change === undefined ? [] : [isSame ? change : { ...change, once: true }];
  return addChanges(kept, more);
}
