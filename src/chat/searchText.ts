import type { Conversation, Turn } from '../shared/conversation.ts';

/** Text as it is compared in a search: composed, in lower case. Its length may differ. */
export function searchForm(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** What can be found of a conversation, piece by piece; nothing of what was removed from it. */
export function* searchTexts({ turns, removedIds }: Conversation): Generator<string> {
  const removed = new Set(removedIds);
  for (const turn of turns) {
    if (!removed.has(turn.id)) {
      yield* turnTexts(turn);
    }
  }
}

function* turnTexts({ user, reply }: Turn): Generator<string> {
  yield user.text;
  for (const { path, text } of user.context) {
    yield path;
    yield text;
  }
  yield reply.text;
  yield reply.reasoning;
}
