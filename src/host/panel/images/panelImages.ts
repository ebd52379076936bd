import * as vscode from 'vscode';
import { type Image, imageExtensions } from '../../../shared/images/image.ts';
import type { ImageFile, KeptImage } from '../../../shared/images/keptImage.ts';
import { messageOf } from '../../base/errorMessage.ts';
import { visibleText } from '../../../shared/visibleText.ts';
import type { ImageStore } from '../../images/imageStore.ts';
import { fileNameOf, openImageDocument } from './imageDocuments.ts';
import type { Panel } from '../panel.ts';

type ImagePanel = Pick<Panel, 'chat' | 'tell' | 'notice'>;

/** The images of panels: those of the messages that are being written, and those that are shown. */
export class PanelImages {
  readonly #store: ImageStore;
  /** The chats in which images were seen, by the id of the image: a message can be moved to another chat. */
  readonly #seenIn = new Map<string, string>();

  constructor(store: ImageStore) {
    this.#store = store;
  }

  /** Opens an image, or saves it to a file that the user chooses. */
  async take(image: Image, how: 'open' | 'save', panel: ImagePanel): Promise<void> {
    const found = await this.#find(image.id, panel);
    if (found === undefined) {
      const text = vscode.l10n.t('“{0}” is no longer available.', visibleText(image.name));
      panel.notice({ severity: 'warning', text });
    } else if (how === 'open') {
      await openImageDocument(image, found.chatId);
    } else {
      await saveImage(image, found.bytes);
    }
  }

  /** Makes sure that the chat of `panel` has images that were attached to a message in another chat. */
  async bring(images: readonly Image[], panel: Pick<Panel, 'chat'>): Promise<void> {
    const { conversation } = panel.chat.session;
    for (const { id, name } of images) {
      const found = await this.#find(id, panel);
      if (found !== undefined && found.chatId !== conversation.id) {
        await this.#store.keep(conversation, found.bytes, name);
      }
      this.#seenIn.set(id, conversation.id);
    }
  }

  /**
   * Tells the bytes of images, one after the other: each may be large. The panel always gets an answer; if the file
   * cannot be read, as if it were gone.
   */
  async tellBytes(ids: readonly string[], panel: ImagePanel): Promise<void> {
    for (const id of ids) {
      const found = await this.#find(id, panel).catch((error: unknown) => {
        panel.notice({ severity: 'error', text: messageOf(error) });
        return undefined;
      });
      // VS Code passes a plain array on to a page, but not the buffer of Node as which files are read.
      panel.tell({ kind: 'imageBytes', id, bytes: found && new Uint8Array(found.bytes) });
    }
  }

  /** Keeps an image of a message. The panel always gets an answer: with its message, it waits for it. */
  async keep(file: ImageFile, draft: string, panel: ImagePanel): Promise<void> {
    const { conversation } = panel.chat.session;
    const kept = await keepOrProblem(file, async (bytes, name) =>
      this.#store.keep(conversation, bytes, name),
    );
    if ('image' in kept) {
      this.#seenIn.set(kept.image.id, conversation.id);
    }
    panel.tell({ kind: 'imageKept', draft, kept });
  }

  async #find(id: string, { chat }: Pick<Panel, 'chat'>) {
    for (const chatId of [chat.session.conversation.id, this.#seenIn.get(id)]) {
      const bytes = chatId && (await this.#store.read(chatId, id));
      if (chatId && bytes) {
        this.#seenIn.set(id, chatId);
        return { bytes, chatId };
      }
    }
    return undefined;
  }
}

/** In characters. */
const maxNameLength = 200;

async function keepOrProblem(
  { bytes, name }: ImageFile,
  keep: (bytes: Uint8Array, name: string) => Promise<KeptImage>,
): Promise<KeptImage> {
  try {
    return await keep(bytes, name.slice(0, maxNameLength));
  } catch (error) {
    const said = vscode.l10n.t(
      '“{0}” could not be saved: {1}',
      visibleText(name),
      messageOf(error),
    );
    return { problem: said };
  }
}

/** Saves an image to a file that the user chooses. */
async function saveImage(image: Image, bytes: Uint8Array): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const extension = imageExtensions[image.type];
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Image'),
    filters: { [extension.toUpperCase()]: [extension] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileNameOf(image)) }),
  });
  if (target !== undefined) {
    await vscode.workspace.fs.writeFile(target, bytes);
  }
}
