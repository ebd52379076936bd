import type { ReplyError } from '../shared/conversation.ts';
import type { ServiceErrorKind } from '../shared/serviceErrorKind.ts';

/** What a person can do about a failed reply. */
export type ErrorAction = 'retry' | 'setKey' | 'chooseModel' | 'showLog';

/** A failure in words: what happened, what was said about it, and at most two ways on. */
export interface ErrorCard {
  readonly title: string;
  readonly body: string;
  readonly actions: readonly ErrorAction[];
}

const cards: Readonly<Record<ServiceErrorKind, Pick<ErrorCard, 'title' | 'actions'>>> = {
  aborted: { title: 'The request was stopped', actions: ['retry'] },
  timeout: { title: 'The service took too long', actions: ['retry', 'showLog'] },
  network: { title: 'The service could not be reached', actions: ['retry', 'showLog'] },
  auth: { title: 'The service refused the key', actions: ['setKey', 'retry'] },
  notFound: { title: 'The service does not know this address', actions: ['chooseModel', 'retry'] },
  rateLimited: { title: 'Too many requests for now', actions: ['retry', 'chooseModel'] },
  quota: { title: 'The account has nothing left to spend', actions: ['setKey', 'chooseModel'] },
  badRequest: { title: 'The service refused the request', actions: ['chooseModel', 'retry'] },
  contextTooLong: {
    title: 'The conversation is too long for this model',
    actions: ['chooseModel'],
  },
  server: { title: 'The service failed', actions: ['retry', 'chooseModel'] },
  protocol: { title: 'The answer is not a chat completion', actions: ['retry', 'showLog'] },
  stream: { title: 'The reply broke off', actions: ['retry', 'showLog'] },
};

/** The card for a failed reply; wording and actions follow the kind of the failure. */
export function errorCard(error: ReplyError): ErrorCard {
  const { actions } = cards[error.kind];
  return { title: title(error), body: body(error), actions };
}

function title(error: ReplyError): string {
  return isModelUnknown(error) ? 'The service does not know this model' : cards[error.kind].title;
}

/** The error code of the convention for a model that is misspelt, gone or not permitted. */
function isModelUnknown({ code }: ReplyError): boolean {
  return code === 'model_not_found';
}

function body({ message, detail }: ReplyError): string {
  return detail === undefined || message.includes(detail) ? message : `${message}\n${detail}`;
}
