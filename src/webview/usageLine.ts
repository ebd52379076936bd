import type { Reply } from '../shared/conversation.ts';
import { replyCost } from '../chat/cost.ts';
import type { Prices } from '../shared/prices.ts';
import { costWords, tokenCount } from './amounts.ts';

/**
 * The quiet line under a reply that has ended: tokens, cost, time to the first token, tokens per
 * second, finish reason, and the model if it is not the one asked for. Nothing where no answer came.
 */
export function usageLine(reply: Reply, prices: Prices): string | undefined {
  const { usage, status, finishReason, firstTokenAt } = reply;
  const hasEnd = status === 'completed' || status === 'truncated';
  if (firstTokenAt === undefined && usage === undefined && !hasEnd) {
    return undefined;
  }
  const count = usage?.completion_tokens;
  const cost = replyCost(reply, prices);
  const first = timeToFirst(reply);
  const parts = [
    isOtherModel(reply) ? `${reply.answeredBy} answered` : undefined,
    count === undefined ? 'tokens not stated' : tokenCount(count),
    cost && costWords(cost),
    first && `${first} to first`,
    speed(reply),
    finishReason,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Whether another model answered than the one asked for. */
export function isOtherModel({ answeredBy, model }: Reply): boolean {
  return answeredBy !== undefined && answeredBy !== model;
}

/** From sending to the first token: `0.4 s`. */
export function timeToFirst({ firstTokenAt, startedAt }: Reply): string | undefined {
  if (firstTokenAt === undefined) {
    return undefined;
  }
  const seconds = Math.max(0, firstTokenAt - startedAt) / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** `61 tok/s`; nothing for a reply that came in one piece, which says nothing about speed. */
export function speed({ usage, firstTokenAt, endedAt }: Reply): string | undefined {
  const count = usage?.completion_tokens;
  if (count === undefined || firstTokenAt === undefined || endedAt === undefined) {
    return undefined;
  }
  const durationMs = endedAt - firstTokenAt;
  return durationMs < 100 ? undefined : `${Math.round((count * 1000) / durationMs)} tok/s`;
}
