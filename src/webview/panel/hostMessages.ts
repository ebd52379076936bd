import type { ContextItem, Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../shared/conversation/conversationEvent.ts';
import { isFiniteNumber, isOneOf, isRecord, isString, type Guard } from '../../shared/guards.ts';
import type {
  HostToView,
  MoreText,
  PanelNotice,
  PanelSettings,
  ReadingAction,
} from '../../shared/panel/panelProtocol.ts';
import type { TokenColor } from '../../shared/panel/appearance.ts';

/** What the host tells the panel, in order and without gaps. */
export interface HostMessages {
  onSnapshot(conversation: Conversation, settings: PanelSettings): void;
  /** Turns before the first that is known. */
  onEarlierTurns(turns: readonly Turn[]): void;
  onEvents(events: readonly ConversationEvent[]): void;
  onSettings(settings: PanelSettings): void;
  onNotice(notice: PanelNotice): void;
  onShowRequest(): void;
  /** `turnId` says which reply the action is about, where it is about a certain one. */
  onRead(action: ReadingAction, turnId?: string): void;
  onAddContext(items: readonly ContextItem[]): void;
  onTokenColors(colors: readonly TokenColor[] | undefined): void;
}

const isKind = isOneOf(
  'snapshot',
  'earlierTurns',
  'events',
  'settings',
  'notice',
  'showRequest',
  'read',
  'addContext',
  'tokenColors',
);

/** The host is trusted; what other frames may post is not ours. */
const isHostToView: Guard<HostToView> = (value): value is HostToView =>
  isMoreText(value) || (isRecord(value) && isKind(value['kind']));

function isMoreText(value: unknown): value is MoreText {
  return Array.isArray(value) && isFiniteNumber(value[0]) && isString(value[1]);
}

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
  let last: ConversationEvent | undefined;

  const onEvents = (next: number, events: readonly ConversationEvent[]): void => {
    if (revision === undefined) {
      return;
    }
    if (next !== revision + 1) {
      revision = undefined;
      return requestSnapshot();
    }
    revision = next;
    last = events.at(-1);
    return handlers.onEvents(events);
  };

  return (message) => {
    if (!isHostToView(message)) {
      return;
    }
    if (!('kind' in message)) {
      const [next, text] = message;
      return onEvents(next, last?.kind === 'replyText' ? [{ ...last, text }] : []);
    }
    if (message.kind === 'events') {
      return onEvents(message.revision, message.events);
    }
    if (message.kind === 'snapshot') {
      revision = 0;
    }
    pass(message, handlers);
  };
}

function pass(
  message: Exclude<HostToView, MoreText | { kind: 'events' }>,
  handlers: HostMessages,
): void {
  switch (message.kind) {
    case 'snapshot':
      return handlers.onSnapshot(message.conversation, message.settings);
    case 'earlierTurns':
      return handlers.onEarlierTurns(message.turns);
    case 'settings':
      return handlers.onSettings(message.settings);
    case 'notice':
      return handlers.onNotice(message.notice);
    case 'showRequest':
      return handlers.onShowRequest();
    case 'read':
      return handlers.onRead(message.action, message.turnId);
    case 'addContext':
      return handlers.onAddContext(message.items);
    case 'tokenColors':
      return handlers.onTokenColors(message.colors);
  }
}
