import { messageContent } from '../../conversation/request/prompt.ts';
import { replyMarkdown } from '../../conversation/transfer/markdown.ts';
import type { Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import { isTurnAction, sendsRequest, type ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { confirmCopy, openContextMenu } from '../dom/buttons.ts';
import type { TurnSlot } from './turnSlot.ts';

/** What the buttons of turns need. */
interface TurnActionServices {
  readonly post: (intent: ViewToHost) => void;
  /** Opens a new chat with this message in the input box. */
  readonly startOver: (message: UserMessage) => void;
  /** Opens the parameters of the chat, at the one with this name if there is one. */
  readonly openParameters: (name: string) => void;
  /** Whether a reply is running on the path that is shown, in this or another window. */
  readonly isRunning: () => boolean;
  /** The slot with this turn, if it is on the path that is shown. */
  readonly slotOf: (turnId: string) => TurnSlot | undefined;
}

interface PressedTurn {
  readonly turnId: string;
  readonly slot: TurnSlot;
}

/**
 * Handles the buttons of all turns inside `node` with one listener, also of turns that come later.
 * `data-action` says what a button does, and the nearest `data-turn-id` to which turn.
 */
export function handleTurnActions(node: HTMLElement, services: TurnActionServices): void {
  node.addEventListener('click', ({ target, detail }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
    const turnId = button?.closest<HTMLElement>('[data-turn-id]')?.dataset['turnId'] ?? '';
    const slot = services.slotOf(turnId);
    if (button && slot) {
      if (button.dataset['action'] === 'menu') {
        openContextMenu(button, detail === 0);
      } else {
        press(button, { turnId, slot }, services);
      }
    }
  });
}

function press(
  button: HTMLElement,
  pressed: PressedTurn,
  { post, startOver, openParameters, isRunning }: Omit<TurnActionServices, 'slotOf'>,
): void {
  if (button.dataset['action'] === 'editMessage') {
    pressed.slot.edit();
  } else if (button.dataset['action'] === 'newChat') {
    startOver(turnOf(pressed).user);
  } else if (button.dataset['action'] === 'editParameters') {
    // The advice that names no field is about the length of the reply.
    openParameters(turnOf(pressed).reply.error?.refused?.name ?? 'max_tokens');
  }
  const intent = intentOf(button, pressed);
  if (intent !== undefined && !(waitsForReply(intent) && isRunning())) {
    post(intent);
    if (intent.kind === 'copy') {
      confirmCopy(button);
    }
  }
}

/** Whether a press waits for the running reply: it would send something, and only one reply runs at a time. */
function waitsForReply({ kind }: ViewToHost): boolean {
  // Another model is asked in place of the one whose request is held back.
  return sendsRequest(kind) && kind !== 'otherModel';
}

function turnOf({ turnId, slot }: PressedTurn): Turn {
  const { turns } = slot.exchange(turnId);
  return turns.find(({ id }) => id === turnId) ?? turns[0];
}

function intentOf(button: HTMLElement, pressed: PressedTurn): ViewToHost | undefined {
  const { turnId, slot } = pressed;
  const action = button.dataset['action'];
  const { turns } = slot.exchange(turnId);
  const { user, reply } = turnOf(pressed);
  switch (action) {
    case 'copyReply':
      return { kind: 'copy', text: replyMarkdown(turns.map((turn) => turn.reply)) };
    case 'copyMessage':
      return { kind: 'copy', text: messageContent(user) };
    case 'copyRequestId':
      return { kind: 'copy', text: reply.requestId ?? reply.error?.requestId ?? '' };
    case 'showTurn': {
      const target = button.dataset['targetId'];
      return target ? { kind: 'showTurn', turnId: target } : undefined;
    }
    case 'enterKey':
      return { kind: 'retry', turnId };
    case 'signIn':
      return { kind: 'setKey' };
    case 'sendNow':
    case 'stop':
    case 'setKey':
    case 'manageConnections':
    case 'chooseModel':
    case 'certificateSettings':
    case 'timeoutSettings':
    case 'showLog':
      return { kind: action };
    default:
      return isTurnAction(action) ? { kind: action, turnId } : undefined;
  }
}
