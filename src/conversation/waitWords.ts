import * as l10n from '@vscode/l10n';
import type { ReplyWait } from '../shared/conversation/conversation.ts';
import { duration } from '../shared/language.ts';

/** Why a request waits until it is sent again, and how long. `nowMs` is in milliseconds since 1970. */
export function waitWords({ until, delayMs, reason }: ReplyWait, nowMs: number): string {
  // Under Remote-SSH the host has the clock of another computer.
  const leftMs = Math.min(Math.max(0, until - nowMs), delayMs);
  return reason === 'rateLimited'
    ? l10n.t('Rate limit reached. Trying again in {0}.', duration(leftMs))
    : l10n.t('The service is busy. Trying again in {0}.', duration(leftMs));
}
