import type { Turn } from '../shared/conversation.ts';
import { isOneOf } from '../shared/guards.ts';
import type { ViewToHost } from '../shared/panelProtocol.ts';
import { confirmCopy } from './confirmCopy.ts';

/** What the buttons of a turn need of the panel. */
export interface TurnActionServices {
  readonly post: (intent: ViewToHost) => void;
  readonly isRunning: () => boolean;
  readonly turnOf: (turnId: string) => Turn | undefined;
}

/** One listener for the buttons of all turns inside `node`, now and later. */
export function handleTurnActions(
  node: HTMLElement,
  { post, isRunning, turnOf }: TurnActionServices,
): void {
  node.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
    const section = button?.closest<HTMLElement>('[data-turn-id]');
    const turn = turnOf(section?.dataset['turnId'] ?? '');
    const intent = turn && intentOf(button?.dataset['action'] ?? '', turn);
    if (button && intent !== undefined && !(asksAgain(intent) && isRunning())) {
      post(intent);
      if (intent.kind === 'copy') {
        confirmCopy(button);
      }
    }
  });
}

function asksAgain({ kind }: ViewToHost): boolean {
  return isOneOf('retry', 'retryLater', 'sendRenamed', 'sendWithout', 'useNearest')(kind);
}

function intentOf(action: string, { id, reply }: Turn): ViewToHost | undefined {
  switch (action) {
    case 'copyReply':
      return { kind: 'copy', text: reply.text };
    case 'copyRequestId':
      return { kind: 'copy', text: reply.requestId ?? reply.error?.requestId ?? '' };
    case 'retry':
    case 'retryLater':
    case 'sendRenamed':
    case 'sendWithout':
    case 'otherModel':
    case 'useNearest':
      return { kind: action, turnId: id };
    case 'sendNow':
    case 'stop':
    case 'setKey':
    case 'chooseModel':
    case 'chooseConnection':
    case 'certificateSettings':
    case 'timeoutSettings':
    case 'showLog':
      return { kind: action };
    default:
      return undefined;
  }
}
