import type { Reply } from '../shared/conversation.ts';

const ends: Readonly<Partial<Record<Reply['status'], string>>> = {
  stopped: 'Stopped.',
  truncated: 'Cut before its end.',
  running: 'Still running when this was written.',
};

/** How a written reply ended, where that was not its own end. */
export function replyEnd({ status, error }: Reply): string | undefined {
  return error === undefined ? ends[status] : error.message;
}
