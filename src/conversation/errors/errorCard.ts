import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { type Advice, errorAdvice, type ErrorAction, refusedFieldAdvice } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';
import { modelAdvice } from './modelAdvice.ts';

/** A failed reply as the user sees it. */
export interface ErrorCard {
  readonly title: string;
  /** What happened, in one sentence. */
  readonly happened: string;
  /** The request, the status and the code, as far as they are known. */
  readonly details: readonly string[];
  /** The explanation of the service, unless `happened` contains it. */
  readonly said: string | undefined;
  /** What the user can do. */
  readonly advice: string;
  /** At most two, and one to continue the reply; the likeliest first. */
  readonly actions: readonly ErrorAction[];
}

/** The card for a failed reply. `isContinuable` tells whether the user can ask to continue the reply. */
export function errorCard(error: ReplyError, isContinuable = false): ErrorCard {
  const { message, detail } = error;
  const [title, advice, ...actions] = adviceOn(error);
  const said = detail === undefined || message.includes(detail) ? undefined : detail;
  const all = withWait(error, isContinuable ? withContinue(actions) : actions);
  return { title, happened: message, details: detailsOf(error), said, advice, actions: all };
}

function detailsOf({ tried, status, code }: ReplyError): readonly string[] {
  return [tried, status?.toString(), code].filter((detail) => detail !== undefined);
}

/** Continuing a reply is offered before trying again, but after actions that remove the cause of the failure. */
function withContinue(actions: readonly ErrorAction[]): readonly ErrorAction[] {
  const at = actions.indexOf('retry');
  return actions.toSpliced(at === -1 ? actions.length : at, 0, 'continueReply');
}

function adviceOn(error: ReplyError): Advice {
  const { refused, modelCheck } = error;
  if (refused !== undefined) {
    return refusedFieldAdvice(refused);
  }
  const advice = errorAdvice(errorCase(error));
  return modelCheck === undefined ? advice : modelAdvice(advice[0], modelCheck);
}

/** A day: a longer wait is not offered (`docs/service-interface.md`, "Repeated requests" 3). */
const maxWaitMs = 86_400_000;

/** If the service states how long to wait, the user can wait instead of sending the request at once. */
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
