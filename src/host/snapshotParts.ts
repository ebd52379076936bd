import { turnLength } from '../chat/turnLength.ts';
import type { Turn } from '../shared/conversation.ts';
import type { HostToView } from '../shared/panelProtocol.ts';

type Snapshot = Extract<HostToView, { kind: 'snapshot' }>;

/** So many characters go with the snapshot itself, and with each part after it. */
const sizes = { first: 400_000, later: 2_000_000 };

/**
 * A snapshot as it is posted: of a long conversation its end, which can be shown at once, and then the turns
 * before it, part by part, the last part first.
 */
export function snapshotParts(snapshot: Snapshot): readonly [Snapshot, ...HostToView[]] {
  const { conversation } = snapshot;
  const { turns, headId } = conversation;
  const start = startOfPart(turns, sizes.first);
  // A path that ends further up is shown as a whole.
  if (start === 0 || !turns.slice(start).some(({ id }) => id === headId)) {
    return [snapshot];
  }
  const parts: HostToView[] = [];
  for (let rest = turns.slice(0, start); rest.length > 0;) {
    const at = startOfPart(rest, sizes.later);
    parts.push({ kind: 'earlierTurns', turns: rest.slice(at) });
    rest = rest.slice(0, at);
  }
  return [{ ...snapshot, conversation: { ...conversation, turns: turns.slice(start) } }, ...parts];
}

/** Where the end begins that has so many characters; a reply is not parted from what went on with it. */
function startOfPart(turns: readonly Turn[], characters: number): number {
  let length = 0;
  let start = turns.length;
  while (start > 0 && (length < characters || turns[start]?.isContinuation === true)) {
    start -= 1;
    const turn = turns[start];
    length += turn === undefined ? 0 : turnLength(turn);
  }
  return start;
}
