import type { Conversation } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import { isOneOf, isRecord, type Guard } from '../shared/guards.ts';
import type { TokenColor } from '../shared/tokenColors.ts';
import type { HostToView, PanelNotice, PanelSettings } from '../shared/panelProtocol.ts';

/** What the host tells the panel, in order and without gaps. */
export interface HostMessages {
  onSnapshot(conversation: Conversation, settings: PanelSettings): void;
  onEvents(events: readonly ConversationEvent[]): void;
  onSettings(settings: PanelSettings): void;
  onNotice(notice: PanelNotice): void;
  onShowRequest(): void;
  onTokenColors(colors: readonly TokenColor[] | undefined): void;
}

const isKind = isOneOf('snapshot', 'events', 'settings', 'notice', 'showRequest', 'tokenColors');

/** The host is trusted; what other frames may post is not ours. */
const isHostToView: Guard<HostToView> = (value): value is HostToView =>
  isRecord(value) && isKind(value['kind']);

/**
 * Reads the messages that the returned function is given. Events that do not continue what has
 * been seen are dropped, and `requestSnapshot` is called once until the snapshot comes.
 */
export function readHostMessages(
  handlers: HostMessages,
  requestSnapshot: () => void,
): (message: unknown) => void {
  /** Of the last message that was taken; nothing while a snapshot is awaited. */
  let revision: number | undefined;

  return (message) => {
    if (!isHostToView(message)) {
      return;
    }
    switch (message.kind) {
      case 'snapshot':
        revision = 0;
        return handlers.onSnapshot(message.conversation, message.settings);
      case 'events':
        if (revision === undefined) {
          return;
        }
        if (message.revision !== revision + 1) {
          revision = undefined;
          return requestSnapshot();
        }
        revision = message.revision;
        return handlers.onEvents(message.events);
      case 'settings':
        return handlers.onSettings(message.settings);
      case 'notice':
        return handlers.onNotice(message.notice);
      case 'showRequest':
        return handlers.onShowRequest();
      case 'tokenColors':
        return handlers.onTokenColors(message.colors);
    }
  };
}
