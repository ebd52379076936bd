import { type Guarded, isObjectOf, isString, optional, type WireObject } from '../guards.ts';

export const isToolCall = isObjectOf({
  id: optional(isString),
  /** Empty if the service named no function. */
  name: isString,
  /** As received: JSON as a rule, but models make mistakes. */
  arguments: isString,
});

/** A tool call that a model asked for. Parley's own chats offer no tools and carry none out. */
export interface ToolCall extends Guarded<typeof isToolCall> {}

/** What matters only for a call that is carried out. It is not kept with a chat. */
interface CallRemarks {
  /** The arguments exceed a limit, and the rest is missing. */
  readonly isCut?: true | undefined;
  /** What the service expects back with the call ("Tool calls" 2). */
  readonly extraContent?: WireObject | undefined;
}

/** A tool call of a reply as the client reads it. */
export interface ReceivedToolCall extends ToolCall, CallRemarks {}

/** A piece of a tool call. Its texts are appended to those of the call with the same index. */
export interface ToolCallDelta {
  /** Counts the calls of a reply from 0, without gaps. */
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** A piece of a tool call as the client reads it. */
export interface ReceivedToolCallDelta extends ToolCallDelta, CallRemarks {}

/** The tool calls after a piece of one has arrived. A piece whose index would leave a gap changes nothing. */
export function withToolCall(
  calls: readonly ReceivedToolCall[] = [],
  { index, id, name, arguments: more, isCut, extraContent }: ReceivedToolCallDelta,
): readonly ReceivedToolCall[] {
  const before = calls[index];
  const remarks = {
    ...(isCut === undefined ? {} : { isCut }),
    ...(extraContent === undefined ? {} : { extraContent }),
  };
  if (before === undefined) {
    return index === calls.length ? [...calls, { id, name, arguments: more, ...remarks }] : calls;
  }
  return calls.with(index, {
    ...before,
    ...remarks,
    id: before.id ?? id,
    name: before.name + name,
    arguments: before.arguments + more,
  });
}
