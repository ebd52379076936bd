import { isObjectOf, isString, optional, type Guard } from '../guards.ts';

/** A tool call that a model asked for. Parley offers no tools and carries none out. */
export interface ToolCall {
  readonly id?: string | undefined;
  /** Empty if the service named no function. */
  readonly name: string;
  /** As received: JSON as a rule, but models make mistakes. */
  readonly arguments: string;
}

/** A piece of a tool call. Its texts are appended to those of the call with the same index. */
export interface ToolCallDelta {
  /** Counts the calls of a reply from 0, without gaps. */
  readonly index: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly arguments: string;
}

/** Guards a stored tool call. */
export const isToolCall: Guard<ToolCall> = isObjectOf({
  id: optional(isString),
  name: isString,
  arguments: isString,
});

/** The tool calls after a piece of one has arrived. A piece whose index would leave a gap changes nothing. */
export function withToolCall(
  calls: readonly ToolCall[] = [],
  { index, id, name, arguments: more }: ToolCallDelta,
): readonly ToolCall[] {
  const before = calls[index];
  if (before === undefined) {
    return index === calls.length ? [...calls, { id, name, arguments: more }] : calls;
  }
  return calls.with(index, {
    id: before.id ?? id,
    name: before.name + name,
    arguments: before.arguments + more,
  });
}
