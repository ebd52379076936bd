import type { Usage } from '../shared/chatCompletion.ts';
import type { Reply } from '../shared/conversation.ts';

/** The quiet line under a reply, and what its tooltip adds. */
export interface UsageLine {
  readonly text: string;
  readonly detail: string;
}

/**
 * Says what is known of a reply that has ended: tokens, time to the first token, tokens per second,
 * finish reason. Nothing where no answer came.
 */
export function usageLine(reply: Reply): UsageLine | undefined {
  const { usage, firstTokenAt, startedAt, finishReason } = reply;
  if (firstTokenAt === undefined && usage === undefined) {
    return undefined;
  }
  const parts = [
    tokens(usage?.completion_tokens),
    firstTokenAt === undefined ? undefined : `${seconds(firstTokenAt - startedAt)} to first`,
    speed(reply),
    finishReason,
  ];
  return { text: parts.filter((part) => part !== undefined).join(' · '), detail: detail(usage) };
}

function tokens(count: number | undefined): string {
  return count === undefined ? 'tokens not stated' : countOf(count);
}

function countOf(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'token' : 'tokens'}`;
}

function seconds(ms: number): string {
  const value = Math.max(0, ms) / 1000;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

function speed({ usage, firstTokenAt, endedAt }: Reply): string | undefined {
  const count = usage?.completion_tokens;
  if (count === undefined || firstTokenAt === undefined || endedAt === undefined) {
    return undefined;
  }
  const durationMs = endedAt - firstTokenAt;
  // A reply that came in one piece says nothing about speed.
  return durationMs < 100 ? undefined : `${Math.round((count * 1000) / durationMs)} tok/s`;
}

function detail(usage: Usage | undefined): string {
  const counts = [
    ['Prompt', usage?.prompt_tokens],
    ['Reply', usage?.completion_tokens],
    ['Total', usage?.total_tokens],
  ] as const;
  return counts
    .flatMap(([name, count]) => (count === undefined ? [] : `${name}: ${countOf(count)}`))
    .join('\n');
}
