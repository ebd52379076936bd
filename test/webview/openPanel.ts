import { startPanel } from '../../src/webview/panel/startPanel.ts';
import type { Conversation, Reply, Turn } from '../../src/shared/conversation/conversation.ts';
import type { ConversationEvent } from '../../src/shared/conversation/conversationEvent.ts';
import type {
  HostToView,
  ReadingAction,
  ViewToHost,
} from '../../src/shared/panel/panelProtocol.ts';
import type { PanelSettings } from '../../src/shared/panel/panelState.ts';
import { aTurn } from '../support/builders.ts';

/** A target as the host gives it once a connection and a model are chosen. */
export const settings: PanelSettings = { target: { connection: 'Local', model: 'm1' } };

/** A panel in the test page with a host that only listens. */
export interface OpenPanel {
  readonly root: HTMLElement;
  /** What the panel has posted so far, but for what it says of the focus and has checked. */
  readonly posted: readonly ViewToHost[];
  /** What it has asked the host to check. */
  readonly checks: readonly Extract<ViewToHost, { readonly kind: 'checkTexts' }>[];
  /** How often it has said that it has the focus. */
  readonly focusCount: number;
  /** Gives the panel a message as the host would. */
  tell(message: unknown): void;
  /** Tells a snapshot of these turns, the last one at the head. */
  snapshot(turns: readonly Turn[], settings?: PanelSettings): void;
  /** Tells events with the next revision. */
  events(...events: readonly ConversationEvent[]): void;
  /** The one element that matches; fails where there is none. */
  get(selector: string): HTMLElement;
  readonly box: HTMLTextAreaElement;
}

/** What the fake webview keeps for the panel; given to a second panel, it is a reload. */
export interface StoredState {
  value?: unknown;
}

function tell(data: unknown): void {
  window.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
}

/** Ends what the panel that is open hears of the page. */
let closing = new AbortController();

/** Does `work`; what it listens to on `target` ends with `signal`. */
function hearingUntil(signal: AbortSignal, target: EventTarget, work: () => void): void {
  const add = target.addEventListener.bind(target);
  target.addEventListener = (type, listener, options) => {
    const given = typeof options === 'object' ? options : { capture: options === true };
    add(type, listener, { ...given, signal });
  };
  try {
    work();
  } finally {
    Reflect.deleteProperty(target, 'addEventListener');
  }
}

/** Opens a panel; it is closed when the next one is opened. */
export function openPanel(stored: StoredState = {}): OpenPanel {
  document.body.replaceChildren();
  const root = document.createElement('div');
  root.id = 'parley';
  document.body.append(root);
  const posted: ViewToHost[] = [];
  const checks: OpenPanel['checks'][number][] = [];
  let focusCount = 0;
  closing.abort();
  closing = new AbortController();
  const { signal } = closing;
  const api: Parameters<typeof startPanel>[1] = {
    postMessage(message) {
      const intent = message as ViewToHost;
      if (intent.kind === 'focused') {
        focusCount += 1;
      } else if (intent.kind === 'checkTexts') {
        checks.push(intent);
      } else if (intent.kind !== 'blurred') {
        posted.push(intent);
      }
    },
    getState: () => stored.value,
    setState: (value) => (stored.value = value),
  };
  hearingUntil(signal, window, () => {
    hearingUntil(signal, document, () => startPanel(root, api));
  });
  let revision = 0;
  const get = (selector: string): HTMLElement => {
    const found = root.querySelector<HTMLElement>(selector);
    if (found === null) {
      throw new Error(`There is no ${selector}.`);
    }
    return found;
  };
  return {
    root,
    posted,
    checks,
    get focusCount() {
      return focusCount;
    },
    tell,
    snapshot(turns, given = settings) {
      revision = 0;
      const conversation: Conversation = {
        id: 'c',
        createdAt: 0,
        turns,
        headId: turns.at(-1)?.id,
      };
      tell({ kind: 'snapshot', conversation, settings: given } satisfies HostToView);
    },
    events(...events) {
      revision += 1;
      tell({ kind: 'events', revision, events } satisfies HostToView);
    },
    get,
    get box() {
      return get('textarea') as HTMLTextAreaElement;
    },
  };
}

/** A turn whose reply is complete. */
export function anEndedTurn(id: string, text: string, reply: Partial<Reply> = {}): Turn {
  return aTurn(id, { reply: { status: 'completed', text, firstTokenAt: 1400, ...reply } });
}

/** Text for a running reply. */
export function textDelta(turnId: string, text: string): ConversationEvent {
  return { kind: 'replyText', turnId, text, at: 2000 };
}

/** Resolves after the next animation frame has been painted and its observers have run. */
export async function nextFrame(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  // Layout and what follows from it come after the callbacks of a frame, in the same task.
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}

/** Resolves when scrolling to a target has settled, which takes some frames. */
export async function settled(): Promise<void> {
  for (let frames = 0; frames < 4; frames += 1) {
    await nextFrame();
  }
}

/** Tells the panel a reading command, as the host does. */
export function read(panel: OpenPanel, action: ReadingAction, turnId?: string): void {
  panel.tell({ kind: 'read', action, turnId } satisfies HostToView);
}
