import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { type Guard, isFiniteNumber, isString } from '../../shared/guards.ts';
import type { HostToView, MoreText } from '../../shared/panel/panelProtocol.ts';
import { handleMessages, type MessageHandlers } from '../dom/messageHandlers.ts';

type HostMessage = Exclude<HostToView, MoreText>;

/** What the panel does with each kind of message. More text of a reply comes as an event. */
export type PanelMessageHandlers = MessageHandlers<HostMessage>;

/**
 * Gives a function that passes messages of the host on to `handlers`; anything else is ignored. Events
 * reach their handler in order and without gaps: if a revision is missing, `requestSnapshot` is called
 * once, and events are dropped until the snapshot comes.
 */
export function readHostMessages(
  handlers: PanelMessageHandlers,
  requestSnapshot: () => void,
): (message: unknown) => void {
  /** Revision of the last message; `undefined` while a snapshot is awaited. */
  let revision: number | undefined;
  let lastEvent: ConversationEvent | undefined;

  const receive = handleMessages<HostMessage>({
    ...handlers,
    snapshot(message) {
      revision = 0;
      handlers.snapshot(message);
    },
    events(message) {
      if (revision === undefined) {
        return;
      }
      if (message.revision !== revision + 1) {
        revision = undefined;
        requestSnapshot();
        return;
      }
      revision = message.revision;
      lastEvent = message.events.at(-1);
      handlers.events(message);
    },
  });

  return (message) => {
    if (isMoreText(message)) {
      const [next, text] = message;
      const events = lastEvent?.kind === 'replyText' ? [{ ...lastEvent, text }] : [];
      receive({ kind: 'events', revision: next, events } satisfies HostMessage);
    } else {
      receive(message);
    }
  };
}

const isMoreText: Guard<MoreText> = (value): value is MoreText =>
  Array.isArray(value) && isFiniteNumber(value[0]) && isString(value[1]);
