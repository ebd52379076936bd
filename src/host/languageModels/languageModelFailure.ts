import * as vscode from 'vscode';
import { errorCard } from '../../conversation/errors/errorCard.ts';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import { withServiceWords } from '../connections/listFailure.ts';

/** A failure that Parley itself has found, with a sentence for the user. */
export class LanguageModelFailure extends Error {}

/**
 * The error that another extension gets for a failed request: one of VS Code's own where it has one for the reason,
 * with Parley's words and what to do.
 */
export function languageModelError(failure: ReplyError): Error {
  const words = wordsOf(failure);
  const { kind, code } = failure;
  // The user has stopped nothing: a key or a header may not be sent without their consent.
  if (kind === 'auth' || kind === 'aborted') {
    return vscode.LanguageModelError.NoPermissions(words);
  }
  if (kind === 'quota' || kind === 'rateLimited' || code === 'content_filter') {
    return vscode.LanguageModelError.Blocked(words);
  }
  return kind === 'notFound' && code === 'model_not_found'
    ? vscode.LanguageModelError.NotFound(words)
    : new Error(words);
}

function wordsOf(failure: ReplyError): string {
  const { message, detail } = failure;
  const isSaid = detail === undefined || message.includes(detail);
  const happened = isSaid ? message : withServiceWords(message, detail);
  return `Parley: ${happened} ${adviceOn(failure)}`;
}

function adviceOn(failure: ReplyError): string {
  if (failure.isKeyMissing === true) {
    return vscode.l10n.t('Run “Parley: Set API Key” to enter it.');
  }
  if (failure.kind === 'aborted') {
    return vscode.l10n.t('Send a message with this connection in Parley to confirm it.');
  }
  return errorCard(failure).advice;
}
