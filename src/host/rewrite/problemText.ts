import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import { errorCase } from '../../conversation/errors/errorCase.ts';
import type { Reply, ReplyError } from '../../shared/conversation/conversation.ts';
import { isLengthReason } from '../../service/reply/finishReason.ts';
import { duration } from '../../shared/duration.ts';
import { blockRefusalWords, fileRefusalWords } from '../apply/refusalWords.ts';
import { notificationText } from '../base/safeText.ts';
import type { RewriteProblem } from './readReply.ts';

/** In characters; the words of a service may be long. */
const longestWords = 300;

/** Why a reply is no result, and what to do. */
export function problemText(problem: RewriteProblem): string {
  switch (problem.kind) {
    case 'reply':
      return replyText(problem.reply);
    case 'leftOut':
      return vscode.l10n.t(
        'The reply leaves out code (“{0}”). Nothing was changed. Ask for all lines, or select less code.',
        shown(problem.line.trim()),
      );
    case 'refused': {
      const { reason, path, name = '' } = problem;
      return unchanged(fileRefusalWords(reason, shown(path), shown(name)));
    }
    case 'masked':
      return vscode.l10n.t(
        'Something in the code was masked or removed before it was sent, so the reply does not fit. Nothing was changed.',
      );
    case 'same':
      return vscode.l10n.t('The reply is the same as the code. Nothing was changed.');
    case 'noCode':
      return noCodeText(problem.reason);
  }
}

function unchanged(words: string): string {
  return `${words} ${vscode.l10n.t('Nothing was changed.')}`;
}

function noCodeText(reason: Extract<RewriteProblem, { kind: 'noCode' }>['reason']): string {
  switch (reason) {
    case 'empty':
      return vscode.l10n.t('The reply is empty. Nothing was changed.');
    case 'several':
      return vscode.l10n.t(
        'The reply has several code blocks, and it is not clear which one to use. Nothing was changed.',
      );
    case 'open':
      return vscode.l10n.t('The reply ends within its code block. Nothing was changed.');
    case 'prose':
      return vscode.l10n.t('The model replied with text instead of code. Nothing was changed.');
    default:
      return unchanged(blockRefusalWords(reason));
  }
}

function replyText({ status, error, finishReason }: Reply): string {
  if (error !== undefined) {
    const { title, words, advice } = { ...errorCard(error), ...adviceOnLength(error) };
    const { retryAfterMs } = error;
    const wait =
      retryAfterMs === undefined
        ? undefined
        : vscode.l10n.t('Wait time stated by the service: {0}', duration(retryAfterMs));
    const all = [title, words, advice, wait].filter((text) => text !== undefined);
    return all.map(sentence).join(' ');
  }
  if (status === 'stopped') {
    return vscode.l10n.t('Stopped. Nothing was changed.');
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

/** For a request that is too long: a chat's own advice, to start a new one, does not fit a rewrite. */
function adviceOnLength(
  error: ReplyError,
): { readonly title: string; readonly advice: string } | undefined {
  const kind = errorCase(error);
  return kind === 'contextTooLong' || kind === 'tooLarge'
    ? {
        title: vscode.l10n.t('Request too large'),
        advice: vscode.l10n.t('Select less code, or use a model with a longer context.'),
      }
    : undefined;
}

function sentence(text: string): string {
  const words = shown(text);
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

function shown(text: string): string {
  return notificationText(text.length > longestWords ? `${text.slice(0, longestWords)}…` : text);
}
