import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { Advice, ErrorAction } from './advice.ts';
import { errorAdvice, refusedFieldAdvice } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';
import { modelAdvice } from './modelAdvice.ts';

/** Nobody leaves a window open for longer than a day to send one message. */
const maxWaitMs = 86_400_000;

/** A failure in words. */
export interface ErrorCard {
  readonly title: string;
  /** What happened, with the address that was tried. */
  readonly happened: string;
  /** The service's own words, where it had any. */
  readonly said: string | undefined;
  /** What to do. */
  readonly advice: string;
  /** At most two ways on, the likeliest first. */
  readonly actions: readonly ErrorAction[];
}

/** The card for a failed reply. */
export function errorCard(error: ReplyError): ErrorCard {
  const { message, detail } = error;
  const [title, advice, ...actions] = adviceOn(error);
  const said = detail === undefined || message.includes(detail) ? undefined : detail;
  return { title, happened: message, said, advice, actions: withWait(error, actions) };
}

function adviceOn(error: ReplyError): Advice {
  const { refused, modelCheck } = error;
  if (refused !== undefined) {
    return refusedFieldAdvice(refused);
  }
  const advice = errorAdvice[errorCase(error)];
  return modelCheck === undefined ? advice : modelAdvice(advice[0], modelCheck);
}

/** A wait that was not begun without being asked for is offered in place of sending at once. */
function withWait(
  { kind, retryAfterMs }: ReplyError,
  actions: readonly ErrorAction[],
): readonly ErrorAction[] {
  const isOffered =
    kind !== 'quota' && retryAfterMs !== undefined && retryAfterMs > 0 && retryAfterMs <= maxWaitMs;
  return isOffered
    ? actions.map((action) => (action === 'retry' ? 'retryLater' : action))
    : actions;
}
