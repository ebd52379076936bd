import { coalesceInto } from '../chat/coalesceEvents.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { HostToView } from '../shared/panelProtocol.ts';

/** About one animation frame: a panel gets at most one `events` message in that time. */
const frameMs = 16;

/** The host's end of one panel: what it is told, and when. */
export interface PanelLink {
  /** Posts a snapshot; everything until the panel is hidden follows as events. */
  start(snapshot: HostToView): void;
  /** The panel is hidden or gone: it is told nothing until the next `start`. */
  pause(): void;
  /** Passes on an event: the first at once, those of the same frame together. */
  event(event: ConversationEvent): void;
  /** Passes on a message that stands for itself. */
  message(message: HostToView): void;
}

/** A link that speaks through `post`; it starts paused. */
export function createPanelLink(post: (message: HostToView) => void): PanelLink {
  let started = false;
  let revision = 0;
  let queue: ConversationEvent[] = [];
  let frame: ReturnType<typeof setTimeout> | undefined;

  const postQueue = () => {
    frame = undefined;
    if (queue.length > 0) {
      revision += 1;
      post({ kind: 'events', revision, events: queue });
      queue = [];
      frame = setTimeout(postQueue, frameMs);
    }
  };
  const reset = () => {
    clearTimeout(frame);
    frame = undefined;
    queue = [];
    revision = 0;
  };
  return {
    start(snapshot) {
      reset();
      started = true;
      post(snapshot);
    },
    pause() {
      reset();
      started = false;
    },
    event(event) {
      if (started) {
        coalesceInto(queue, event);
        if (frame === undefined) {
          postQueue();
        }
      }
    },
    message(message) {
      if (started) {
        post(message);
      }
    },
  };
}
