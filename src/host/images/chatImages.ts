import * as vscode from 'vscode';
import type { Conversation } from '../../shared/conversation/conversation.ts';
import { dataUrlOf, type Image } from '../../shared/images/image.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { fromBase64, toBase64 } from './imageFiles.ts';
import type { ImageStore } from './imageStore.ts';

/** The images of chats as their sessions use them. What fails is logged, and the image counts as gone. */
export function chatImages(store: Pick<ImageStore, 'read' | 'keep'>, log: Log) {
  const urlOf = async (chatId: string, { id, type }: Image): Promise<string | undefined> => {
    try {
      const bytes = await store.read(chatId, id);
      return bytes && dataUrlOf(type, toBase64(bytes));
    } catch (error) {
      log.error(messageOf(error));
      return undefined;
    }
  };
  return {
    async load({ id: chatId }: Conversation, images: readonly Image[]) {
      const urls = new Map<string, string | undefined>();
      // One after another: each is in memory as a file and as text.
      for (const image of images) {
        if (!urls.has(image.id)) {
          urls.set(image.id, await urlOf(chatId, image));
        }
      }
      return ({ id }: Pick<Image, 'id'>) => urls.get(id);
    },
    async keep(chat: Conversation, base64: string): Promise<Image | undefined> {
      try {
        const bytes = fromBase64(base64);
        const kept = bytes && (await store.keep(chat, bytes, vscode.l10n.t('Generated image')));
        if (kept !== undefined && 'image' in kept) {
          return kept.image;
        }
        log.warn(kept?.problem ?? 'An image of a reply is not Base64.');
      } catch (error) {
        log.error(messageOf(error));
      }
      return undefined;
    },
  };
}
