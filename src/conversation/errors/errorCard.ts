import * as l10n from '@vscode/l10n';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { type Advice, errorAdvice, type ErrorAction } from './errorAdvice.ts';
import { errorCase } from './errorCase.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { formatNumber } from '../../shared/language.ts';
import type { RefusedField } from '../../shared/service/requestAdjustment.ts';
import type { ModelCheck, ModelDifference, NearModel } from '../../shared/models/modelCheck.ts';
import { visibleText } from '../../shared/visibleText.ts';

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

/** The advice about a field of the request that the service rejected. */
function refusedFieldAdvice({ name, otherName, isValue, values }: RefusedField): Advice {
  if (isValue && values !== undefined) {
    return {
      title: l10n.t('Value rejected: {0}', name),
      advice: l10n.t('The model accepts: {0}', values.join(', ')),
      actions: ['chooseEffort', 'sendWithout', 'retry'],
    };
  }
  if (isValue) {
    return {
      title: l10n.t('Value rejected: {0}', name),
      advice: l10n.t('Set another value.'),
      actions: ['editParameters', 'sendWithout', 'retry'],
    };
  }
  const title = l10n.t('Not supported: {0}', name);
  return otherName === undefined
    ? {
        title,
        advice: l10n.t('Try again without it.'),
        more: l10n.t(
          'The service then uses its default. If that works, it is remembered for this connection and model.',
        ),
        actions: ['sendWithout', 'chooseModel'],
      }
    : {
        title,
        advice: l10n.t('Use the other name.'),
        more: l10n.t(
          'Some models use {0} instead. If that works, or if it works without either, it is remembered for this connection and model.',
          otherName,
        ),
        actions: ['sendRenamed', 'sendWithout'],
      };
}

/** Words that say that the credit would do for a shorter reply. */
const shorter =
  /\b(?:fewer|lower|less|smaller|reduc\w{0,3}|decreas\w{0,3})\b[^.\n]{0,40}\bmax_?(?:completion_?|output_?)?tokens|\bafford/i;

/** What the credit is enough for. */
const affordable = /\bafford (?:up to )?(\d[\d,]{0,15})/i;

/**
 * The advice about an error that speaks of credit and of `max_tokens`: services such as OpenRouter reserve credit for
 * the longest possible reply. Undefined if the words of the service say no such thing.
 */
function shorterReplyAdvice(detail = ''): Advice | undefined {
  if (!shorter.test(detail)) {
    return undefined;
  }
  const tokens = Number(affordable.exec(detail)?.[1]?.replaceAll(',', '') ?? 0);
  return {
    title: l10n.t('Not enough credit'),
    advice:
      tokens > 0
        ? l10n.t('Set max_tokens to {0} or less, or add credit.', formatNumber(tokens))
        : l10n.t('Lower max_tokens, or add credit.'),
    more: l10n.t(
      'The service reserves credit for the longest reply that the request allows. Without max_tokens, that is the longest reply of the model. A cheaper model may also help.',
    ),
    actions: ['editParameters', 'retry', 'chooseModel', 'setKey'],
  };
}

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
function modelAdvice(title: string, check: ModelCheck): Advice {
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
