import * as vscode from 'vscode';
import { ServiceError } from '../../service/serviceError.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { messageOf } from '../base/errorMessage.ts';

/** Statuses of addresses that have nothing to give (RFC 9110, section 15). */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);

/**
 * Whether a request for the model list failed because there is none at the address
 * (`docs/service-interface.md`, "GET /v1/models" 3). A web page with an error status says nothing about that:
 * it may come from a proxy, or be what the service shows to everybody without a key.
 */
export function isListMissing(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) {
    return false;
  }
  const { status, code } = error;
  const isSuccess = status !== undefined && status >= 200 && status < 300;
  return missingStatuses.has(status) || (isSuccess && code === failureCode.webPage);
}

/** A sentence of Parley, followed by the words of the service as a quotation. */
export function withServiceWords(sentence: string, said: string): string {
  return vscode.l10n.t({
    message: '{0} “{1}”.',
    args: [sentence, said.replace(/\.$/, '')],
    comment: ['{0} is a whole sentence, {1} is what the service said about it'],
  });
}

/** What happened, what the service said about it, what to do, if anything, and at the end the request and its status. */
export function failureText(error: unknown, advice = ''): string {
  const [summary, detail, tried] =
    error instanceof ServiceError
      ? [error.summary, error.detail, error.message.slice(error.summary.length).trim()]
      : [messageOf(error), undefined, ''];
  const isSaid = detail === undefined || summary.includes(detail);
  const happened = isSaid ? summary : withServiceWords(summary, detail);
  return [happened, advice, tried].filter((text) => text !== '').join(' ');
}
