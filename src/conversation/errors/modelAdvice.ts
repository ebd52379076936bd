import * as l10n from '@vscode/l10n';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { ModelCheck, ModelDifference, NearModel } from '../../shared/models/modelCheck.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Advice, ErrorAction } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';

const differenceNames: Readonly<Record<ModelDifference, () => string>> = {
  case: () => l10n.t('upper and lower case'),
  separator: () => l10n.t('hyphen or underscore'),
  space: () => l10n.t('space or invisible character'),
  owner: () => l10n.t('owner before the slash'),
  version: () => l10n.t('version'),
  spelling: () => l10n.t('spelling'),
};

/**
 * The advice after a failure whose model was compared with the model list. `title` is the title of the
 * failure itself. It is kept unless the model is not in the list.
 */
export function modelAdvice(title: string, check: ModelCheck): Advice {
  const asked = visibleText(check.asked);
  switch (check.kind) {
    case 'listed':
      return {
        title,
        advice: l10n.t('Try again later, or use another model.'),
        more: l10n.t(
          '“{0}” is in the service’s list exactly as written. It may be temporarily unavailable, or your account may not have access to it.',
          asked,
        ),
        actions: elsewhere,
      };
    case 'unlisted':
      return unlistedAdvice(asked, check);
    case 'noList':
      return {
        title,
        advice: l10n.t('Try again later, or use another model.'),
        more: l10n.t('The model list could not be loaded to check the name: {0}', check.reason),
        actions: elsewhere,
      };
  }
}

const elsewhere: readonly ErrorAction[] = ['chooseModel', 'retry'];

function unlistedAdvice(
  asked: string,
  { nearest }: Extract<ModelCheck, { kind: 'unlisted' }>,
): Advice {
  const title = l10n.t('Model not in the list');
  const missing = l10n.t('“{0}” is not in the service’s model list.', asked);
  const [closest, ...others] = nearest.map(nearWords);
  if (closest === undefined) {
    return {
      title,
      found: `${missing} ${l10n.t('None has a similar name.')}`,
      advice: l10n.t('Choose a model from the list.'),
      actions: elsewhere,
    };
  }
  const also = others.length === 0 ? '' : l10n.t('Also similar: {0}.', others.join('; '));
  return {
    title,
    found: l10n.t('Closest: {0}.', closest),
    advice: l10n.t('Use the closest model.'),
    more: `${missing} ${also}`.trimEnd(),
    actions: ['useNearest', 'chooseModel'],
  };
}

function nearWords({ id, differences }: NearModel): string {
  const names = differences.map((difference) => differenceNames[difference]());
  return l10n.t('{0} (different: {1})', visibleText(id), names.join(', '));
}

/** Codes of errors about a model that is unknown, retired or not available to the account. */
const modelCode =
  /model[_-](?:not|is|un|no|access|permission|deprecat|retired|decommission|disabled|terms)|(?:invalid|unknown|unsupported|no_such|deprecated|retired)[_-]model/i;

/**
 * Words of such errors, after the word "model" in the same sentence. The name of a model may contain a
 * full stop.
 */
const modelWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist|available|permitted|allowed|supported)|no longer|deprecated|decommissioned|retired|offline|unavailable|access|permission|(?<!be )disabled)|模型[^。\n]{0,120}(?:无可用|不可用|不存在|未开通|下线|禁用|无权|权限)/i;

/** The words of these that a service does not use for a failure of its own. */
const goneWords =
  /\bmodel\b(?:[^.!?\n]|\.\S){0,120}?\b(?:not (?:found|exist)|no longer|deprecated|decommissioned|retired|offline|unavailable)|模型[^。\n]{0,120}(?:无可用|不可用|不存在|下线)/i;

/** What a sentence has that denies a model, in any order: the model, a no, and what is not permitted. */
const deniedWords: readonly RegExp[] = [
  /\bmodels?\b|模型/i,
  /\b(?:not|no|cannot|denied|without)\b|无权|没有权限|未开通/i,
  /\b(?:access|allowed|permission|permitted|authori[sz]ed)\b|权|未开通/i,
];

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
  const { status, code = '', refused, refusesImages, kind } = error;
  const isWithinReply = status === undefined && (kind === 'stream' || kind === 'server');
  if (refused !== undefined || refusesImages === true || kind === 'contextTooLong') {
    return false;
  }
  if (isWithinReply || (status !== undefined && failureStatuses.has(status))) {
    return modelCode.test(code) || says(goneWords, error, asked);
  }
  return (
    status !== undefined &&
    (modelCode.test(code) ||
      (modelStatuses.has(status) && (says(modelWords, error, asked) || deniesModel(error))))
  );
}

/** Some services name the model and do not call it one. */
function says(words: RegExp, error: ReplyError, asked: string): boolean {
  const detail = plainWords(error);
  return words.test(detail) || (asked !== '' && words.test(detail.replaceAll(asked, 'model')));
}

function deniesModel(error: ReplyError): boolean {
  return plainWords(error)
    .split(/[.!?]\s|[\n。]/)
    .some((one) => deniedWords.every((words) => words.test(one)));
}

/** The words of the service, with “is not” for “isn’t”. */
function plainWords({ detail = '' }: ReplyError): string {
  return detail.replaceAll(/n['’]t\b/g, ' not');
}
