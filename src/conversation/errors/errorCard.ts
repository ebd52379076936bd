import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { type Advice, errorAdvice, type ErrorAction } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';
import { refusedFieldAdvice, shorterReplyAdvice } from './fieldAdvice.ts';
import { modelAdvice } from './modelAdvice.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';

/** A failed reply as the user sees it. */
export interface ErrorCard {
  readonly title: string;
  /**
   * The words of the service, or what Parley has found out, or else what happened in one sentence. Missing if
   * the title says the same.
   */
  readonly words: string | undefined;
  /** Whether `words` are those of the service. */
  readonly isQuoted: boolean;
  /** One thing to do. */
  readonly advice: string;
  /** What else there is to know. */
  readonly more: string | undefined;
  /** At most two, the likeliest first. */
  readonly actions: readonly ErrorAction[];
  /** What is shown only if the user wants to know more. */
  readonly folded: {
    /** What happened, and what the service said, unless that is `words`. */
    readonly remarks: readonly string[];
    /** The request, the status and the code, as far as they are known. */
    readonly facts: readonly string[];
    readonly actions: readonly ErrorAction[];
  };
}

/** What the actions of a card depend on beside the error. */
interface CardOptions {
  /** Whether the user can ask to continue the reply. */
  readonly isContinuable?: boolean;
  /** Whether the message has text and attachments, so that it can be sent without these. */
  readonly hasAttachments?: boolean;
}

const actionsInSight = 2;

/** The card for a failed reply. */
export function errorCard(error: ReplyError, options: CardOptions = {}): ErrorCard {
  const { message, detail } = error;
  const { title, advice, more, found, actions } = adviceOn(error);
  const said = detail === undefined || message.includes(detail) ? undefined : detail;
  const other = said ?? (isSaidByTitle(error) ? undefined : message);
  const words = found ?? (other !== undefined && isTitle(other, title) ? undefined : other);
  const remarks = [message, said].filter((text) => text !== undefined);
  const possible = actions.filter(
    (action) => action !== 'leaveOutAttachments' || options.hasAttachments === true,
  );
  const all = withWait(error, options.isContinuable === true ? withContinue(possible) : possible);
  return {
    title,
    words,
    isQuoted: words !== undefined && words === said,
    advice,
    more,
    actions: all.slice(0, actionsInSight),
    folded: {
      remarks: remarks.filter((text) => text !== words),
      facts: factsOf(error),
      actions: all.slice(actionsInSight),
    },
  };
}

/** Whether a text is the title, but for its case and a full stop. */
function isTitle(text: string, title: string): boolean {
  const words = text.toLowerCase();
  return [title, `${title}.`].some((one) => one.toLowerCase() === words);
}

/** Each trouble of the network has a title of its own. With a proxy, the message has its status as well. */
function isSaidByTitle({ kind, code }: ReplyError): boolean {
  return kind === 'network' && code !== undefined && code !== failureCode.proxyRejected;
}

function factsOf({ tried, status, code }: ReplyError): readonly string[] {
  return [tried, status?.toString(), code].filter((fact) => fact !== undefined);
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
  const shorter = error.kind === 'quota' ? shorterReplyAdvice(error.detail) : undefined;
  const advice = shorter ?? errorAdvice(errorCase(error));
  return modelCheck === undefined ? advice : modelAdvice(advice.title, modelCheck);
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
