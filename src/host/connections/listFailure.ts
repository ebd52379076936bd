import * as vscode from 'vscode';
import { ServiceError } from '../../service/serviceError.ts';
import { failureCode, type ServiceErrorKind } from '../../shared/service/serviceErrorKind.ts';
import { messageOf } from '../base/errorMessage.ts';

/**
 * What a failed request for the model list says about a connection that is being set up:
 *
 * - `missing`: the service has no list, or the address is wrong.
 * - `key`: the service rejected the key or requires one.
 * - `address`: no service was reached, or not at this address.
 * - `refused`: something at the address answered, but not with a list. The reason may be the key, the
 *   address, a header that the service requires, or a service that lists its models to nobody.
 */
export type ListFailure = 'missing' | 'key' | 'address' | 'refused';

/** Statuses of addresses that have nothing to give (RFC 9110, section 15). */
const missingStatuses: ReadonlySet<number | undefined> = new Set([404, 405, 410, 501]);

/** The kinds of failures without any answer, if there is no status either. */
const unanswered: ReadonlySet<ServiceErrorKind> = new Set([
  'aborted',
  'badRequest',
  'network',
  'protocol',
  'timeout',
]);

/** What the failure of a request for the model list says. */
export function listFailure(error: ServiceError): ListFailure {
  const { kind, status, code, tried } = error;
  if (isListMissing(error)) {
    return 'missing';
  }
  if (kind === 'auth' && status !== 403) {
    return 'key';
  }
  if (
    code === failureCode.proxySignIn ||
    code === failureCode.proxyRejected ||
    code === failureCode.redirect
  ) {
    return 'address';
  }
  // An error object that came with a status of success has no status here, but a kind of its own.
  const isAnswered = status !== undefined || (kind === 'badRequest' && tried !== undefined);
  return !isAnswered && unanswered.has(kind) ? 'address' : 'refused';
}

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

/** What happened, followed by what the service said about it. */
export function failureText(error: unknown): string {
  const message = messageOf(error);
  const said = error instanceof ServiceError ? error.detail : undefined;
  return said === undefined || message.includes(said) ? message : withServiceWords(message, said);
}
