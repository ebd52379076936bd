import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import type { RefusedField } from '../../shared/service/requestAdjustment.ts';
import type { Advice } from './errorAdvice.ts';

/** The advice about a field of the request that the service rejected. */
export function refusedFieldAdvice({ name, otherName, isValue, values }: RefusedField): Advice {
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
export function shorterReplyAdvice(detail = ''): Advice | undefined {
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
