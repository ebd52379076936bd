import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { Chat } from '../chat/chat.ts';

/** At most so many texts of at most so many characters are kept: all of them go to each page. */
const most = { texts: 20, characters: 4000 };

/**
 * The texts of the messages that were sent in this window, the oldest first: a new chat recalls them. They are in no
 * file, and those of temporary chats are left out.
 */
export function createSentMessages() {
  let texts: readonly string[] = [];
  return {
    texts: () => texts,
    note(intent: ViewToHost, { session }: Pick<Chat, 'session'>): void {
      const isKept = intent.kind === 'send' && session.conversation.isTemporary !== true;
      if (isKept && intent.text.length <= most.characters) {
        texts = [...texts, intent.text].slice(-most.texts);
      }
    },
  };
}
