import type {
  ContextItem,
  Turn,
  UserMessage,
  Conversation,
} from '../../shared/conversation/conversation.ts';
import {
  type ChatCompletionRequest,
  contentText,
  type ReasoningField,
  type Usage,
} from '../../shared/service/chatCompletion.ts';
import { imageTokens } from './imageTokens.ts';
import { contextContent, messageContent } from './prompt.ts';
import { imagesOf } from './sentImages.ts';
import { reasoningText, sentReply } from './sentReasoning.ts';

/**
 * The estimated number of tokens of `text`: one for each four characters, and one for each Chinese, Japanese
 * or Korean character. Every model counts differently, so the number is only ever shown as an estimate.
 */
export function tokenEstimate(text: string): number {
  let denseCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    denseCount += isDense(text.charCodeAt(index)) ? 1 : 0;
  }
  return denseCount + Math.ceil((text.length - denseCount) / 4);
}

/**
 * Whether a UTF-16 code unit begins a Chinese, Japanese or Korean character. By blocks of Unicode, because the script of
 * a character takes longer to find: half a second for 5 MB of text.
 */
function isDense(code: number): boolean {
  return (
    (code >= 0x2e80 && code < 0xa4d0) ||
    (code >= 0xac00 && code < 0xd800) ||
    (code >= 0x1100 && code < 0x1200) ||
    (code >= 0xd840 && code < 0xd890) ||
    (code >= 0xf900 && code < 0xfb00) ||
    (code >= 0xff66 && code < 0xffdd)
  );
}

/** The estimated number of tokens of a message with its context items, and its images if `model` gets them. */
export function messageTokens(message: UserMessage, model: string | undefined): number {
  const { images = [] } = message;
  const ofImages = model === undefined ? [] : images.map((image) => imageTokens(image, model));
  return [...ofImages, ...message.context.map(contextTokens)].reduce(
    (sum, each) => sum + each,
    tokenEstimate(message.text),
  );
}

/** The estimates of items that were asked for: an item never changes, and may be long. */
const knownContextTokens = new WeakMap<ContextItem, number>();

/** The estimated number of tokens of a context item with its label. */
export function contextTokens(item: ContextItem): number {
  const tokens = knownContextTokens.get(item) ?? tokenEstimate(contextContent(item));
  knownContextTokens.set(item, tokens);
  return tokens;
}

/** What decides how the tokens of a path are estimated. */
interface EstimateFor {
  /** The field in which the reasoning of the replies is sent; missing if it is not. */
  readonly field?: ReasoningField | undefined;
  /** The model that counts the images; missing if they are not sent. */
  readonly model?: string | undefined;
}

/**
 * Creates a function that estimates the tokens of a path in a request, with the reasoning of the replies if it
 * is sent, and the images. The estimate of each turn is remembered, because an ended turn never changes.
 */
export function createPathEstimate(): (path: readonly Turn[], what?: EstimateFor) => number {
  let known = new WeakMap<Turn, number>();
  let knownFor: EstimateFor = {};
  return (path, what = {}) => {
    if (what.field !== knownFor.field || what.model !== knownFor.model) {
      known = new WeakMap();
      knownFor = what;
    }
    return path.reduce((sum, turn) => {
      const estimate = known.get(turn) ?? turnEstimate(turn, what);
      known.set(turn, estimate);
      return sum + estimate;
    }, 0);
  };
}

function turnEstimate(turn: Turn, { field, model }: EstimateFor): number {
  const { text, reasoning } = sentReply(turn.reply, field);
  const texts = [messageContent(turn.user), text, ...(reasoning ? [reasoningText(reasoning)] : [])];
  const images = model === undefined ? [] : imagesOf([turn]);
  return [...texts.map(tokenEstimate), ...images.map((image) => imageTokens(image, model))].reduce(
    (sum, tokens) => sum + tokens,
    0,
  );
}

/** The estimated number of tokens of the messages of a request and their images. */
export function requestTokens({
  messages,
  model,
  images = [],
}: Pick<ChatCompletionRequest, 'messages' | 'model' | 'images'>): number {
  return [
    ...messages.map((message) => tokenEstimate(contentText(message))),
    ...images.map((image) => imageTokens(image, model)),
  ].reduce((sum, tokens) => sum + tokens, 0);
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

/**
 * What the replies of `unstated` used, for which the service stated nothing, by the ids of their turns: estimated from
 * what was sent, which are the messages of the chat up to theirs, and what arrived.
 */
export function estimatedUsages(
  unstated: readonly Turn[],
  { turns, systemPrompt = '' }: Pick<Conversation, 'turns' | 'systemPrompt'>,
): ReadonlyMap<string, Usage> {
  const tokensUpTo = createTokensUpTo(turns);
  const ofSystem = tokenEstimate(systemPrompt);
  return new Map(
    unstated.map(({ id, parentId, user, reply }) => {
      const { text, reasoning, toolCalls = [] } = reply;
      const calls = toolCalls.map((call) => `${call.name}${call.arguments}`).join('');
      return [
        id,
        {
          prompt_tokens: ofSystem + tokensUpTo(parentId) + messageTokens(user, reply.model),
          completion_tokens: tokenEstimate(text + reasoning + calls),
        },
      ];
    }),
  );
}

/** Gives a function for the tokens of the messages from the first to those of a turn; 0 if there is no such turn. */
function createTokensUpTo(turns: readonly Turn[]): (id: string | undefined) => number {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const known = new Map<string | undefined, number>([[undefined, 0]]);
  const estimate = createPathEstimate();
  return (id) => {
    const path: Turn[] = [];
    for (let turn = byId.get(id ?? ''); turn !== undefined && !known.has(turn.id);) {
      // A damaged file could name a turn as its own parent.
      known.set(turn.id, 0);
      path.push(turn);
      turn = byId.get(turn.parentId ?? '');
    }
    for (const turn of path.toReversed()) {
      known.set(
        turn.id,
        (known.get(turn.parentId) ?? 0) + estimate([turn], { model: turn.reply.model }),
      );
    }
    return known.get(id) ?? 0;
  };
}
