import type { ForeignMessage, UnreadMessage } from './foreignMessage.ts';

/** What has no text, or neither author, leaves its place to what follows it. */
export function messagesWithText(messages: readonly UnreadMessage[]): readonly ForeignMessage[] {
  const all = new Map(messages.map((message) => [message.id, message]));
  /** For each message that has been looked at, the kept one that it is or that stands above it. */
  const above = new Map<string, string | undefined>(
    messages.filter(isKept).map(({ id }) => [id, id]),
  );
  const keptAbove = (id: string | undefined): string | undefined => {
    const passed: string[] = [];
    let at = all.get(id ?? '');
    while (at !== undefined && !above.has(at.id)) {
      above.set(at.id, undefined);
      passed.push(at.id);
      at = all.get(at.parentId ?? '');
    }
    const kept = above.get(at?.id ?? '');
    passed.forEach((each) => above.set(each, kept));
    return kept;
  };
  return messages
    .filter(isKept)
    .map((message) => Object.assign({}, message, { parentId: keptAbove(message.parentId) }));
}

/** How much of the messages does not come in. */
export function leftOutOf(messages: readonly UnreadMessage[]): number {
  return messages.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0);
}

function isKept(message: UnreadMessage): message is ForeignMessage {
  const { role, text, reasoning = '' } = message;
  return role !== undefined && (text.trim() !== '' || reasoning.trim() !== '');
}
