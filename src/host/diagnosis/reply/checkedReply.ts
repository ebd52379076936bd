import type { ResponseHead } from '../../../service/endpoint.ts';
import { formatNumber } from '../../../shared/language.ts';
import type { Usage } from '../../../shared/service/chatCompletion.ts';
import type { ReplyTimes } from './replyTimes.ts';

/** A reply that arrived, as far as a diagnosis looks at it. */
export interface CheckedReply extends ReplyTimes {
  readonly head: ResponseHead | undefined;
  readonly usage: Usage | undefined;
  /** Fields that the client has left out, because the service rejected them. */
  readonly leftOut: readonly string[];
  /** The beginning of its text. */
  readonly text: string;
  /** Whether the client found that the reply was held back. */
  readonly isHeldBack: boolean;
}

/** A span of time in seconds, with one decimal. */
export function seconds(ms: number): string {
  return formatNumber(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
}
