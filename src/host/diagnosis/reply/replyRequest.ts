import * as vscode from 'vscode';
import { costText } from '../../../conversation/cost.ts';
import type { ReplyOffer } from '../../../shared/diagnosis/diagnosis.ts';
import type { Price } from '../../../shared/models/prices.ts';
import type { ChatCompletionRequest } from '../../../shared/service/chatCompletion.ts';
import { formatNumber } from '../../../shared/language.ts';
import {
  addAdjustments,
  type RequestAdjustment,
} from '../../../shared/service/requestAdjustment.ts';
import type { Connection } from '../../connections/connection.ts';

/** What a diagnosis asks a model. */
interface Question {
  readonly content: string;
  /** The most that the reply can have. */
  readonly maxTokens: number;
}

/** Models read these words, so that they are not translated. */
export function question(kind: ReplyOffer['kind']): Question {
  if (kind === 'token') {
    return { content: 'Reply with the word ok.', maxTokens: 1 };
  }
  // A gateway may keep replies to questions that it has seen.
  const first = 100 + Math.floor(Math.random() * 800);
  return { content: `Count from ${first} to ${first + 30}.`, maxTokens: 64 };
}

/** The parameters of the connection that are part of every request; the others change the length or form of a reply. */
const sentParameters = [
  'temperature',
  'top_p',
  'seed',
  'presence_penalty',
  'frequency_penalty',
] as const;

/** The request, with the parameters of the connection, so that a rejected one is found out. */
export function replyRequest(
  { parameters = {} }: Connection,
  model: string,
  { content, maxTokens }: Question,
  adjustments: readonly RequestAdjustment[],
): ChatCompletionRequest {
  return {
    model,
    messages: [{ role: 'user', content }],
    ...Object.fromEntries(sentParameters.map((name) => [name, parameters[name]])),
    max_tokens: maxTokens,
    adjustments: addAdjustments([], adjustments),
  };
}

/** Tokens of a question, roughly: the message with what templates add to it. */
const promptTokens = 30;

/** The offer to send a question, with what it costs by the known price. */
export function replyOffer(
  kind: ReplyOffer['kind'],
  model: string,
  price: Price | undefined,
): ReplyOffer {
  const { maxTokens } = question(kind);
  const cost = costSentence(maxTokens, price);
  return kind === 'token'
    ? {
        kind,
        button: vscode.l10n.t('Ask for a One-Token Reply'),
        text: `${vscode.l10n.t('To check replies, Parley sends a short message to {0} and requests one token.', model)} ${cost}`,
      }
    : {
        kind,
        button: vscode.l10n.t('Check Streaming'),
        text: `${vscode.l10n.t(
          'One token is not enough to detect buffering. A longer check requests up to {1} tokens from {0}.',
          model,
          formatNumber(maxTokens),
        )} ${cost}`,
      };
}

function costSentence(maxTokens: number, price: Price | undefined): string {
  if (price === undefined) {
    return vscode.l10n.t('Its cost is not known.');
  }
  const amount = (promptTokens * price.prompt + maxTokens * price.completion) / 1_000_000;
  return amount === 0
    ? vscode.l10n.t('It is free at the known price.')
    : vscode.l10n.t(
        'It costs about {0} at the known price.',
        costText({ amount, currency: price.currency ?? 'USD' }),
      );
}
