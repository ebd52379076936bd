import * as vscode from 'vscode';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { ServiceError } from '../../service/serviceError.ts';
import type { Redactor } from '../base/redactor.ts';

/** The words of an error that is not the service's are cut to this length. In characters. */
const maxLength = 2000;

/** The error that a failed reply keeps, and its error card shows, without any known secret. */
export function toReplyError(error: unknown, redactor: Redactor): ReplyError {
  if (!(error instanceof ServiceError)) {
    const words = String(error).slice(0, maxLength);
    return {
      kind: 'protocol',
      message: redactor.redact(vscode.l10n.t('Parley failed: {0}', words)),
    };
  }
  const { kind, summary, tried, status, code, requestId, retryAfterMs, detail, refused } = error;
  return {
    kind,
    message: redactor.redact(summary),
    tried: tried && redactor.redact(tried),
    status,
    code: code && redactor.redact(code),
    requestId: requestId && redactor.redact(requestId),
    retryAfterMs,
    detail: detail && redactor.redact(detail),
    refused,
    refusesImages: error.refusesImages,
    isKeyMissing: error.isKeyMissing,
    keySource: error.keySource,
  };
}
