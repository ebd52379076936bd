import type { Turn } from '../../../shared/conversation/conversation.ts';

/** The versions of the reply to the message of `turn`: those of `versions` that send the same message. */
export function replyVersions({ user }: Turn, versions: readonly Turn[]): readonly Turn[] {
  if (versions.length < 2) {
    return versions;
  }
  const message = JSON.stringify(user);
  return versions.filter((one) => JSON.stringify(one.user) === message);
}

/**
 * The different messages among `versions`, each with its newest reply; of the message of `turn` it is
 * `turn` itself.
 */
export function messageVersions(turn: Turn, versions: readonly Turn[]): readonly Turn[] {
  if (versions.length < 2) {
    return versions;
  }
  const byMessage = new Map<string, Turn>();
  for (const one of versions) {
    byMessage.set(JSON.stringify(one.user), one);
  }
  const own = JSON.stringify(turn.user);
  return Array.from(byMessage, ([message, one]) => (message === own ? turn : one));
}
