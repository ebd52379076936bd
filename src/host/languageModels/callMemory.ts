import type { ReasoningField, SentReasoning } from '../../shared/service/chatCompletion.ts';
import type { WireObject } from '../../shared/guards.ts';

/** What belongs to a reply with tool calls and VS Code does not keep. */
interface RememberedReply {
  readonly reasoning: string;
  readonly details?: readonly WireObject[] | undefined;
  /** What the service wants back with a call, by the ID of the call. */
  readonly extras: ReadonlyMap<string, WireObject>;
}

/** More calls than a chat has at a time. */
const maxCalls = 2000;

/** In characters; of one reply. */
const maxReasoningLength = 200_000;

/** Of all reasoning together, in characters. */
const maxLength = 8_000_000;

/** What is remembered until the window closes. */
export type CallMemory = ReturnType<typeof createCallMemory>;

/**
 * Remembers replies with tool calls: some services reject the results of calls unless their reasoning, or what came with
 * the call, comes back (`docs/service-interface.md`, "Tool calls" 6).
 */
export function createCallMemory() {
  const replies = new Map<string, RememberedReply>();
  let length = 0;
  const forgetOldest = (): void => {
    for (const [id, reply] of replies) {
      if (replies.size <= maxCalls && length <= maxLength) {
        return;
      }
      replies.delete(id);
      length -= lengthOf(reply);
    }
  };
  return {
    remember(callIds: readonly string[], reply: RememberedReply): void {
      const isFitting = lengthOf(reply) <= maxReasoningLength;
      const kept = isFitting ? reply : { ...reply, reasoning: '', details: undefined };
      for (const id of callIds) {
        const before = replies.get(id);
        length += lengthOf(kept) - (before === undefined ? 0 : lengthOf(before));
        replies.delete(id);
        replies.set(id, kept);
      }
      forgetOldest();
    },
    of: (callId: string) => replies.get(callId),
  };
}

function lengthOf({ reasoning, details, extras }: RememberedReply): number {
  return reasoning.length + JSON.stringify([details, [...extras.values()]]).length;
}

/** The reasoning of a reply in the field of its model; undefined if there is nothing to send. */
export function sentReasoning(
  reply: RememberedReply | undefined,
  field: ReasoningField | undefined,
): SentReasoning | undefined {
  if (field === undefined || reply === undefined) {
    return undefined;
  }
  // Only services that send details name the field like this.
  if (field === 'reasoning' && reply.details !== undefined) {
    return { field: 'reasoning_details', value: reply.details };
  }
  return reply.reasoning === '' ? undefined : { field, value: reply.reasoning };
}
