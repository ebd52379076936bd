import {
  readArchive,
  writeArchive,
  type ArchivedConversation,
} from '../chat/conversationArchive.ts';
import { isString } from '../shared/guards.ts';
import type { Redactor } from './redactor.ts';

/**
 * Conversations as the text of an export. A key that somebody has pasted into a message does not
 * leave: it is taken out of each string before that is written in any way that changes its characters.
 */
export function redactedArchive(
  conversations: readonly ArchivedConversation[],
  { redact }: Redactor,
): string {
  const plain = conversations.map(({ conversation, notes }) => ({ conversation, notes }));
  const value = writeArchive(plain);
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => (isString(inner) ? redact(inner) : inner),
    1,
  );
  return `${text}\n`;
}

/** A conversation as it may leave. Throws where it is none of the shape of an export. */
export function redacted(archived: ArchivedConversation, redactor: Redactor): ArchivedConversation {
  const value: unknown = JSON.parse(redactedArchive([archived], redactor));
  const [safe] = readArchive(value, () => crypto.randomUUID()).conversations;
  if (safe === undefined) {
    throw new Error('The conversation has something in it that is not written.');
  }
  return safe;
}
