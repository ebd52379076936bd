import * as vscode from 'vscode';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { maskedFields, type Redactor } from '../base/redactor.ts';

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
  const { kind, summary, name: _name, cause: _cause, ...facts } = error;
  return {
    ...facts,
    ...maskedFields({ ...facts }, redactor),
    kind,
    message: redactor.redact(summary),
  };
}
