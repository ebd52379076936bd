import type { ConversationEvent, ReplyDelta } from '../shared/conversationEvent.ts';

/**
 * Puts `event` at the end of `queue`, merged into the last one where both are deltas of the same
 * reply, so that a frame's worth of deltas crosses to the panel as one. Replaying the queue gives
 * the same conversation either way.
 */
export function coalesceInto(queue: ConversationEvent[], event: ConversationEvent): void {
  const last = queue.at(-1);
  if (last !== undefined && isDelta(last) && isDelta(event) && continues(last, event)) {
    queue[queue.length - 1] = { ...last, text: last.text + event.text };
  } else {
    queue.push(event);
  }
}

function isDelta(event: ConversationEvent): event is ReplyDelta {
  return event.kind === 'replyText' || event.kind === 'replyReasoning';
}

function continues(last: ReplyDelta, next: ReplyDelta): boolean {
  return last.kind === next.kind && last.turnId === next.turnId;
}
