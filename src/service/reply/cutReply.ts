import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../shared/language.ts';
import type { ServiceEvent } from '../../shared/service/chatCompletion.ts';
import { startOf } from '../../shared/visibleText.ts';
import { responseFacts } from '../http/errorFromResponse.ts';
import type { OpenResponse } from '../http/openResponse.ts';
import { ServiceError } from '../serviceError.ts';
import { isLengthReason } from './choice.ts';

/** The longest reply, in characters of text and reasoning: some four million tokens. */
const maxReplyLength = 16 * 1024 * 1024;

/** Keeps a reply within its largest length (`docs/service-interface.md`, "Limits"). */
export class ReplyLimit {
  #left = maxReplyLength;

  /** Whether something was left out. */
  get isExceeded(): boolean {
    return this.#left < 0;
  }

  /** As much of the next text or reasoning as there is room for. */
  take(text: string): string {
    const taken = startOf(text, Math.max(0, this.#left));
    this.#left -= text.length;
    return taken;
  }
}

/** The error of a reply that exceeds the limit. The text up to the limit is kept. */
export function replyTooLong(tried: string): ServiceError {
  return new ServiceError(
    'protocol',
    l10n.t('The reply is longer than the limit of {0} characters.', formatNumber(maxReplyLength)),
    { tried },
  );
}

/**
 * Gives a function that is given the events of a reply as they come, and says whether the reply was cut before
 * its first token. Some services cut it in place of an error if the chat leaves no room for a reply
 * (`docs/service-interface.md`, "Events" 8).
 */
export function watchForCut(): (events: readonly ServiceEvent[]) => boolean {
  let hasSaid = false;
  let tokens: number | undefined;
  return (events) => {
    for (const event of hasSaid ? [] : events) {
      switch (event.kind) {
        case 'text':
        case 'reasoning':
        case 'toolCall':
        case 'image':
          hasSaid = true;
          break;
        case 'usage':
          tokens = event.usage.completion_tokens;
          break;
        case 'ended':
          return !hasSaid && tokens === 0 && isLengthReason(event.finishReason);
        case 'started':
        case 'reasoningDetails':
        case 'textWasReasoning':
          break;
      }
    }
    return false;
  };
}

/** The error in place of the end of such a reply. */
export function cutError(opened: OpenResponse): ServiceError {
  return new ServiceError(
    'contextTooLong',
    l10n.t('The service ended the reply before its first token. The chat leaves no room for it.'),
    responseFacts(opened),
  );
}
