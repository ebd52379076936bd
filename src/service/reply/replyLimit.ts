import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import { cutTo } from '../excerpt.ts';
import { ServiceError } from '../serviceError.ts';

/** The longest reply, in characters of text and reasoning: some four million tokens. */
const maxReplyLength = 16 * 1024 * 1024;

/** Keeps a reply within its largest length (`docs/service-interface.md`, "Limits"). */
export interface ReplyLimit {
  /** Whether something was left out. */
  readonly isExceeded: boolean;
  /** As much of the next text or reasoning as there is room for. */
  take(text: string): string;
}

/** Starts to count for one reply. */
export function createReplyLimit(): ReplyLimit {
  let left = maxReplyLength;
  return {
    get isExceeded() {
      return left < 0;
    },
    take(text) {
      const taken = left < text.length ? cutTo(text, Math.max(0, left)) : text;
      left -= text.length;
      return taken;
    },
  };
}

/** The error of a reply that exceeds the limit. The text up to the limit is kept. */
export function replyTooLong(tried: string): ServiceError {
  return new ServiceError(
    'protocol',
    l10n.t('The reply is longer than the limit of {0} characters.', formatNumber(maxReplyLength)),
    { tried },
  );
}
