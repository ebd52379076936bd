import * as vscode from 'vscode';
import { type Image, imageExtensions } from '../../../shared/images/image.ts';

/** Reads an image of a chat; undefined if it is gone. */
type ReadImage = (chatId: string, imageId: string) => Promise<Uint8Array | undefined>;

const scheme = 'parley-image';

/**
 * Lets VS Code read images of chats under their names, so that its own preview can show them: also those of a temporary
 * chat, which are in no file. They can only be read.
 */
export function provideImageDocuments(read: ReadImage): vscode.Disposable {
  const provider = new ImageFiles(read);
  return vscode.workspace.registerFileSystemProvider(scheme, provider, {
    isCaseSensitive: true,
    isReadonly: true,
  });
}

/** Shows an image in an editor tab of VS Code. */
export async function openImageDocument(image: Image, chatId: string): Promise<void> {
  // The breadcrumbs of the tab show the path.
  const uri = { scheme, path: `/${fileNameOf(image)}`, query: `${chatId}/${image.id}` };
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.from(uri));
}

/** In characters. */
const maxNameLength = 100;

/** The name of an image as that of a file on any system, with the ending of its type. */
export function fileNameOf({ name, type }: Pick<Image, 'name' | 'type'>): string {
  const plain = name.slice(0, maxNameLength).replaceAll(/[\p{C}\p{Zl}\p{Zp}"*/:<>?\\|]/gu, '_');
  const base = plain
    .replace(/\.(?:png|jpe?g|gif|webp)$/i, '')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '');
  return `${base === '' ? 'image' : base}.${imageExtensions[type]}`;
}

class ImageFiles implements vscode.FileSystemProvider {
  readonly #read: ReadImage;
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(read: ReadImage) {
    this.#read = read;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length: size } = await this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const [chatId = '', imageId = ''] = uri.query.split('/');
    const bytes = await this.#read(chatId, imageId);
    if (bytes === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  createDirectory(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  writeFile(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): never {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions();
  }
}
