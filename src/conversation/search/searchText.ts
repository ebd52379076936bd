import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';

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

/** How much is shown before and after what was found, in characters. */
const around = { before: 16, after: 110 };

/**
 * A line of `text` around the first place where `word` is, both compared in lower case. Nothing where
 * it is not there.
 */
export function snippetOf(text: string, word: string): string | undefined {
  const composed = text.normalize('NFC');
  const lower = composed.toLowerCase();
  const at = lower.indexOf(word);
  if (at === -1) {
    return undefined;
  }
  // A few letters are longer in lower case: then the place is in the lower text only.
  const shown = lower.length === composed.length ? composed : lower;
  const start = shown.lastIndexOf(' ', Math.max(0, at - around.before)) + 1;
  const from = at - start > 3 * around.before ? at - around.before : start;
  const to = at + word.length + around.after;
  // A cut may leave half of a surrogate pair.
  const line = shown
    .slice(from, to)
    .replaceAll(/\p{Cs}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '… ' : ''}${line}${to < shown.length ? ' …' : ''}`;
}
