import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { errorCase } from '../../conversation/errors/errorCase.ts';
import { isLengthReason } from '../../service/reply/choice.ts';
import type { Reply, ReplyError } from '../../shared/conversation/conversation.ts';
import { isString } from '../../shared/guards.ts';
import { shortened } from '../../shared/visibleText.ts';
import { duration } from '../../shared/language.ts';
import { notificationText } from '../base/safeText.ts';

/** Why a reply is not complete, and what to do. */
export function replyWords({ status, error, finishReason }: Reply): string {
  if (error !== undefined) {
    return errorWords(error);
  }
  if (status === 'completed') {
    return vscode.l10n.t('Part of the reply arrived damaged. Nothing was changed. Try again.');
  }
  return isLengthReason(finishReason ?? null)
    ? vscode.l10n.t(
        'The reply was cut at the token limit. Nothing was changed. Select less code, or raise the limit.',
      )
    : vscode.l10n.t('The reply is incomplete. Nothing was changed.');
}

function errorWords(error: ReplyError): string {
  const kind = errorCase(error);
  const isTooLong = kind === 'contextTooLong' || kind === 'tooLarge';
  const { title, words, advice } = errorCard(error);
  const { retryAfterMs } = error;
  const said = [
    // A chat's own advice, to start a new one, does not fit a rewrite.
    isTooLong ? vscode.l10n.t('Request too large') : title,
    words,
    isTooLong ? vscode.l10n.t('Select less code, or use a model with a longer context.') : advice,
    retryAfterMs && vscode.l10n.t('Wait time stated by the service: {0}', duration(retryAfterMs)),
  ];
  // The words of a service may be long.
  return said
    .filter((text) => isString(text))
    .map((text) => sentence(notificationText(shortened(text, longestWords))))
    .join(' ');
}

/** In characters. */
const longestWords = 300;

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
