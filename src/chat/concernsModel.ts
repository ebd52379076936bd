import type { ReplyError } from '../shared/conversation.ts';
import { errorCase } from './errorCase.ts';

/** Codes by which services say that a model is gone, misspelt or not for this account. */
const modelCode =
  /model[_-](?:not|is|un|no|access|permission|deprecat|retired|decommission|disabled|terms)|(?:invalid|unknown|unsupported|no_such|deprecated|retired)[_-]model/i;

/** The same in words, within one sentence. */
const modelWords =
  /\bmodel\b[^.!?\n]{0,120}\b(?:not (?:found|exist|available|permitted|allowed|supported)|no longer|deprecated|decommissioned|retired|access|permission)/i;

/** The statuses with which a request is refused over its model; the interface names none. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 410, 422]);

/**
 * Whether a failure is about the model of the request, so that the model list can help
 * (`service-interface.md`, "Errors").
 */
export function concernsModel(error: ReplyError): boolean {
  if (errorCase(error) === 'unknownModel') {
    return true;
  }
  const { status, code = '', detail = '', refused, kind } = error;
  if (refused !== undefined || status === undefined || kind === 'contextTooLong') {
    return false;
  }
  return modelCode.test(code) || (refusals.has(status) && modelWords.test(detail));
}
