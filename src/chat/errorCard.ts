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
  aborted: { title: 'Request stopped', actions: ['retry'] },
  timeout: { title: 'Time-out', actions: ['retry', 'showLog'] },
  network: { title: 'Service not reached', actions: ['retry', 'showLog'] },
  auth: { title: 'Key refused', actions: ['setKey', 'retry'] },
  notFound: { title: 'Address not found', actions: ['chooseModel', 'retry'] },
  rateLimited: { title: 'Too many requests', actions: ['retry', 'chooseModel'] },
  quota: { title: 'Nothing left to spend', actions: ['setKey', 'chooseModel'] },
  badRequest: { title: 'Request refused', actions: ['chooseModel', 'retry'] },
  contextTooLong: {
    title: 'Conversation too long',
    actions: ['chooseModel'],
  },
  server: { title: 'Server error', actions: ['retry', 'chooseModel'] },
  protocol: { title: 'Not a chat completion', actions: ['retry', 'showLog'] },
  stream: { title: 'Reply broken off', actions: ['retry', 'showLog'] },
};

/** The card for a failed reply; wording and actions follow the kind of the failure. */
export function errorCard(error: ReplyError): ErrorCard {
  const { actions } = cards[error.kind];
  return { title: title(error), body: body(error), actions };
}

function title(error: ReplyError): string {
  return isModelUnknown(error) ? 'Model not found' : cards[error.kind].title;
}

/** The error code of the convention for a model that is misspelt, gone or not permitted. */
function isModelUnknown({ code }: ReplyError): boolean {
  return code === 'model_not_found';
}

function body({ message, detail }: ReplyError): string {
  return detail === undefined || message.includes(detail) ? message : `${message}\n${detail}`;
}
