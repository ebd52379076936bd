import { transcript } from '../chat/conversation.ts';
import type { Conversation, Turn } from '../shared/conversation.ts';
import type { ConversationEvent } from '../shared/conversationEvent.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import { element } from './element.ts';
import { createTurnView, type TurnView } from './turnView.ts';

/** The turns of the path that is shown. */
export interface TranscriptView {
  readonly node: HTMLElement;
  /** Builds everything anew. */
  show(turns: readonly Turn[]): void;
  /** Shows what `event` changed; `conversation` is the one after it. */
  apply(event: ConversationEvent, conversation: Conversation): void;
}

/** What the transcript needs of the panel. */
export interface TranscriptServices {
  post(intent: ViewToHost): void;
  isRunning(): boolean;
}

/** Starts empty. */
export function createTranscriptView({ post, isRunning }: TranscriptServices): TranscriptView {
  const node = element('div', { class: 'transcript' });
  let views: ReadonlyMap<string, TurnView> = new Map();

  const show = (turns: readonly Turn[], known: ReadonlyMap<string, TurnView>): void => {
    views = new Map(
      turns.map((turn) => [turn.id, known.get(turn.id) ?? createTurnView(turn, post)]),
    );
    const wanted = [...views.values()].map((view) => view.node);
    // Moving a node that is in place would lose its focus and scroll position.
    wanted.forEach((child, index) => {
      if (node.children[index] !== child) {
        node.insertBefore(child, node.children[index] ?? null);
      }
    });
    while (node.children.length > wanted.length) {
      node.lastChild?.remove();
    }
  };
  handleActions(node, { post, isRunning }, (turnId) => views.get(turnId)?.turn());
  return {
    node,
    show: (turns) => show(turns, new Map()),
    apply(event, conversation) {
      if (event.kind === 'turnStarted') {
        show(transcript(conversation), views);
      } else {
        const turn = conversation.turns.findLast(({ id }) => id === event.turnId);
        if (turn !== undefined) {
          views.get(event.turnId)?.apply(event, turn);
        }
      }
    },
  };
}

/** One listener for the buttons of all turns. */
function handleActions(
  node: HTMLElement,
  { post, isRunning }: TranscriptServices,
  turnOf: (turnId: string) => Turn | undefined,
): void {
  node.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
    const turnId = button?.closest<HTMLElement>('[data-turn-id]')?.dataset['turnId'] ?? '';
    const turn = turnOf(turnId);
    const intent = turn && intentOf(button?.dataset['action'], turn);
    if (intent !== undefined && !(intent.kind === 'retry' && isRunning())) {
      post(intent);
    }
  });
}

function intentOf(action: string | undefined, { id, reply }: Turn): ViewToHost | undefined {
  switch (action) {
    case 'copyReply':
      return { kind: 'copy', text: reply.text };
    case 'copyRequestId':
      return { kind: 'copy', text: reply.error?.requestId ?? reply.requestId ?? '' };
    case 'retry':
      return { kind: 'retry', turnId: id };
    case 'setKey':
    case 'chooseModel':
    case 'showLog':
      return { kind: action };
    default:
      return undefined;
  }
}
