import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { ModelCheck, ModelDifference, NearModel } from '../../shared/service/modelCheck.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Advice, ErrorAction } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';

const differenceNames: Readonly<Record<ModelDifference, string>> = {
  case: 'case',
  separator: 'hyphen or underscore',
  space: 'space or unseen character',
  owner: 'owner before the slash',
  version: 'version',
  spelling: 'spelling',
};

/**
 * The advice after a failure whose model was compared with the model list. `title` is the title of the
 * failure itself, and is kept unless the list does not have the model.
 */
export function modelAdvice(title: string, check: ModelCheck): Advice {
  const asked = `“${visibleText(check.asked)}”`;
  switch (check.kind) {
    case 'listed':
      return [
        title,
        `${asked} is in the list of the service, letter by letter: it may be out of service for now, or not be open to this account.`,
        ...elsewhere,
      ];
    case 'unlisted':
      return unlistedAdvice(asked, check);
    case 'noList':
      return [
        title,
        `The list of models could not be had to compare the name: ${check.reason}`,
        ...elsewhere,
      ];
  }
}

const elsewhere: readonly ErrorAction[] = ['chooseModel', 'retry'];

function unlistedAdvice(
  asked: string,
  { count, nearest }: Extract<ModelCheck, { kind: 'unlisted' }>,
): Advice {
  const title = 'The service does not know this model';
  const list = count === 1 ? 'which has 1 model' : `which has ${count} models`;
  const missing = `${asked} is not in its list, ${list}.`;
  return nearest.length === 0
    ? [title, `${missing} None has a name like it.`, ...elsewhere]
    : [
        title,
        `${missing} Closest: ${nearest.map(nearWords).join('; ')}.`,
        'useNearest',
        'chooseModel',
      ];
}

function nearWords({ id, differences }: NearModel): string {
  const words = differences.map((difference) => differenceNames[difference]);
  return `${visibleText(id)} (${words.join(' and ')} ${words.length === 1 ? 'differs' : 'differ'})`;
}

/** Codes of errors about a model that is unknown, retired or not available to the account. */
const modelCode =
  /model[_-](?:not|is|un|no|access|permission|deprecat|retired|decommission|disabled|terms)|(?:invalid|unknown|unsupported|no_such|deprecated|retired)[_-]model/i;

/**
 * Words of such errors, after the word "model" in the same sentence. The name of a model may contain a
 * full stop.
 */
const modelWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist|available|permitted|allowed|supported)|no longer|deprecated|decommissioned|retired|offline|unavailable|access|permission)/i;

/** The words of these that a service does not use for a failure of its own. */
const goneWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist)|no longer|deprecated|decommissioned|retired|offline|unavailable)/i;

/**
 * The statuses of errors about a model (`docs/service-interface.md`, "Errors" 8). A status alone does not tell
 * what an error is about ("Errors" 5).
 */
const modelStatuses: ReadonlySet<number> = new Set([400, 403, 404, 410, 422]);
const failureStatuses: ReadonlySet<number> = new Set([500, 503]);

/**
 * Whether a failure is about the model of the request, `asked`, so that the model list is worth a
 * request (`docs/service-interface.md`, "Errors" 8).
 */
export function concernsModel(error: ReplyError, asked = ''): boolean {
  if (errorCase(error) === 'unknownModel') {
    return true;
  }
  const { status, code = '', refused, kind } = error;
  const isWithinReply = status === undefined && (kind === 'stream' || kind === 'server');
  if (refused !== undefined || kind === 'contextTooLong') {
    return false;
  }
  if (isWithinReply || (status !== undefined && failureStatuses.has(status))) {
    return modelCode.test(code) || says(goneWords, error, asked);
  }
  return (
    status !== undefined &&
    (modelCode.test(code) || (modelStatuses.has(status) && says(modelWords, error, asked)))
  );
}

/** Some services name the model and do not call it one. */
function says(words: RegExp, { detail = '' }: ReplyError, asked: string): boolean {
  return words.test(detail) || (asked !== '' && words.test(detail.replaceAll(asked, 'model')));
}
