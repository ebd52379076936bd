import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import type { Image } from '../../shared/images/image.ts';

/** The files of images as Base64, by the ID of the image. Each may be read from a file when it is looked up. */
export type ImageData = Readonly<Record<string, string>>;

/** More than any chat has. */
export const maxImages = 10_000;

/** Reads the images of an entry of an archive. What is not text is left out. */
export function readImageData(value: unknown): ImageData | undefined {
  const entries = isRecord(value) ? Object.entries(value).slice(0, maxImages) : [];
  const images = entries.flatMap(([id, data]) => (isString(data) ? [[id, data] as const] : []));
  return images.length === 0 ? undefined : Object.fromEntries(images);
}

/** An image of another program, as Base64. */
export interface ForeignImage {
  readonly name: string;
  readonly data: string;
}

/** An image whose file has not been read yet: only its ID and its name mean something. */
export function unreadImage(name: string, newId: () => string): Image {
  const id = newId()
    .replaceAll(/[^\da-f]/gi, '')
    .toLowerCase()
    .slice(0, 64)
    .padEnd(64, '0');
  return { id, type: 'image/png', name, width: 0, height: 0, size: 0 };
}

/** The conversation with each image replaced; one that becomes undefined is left out. */
export function withImages(
  conversation: Conversation,
  replaced: (image: Image) => Image | undefined,
): Conversation {
  const all = (images: readonly Image[]) => images.flatMap((image) => replaced(image) ?? []);
  const changed = (turn: Turn): Turn => {
    const { user, reply } = turn;
    return {
      ...turn,
      user: user.images === undefined ? user : { ...user, images: all(user.images) },
      reply: reply.images === undefined ? reply : { ...reply, images: all(reply.images) },
    };
  };
  return { ...conversation, turns: conversation.turns.map(changed) };
}
