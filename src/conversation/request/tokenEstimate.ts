import type { Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { ReasoningField } from '../../shared/service/chatCompletion.ts';
import { imageTokens } from './imageTokens.ts';
import { messageContent } from './prompt.ts';
import { reasoningText, sentReply } from './sentReasoning.ts';

/** Characters of scripts in which one character is about one token. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * The estimated number of tokens of `text`: one for each four characters, and one for each Chinese, Japanese
 * or Korean character. Every model counts differently, so the number is only ever shown as an estimate.
 */
export function tokenEstimate(text: string): number {
  const denseCount = text.match(dense)?.length ?? 0;
  return denseCount + Math.ceil((text.length - denseCount) / 4);
}

/** The estimated number of tokens of a message with its context items and images. */
export function messageTokens(message: UserMessage): number {
  const ofImages = (message.images ?? []).map(imageTokens);
  return ofImages.reduce((sum, each) => sum + each, tokenEstimate(messageContent(message)));
}

/**
 * Creates a function that estimates the tokens of a path in a request, with the reasoning of the replies if it
 * is sent. The estimate of each turn is remembered, because an ended turn never changes.
 */
export function createPathEstimate(): (path: readonly Turn[], field?: ReasoningField) => number {
  let known = new WeakMap<Turn, number>();
  let knownField: ReasoningField | undefined;
  return (path, field) => {
    if (field !== knownField) {
      known = new WeakMap();
      knownField = field;
    }
    return path.reduce((sum, turn) => {
      const estimate = known.get(turn) ?? turnEstimate(turn, field);
      known.set(turn, estimate);
      return sum + estimate;
    }, 0);
  };
}

function turnEstimate({ user, reply }: Turn, field: ReasoningField | undefined): number {
  const { text, reasoning } = sentReply(reply, field);
  const texts = [text, ...(reasoning ? [reasoningText(reasoning)] : [])];
  return texts.reduce((sum, each) => sum + tokenEstimate(each), messageTokens(user));
}

/** Whether a request fits into the context of the model, nearly fills it, or is too long. */
export type FillState = 'fits' | 'near' | 'over';

/** From this share of the context on, there may be no room left for the reply. */
const nearShare = 0.8;

/** An estimate may be wrong by this share. */
const doubtfulShare = 0.2;

/** Whether a request of about `tokens` is longer than a context of `length`, even if the estimate is too high. */
export function isPlainlyOver(tokens: number, length: number): boolean {
  return tokens > length * (1 + doubtfulShare);
}

/** How much of a context of `length` tokens a request of `tokens` fills. */
export function contextFill(
  tokens: number,
  length: number,
): { readonly percent: number; readonly state: FillState } {
  const share = tokens / length;
  const state = share > 1 ? 'over' : share >= nearShare ? 'near' : 'fits';
  // Rounded up above 100 %, so that a request that is slightly too long is not shown as 100 %.
  return { percent: share > 1 ? Math.ceil(share * 100) : Math.floor(share * 100), state };
}
