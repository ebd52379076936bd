import * as vscode from 'vscode';
import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { ArchivedConversation } from '../../conversation/transfer/archive.ts';
import { fileCount } from '../base/phrases.ts';
import { toBase64 } from '../images/base64.ts';
import type { ImageStore } from '../images/imageStore.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { StoredConversation } from '../store/loadConversation.ts';

/** What a chat is loaded from. */
interface ChatFiles {
  readonly store: Pick<ChatStore, 'load'>;
  readonly images: Pick<ImageStore, 'read'>;
}

/** A stored chat with the files of its images. */
interface LoadedChat extends StoredConversation, ArchivedConversation {
  /** How many of its images could not be read. */
  readonly missingImages: number;
}

/** Loads a chat for an export; undefined where there is none. Throws what the file system throws. */
export async function loadWithImages(
  id: string,
  { store, images: files }: ChatFiles,
): Promise<LoadedChat | undefined> {
  const stored = await store.load(id);
  if (stored === undefined) {
    return undefined;
  }
  const ids = new Set(imagesOf(stored.conversation.turns).map((image) => image.id));
  const images: Record<string, string> = {};
  for (const imageId of ids) {
    const bytes = await files.read(id, imageId);
    if (bytes !== undefined) {
      images[imageId] = toBase64(bytes);
    }
  }
  const count = Object.keys(images).length;
  return {
    ...stored,
    ...(count === 0 ? {} : { images }),
    missingImages: ids.size - count,
  };
}

/** A sentence if part of a chat could not be read and is missing from its export. */
export function lackOf(
  title: string,
  { setAside, unreadable, missingImages }: LoadedChat,
): readonly string[] {
  const count = setAside.length + unreadable.length + missingImages;
  return count === 0
    ? []
    : [vscode.l10n.t('{0}: part of the chat could not be read ({1}).', title, fileCount(count))];
}
