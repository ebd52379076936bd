import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { ArchivedConversation } from '../../conversation/transfer/archive.ts';
import { withImages } from '../../conversation/transfer/transferImages.ts';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import { fromBase64 } from '../images/base64.ts';
import type { ImageStore } from '../images/imageStore.ts';

/**
 * Writes the images of an imported chat into its folder, under the id that it gets, each checked and without its
 * metadata as any other image. Gives the chat with these images, and how many are `lost`: those without a file, which the
 * chat still names, and those that are no images, which are left out. Throws what the file system throws.
 */
export async function importImages(
  id: string,
  { conversation, images: data = {} }: ArchivedConversation,
  store: Pick<ImageStore, 'keep' | 'settle'>,
): Promise<{ readonly conversation: Conversation; readonly lost: number }> {
  const kept = new Map<string, Image | undefined>();
  let missing = 0;
  for (const image of imagesOf(conversation.turns)) {
    if (kept.has(image.id)) {
      continue;
    }
    const base64 = Object.hasOwn(data, image.id) ? data[image.id] : undefined;
    missing += base64 === undefined ? 1 : 0;
    kept.set(image.id, base64 === undefined ? image : await keepOne(id, image, base64, store));
  }
  await store.settle(
    { id },
    [...kept.values()].filter((image) => image !== undefined),
  );
  return {
    conversation:
      kept.size === 0 ? conversation : withImages(conversation, ({ id }) => kept.get(id)),
    lost: missing + [...kept.values()].filter((image) => image === undefined).length,
  };
}

async function keepOne(
  chatId: string,
  { name }: Image,
  base64: string,
  store: Pick<ImageStore, 'keep'>,
): Promise<Image | undefined> {
  const bytes = fromBase64(base64);
  const kept = bytes && (await store.keep({ id: chatId }, bytes, name));
  return kept !== undefined && 'image' in kept ? kept.image : undefined;
}
