import * as l10n from '@vscode/l10n';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { dataUrlLength, type Image } from '../../shared/images/image.ts';
import { type ChatCompletionRequest, contentText } from '../../shared/service/chatCompletion.ts';
import { imageTokens } from './imageTokens.ts';
import { contextLabel, contextContent, messageContent } from './prompt.ts';
import { reasoningText } from './sentReasoning.ts';
import { tokenEstimate } from './tokenEstimate.ts';

/** A part of a request as the preview lists it. */
export interface RequestPart {
  readonly name: string;
  /** In characters. */
  readonly length: number;
  /** Estimated. */
  readonly tokens: number;
}

/** A request as `buildMessages` made it. `images` are those in its messages. */
type PartedRequest = Pick<ChatCompletionRequest, 'messages' | 'model' | 'images'>;

/**
 * The parts of a request: system prompt, history with its reasoning and images, message, and each context item and
 * image of the message, which is the last of the path that the request was made of.
 */
export function requestParts(
  { messages, model, images = [] }: PartedRequest,
  message: UserMessage,
): readonly RequestPart[] {
  const system = messages.filter(({ role }) => role === 'system');
  const others = messages.filter(({ role }) => role !== 'system');
  const before = others.slice(0, -1).map(contentText);
  const content = others.at(-1)?.content ?? '';
  const last = contentText({ content });
  // `buildMessages` joins the message with the one before it, if that one got no reply with text.
  const joined = last.slice(0, Math.max(0, last.length - messageContent(message).length));
  const own = part(l10n.t('Message'), message.text);
  const ownImages = images.slice(Math.max(0, images.length - (message.images?.length ?? 0)));
  const earlierImages = images.slice(0, images.length - ownImages.length);
  return [
    part(l10n.t('System prompt'), ...system.map(contentText)),
    part(l10n.t('History'), ...before, joined),
    part(
      l10n.t('Reasoning of earlier replies'),
      ...others.flatMap(({ reasoning }) => (reasoning ? reasoningText(reasoning) : [])),
    ),
    ...(earlierImages.length === 0
      ? []
      : [imagesPart(l10n.t('Images of earlier messages'), earlierImages, model)]),
    own,
    ...message.context.map((item) =>
      part(l10n.t('Context: {0}', contextLabel(item)), contextContent(item)),
    ),
    ...ownImages.map((image) => imagesPart(l10n.t('Image: {0}', image.name), [image], model)),
  ].filter((listed) => listed.length > 0 || listed === own);
}

/** The length of images is that of their data URLs. */
function imagesPart(name: string, images: readonly Image[], model: string): RequestPart {
  return {
    name,
    length: images.reduce((sum, image) => sum + dataUrlLength(image), 0),
    tokens: images.reduce((sum, image) => sum + imageTokens(image, model), 0),
  };
}

function part(name: string, ...texts: readonly string[]): RequestPart {
  return {
    name,
    length: texts.reduce((sum, { length }) => sum + length, 0),
    tokens: texts.reduce((sum, text) => sum + tokenEstimate(text), 0),
  };
}
