import {
  archiveEntry,
  archiveText,
  readArchive,
  type ArchivedConversation,
} from '../chat/conversationArchive.ts';
import { isString } from '../shared/guards.ts';
import type { Redactor } from './redactor.ts';

/**
 * A conversation as it stands in an export, as JSON. A key that somebody has pasted into a message does
 * not leave: it is taken out of each string before that is written in any way that changes its characters.
 */
export function redactedEntry(
  { conversation, notes }: ArchivedConversation,
  { redact }: Redactor,
): string {
  return JSON.stringify(
    archiveEntry({ conversation, notes }),
    (_, inner: unknown) => (isString(inner) ? redact(inner) : inner),
    1,
  );
}

/** A conversation as it may leave. Throws where it is none of the shape of an export. */
export function redacted(archived: ArchivedConversation, redactor: Redactor): ArchivedConversation {
  const value: unknown = JSON.parse(archiveText([redactedEntry(archived, redactor)]));
  const [safe] = readArchive(value, () => crypto.randomUUID()).conversations;
  if (safe === undefined) {
    throw new Error('The conversation has something in it that is not written.');
  }
  return safe;
}
