import type { Turn } from '../shared/conversation/conversation.ts';

/** The turn as it is where nobody goes on with its reply: a running one was cut when its window ended. */
export function endInterrupted(turn: Turn): Turn {
  const { waiting: _over, ...reply } = turn.reply;
  const isCut = reply.status === 'running';
  return {
    ...turn,
    isElsewhere: undefined,
    reply: isCut ? { ...reply, status: 'truncated' } : reply,
  };
}
