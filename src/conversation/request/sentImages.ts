import type { Turn, UserMessage } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import type { ChatMessage, ContentPart } from '../../shared/service/chatCompletion.ts';

/**
 * How the images of a path are sent: each under the data URL that the function gives, which is undefined for one whose
 * file is gone; or none, because the model takes no images. A note stands in place of an image that is not sent.
 */
export type SentImages = ImageUrl | 'asNotes';

/** The data URL of an image; undefined if the image is not there any more. */
export type ImageUrl = (image: Image) => string | undefined;

type Content = ChatMessage['content'];

/** All images that a request for the reply of the last turn of a path has, in their order. */
export function imagesOf(path: readonly Turn[]): readonly Image[] {
  return path.flatMap(({ user, reply }) => [...(user.images ?? []), ...(reply.images ?? [])]);
}

/** Whether the images of a request are sent and each of them is there. */
export function isSent(image: Image, sent: SentImages): boolean {
  return sent !== 'asNotes' && sent(image) !== undefined;
}

/**
 * The content of a user message with `text`: a text without images, and parts with them, the text first
 * (`docs/service-interface.md`, "Message object" 7). `earlier` are the images of the replies before it, which services
 * take in user messages only.
 */
export function contentWithImages(
  text: string,
  { images = [] }: Pick<UserMessage, 'images'>,
  earlier: readonly Image[],
  sent: SentImages,
): Content {
  const notes = images.filter((image) => !isSent(image, sent)).map((one) => imageNote(one, sent));
  const words = [text, ...notes].filter((each, index) => index > 0 || each !== '').join('\n\n');
  const parts = [...earlier, ...images].flatMap((image) => imagePart(image, sent));
  return parts.length === 0 ? words : [...textParts(words), ...parts];
}

/** The text of a reply as it is sent, with a note for each of its images; empty if it has none but white space. */
export function replyTextWithNotes(
  text: string,
  images: readonly Image[],
  sent: SentImages,
): string {
  return [text, ...images.map((image) => imageNote(image, sent, 'attached to the next message'))]
    .filter((each) => each.trim() !== '')
    .join('\n\n');
}

/** Two contents as one, with an empty line between two texts. */
export function joinedContent(first: Content, second: Content): Content {
  return typeof first === 'string' && typeof second === 'string'
    ? `${first}\n\n${second}`
    : [...partsOf(first), ...partsOf(second)];
}

function partsOf(content: Content): readonly ContentPart[] {
  return typeof content === 'string' ? textParts(content) : content;
}

/** Several services reject a part without text, and one of white space only. */
function textParts(text: string): readonly ContentPart[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function imagePart(image: Image, sent: SentImages): readonly ContentPart[] {
  const url = sent === 'asNotes' ? undefined : sent(image);
  return url === undefined ? [] : [{ type: 'image_url', image_url: { url } }];
}

/** What stands in place of an image. The service reads it, so it is not translated. */
function imageNote(image: Image, sent: SentImages, whereSent = ''): string {
  const { name, width, height } = image;
  const state = sent === 'asNotes' ? 'not sent' : isSent(image, sent) ? whereSent : 'not available';
  return `[Image: ${name.replaceAll(/\s+/g, ' ')}, ${width} × ${height} pixels; ${state}]`;
}
