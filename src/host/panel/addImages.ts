import * as vscode from 'vscode';
import type { ImageFile } from '../../shared/images/keptImage.ts';
import { formatNumber } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Panel } from './panel.ts';

type AddingPanel = Pick<Panel, 'tell' | 'notice'>;

/** The endings of the names of image files that a panel can read, those that it converts included. */
const extensions = [
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'bmp',
  'avif',
  'tif',
  'tiff',
  'heic',
  'heif',
];

/** Larger files are not read, in bytes. No service takes nearly as much. */
const maxFileBytes = 100_000_000;

/** More files at once are a mistake. */
const maxFiles = 100;

/** Whether a file is an image by its name. A drawing in SVG is text. */
export function isImageFile({ path }: vscode.Uri): boolean {
  return extensions.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

/**
 * Attaches image files to the message in the input box of `panel`, and shows there which could not be read. VS Code
 * passes a plain array of bytes on to a page, but not the buffer of Node as which files are read.
 */
export async function addImageFiles(
  uris: readonly vscode.Uri[],
  panel: AddingPanel,
): Promise<void> {
  const problems: string[] = [];
  for (const uri of uris.slice(0, maxFiles)) {
    const read = await readOrProblem(uri);
    if (typeof read === 'string') {
      problems.push(read);
    } else {
      // One after the other, so that no more than one is in memory here.
      panel.tell({ kind: 'addImages', files: [read] });
    }
  }
  if (uris.length > maxFiles) {
    problems.push(vscode.l10n.t('Only the first {0} files were added.', formatNumber(maxFiles)));
  }
  if (problems.length > 0) {
    panel.notice({ severity: 'warning', text: problems.join(' ') });
  }
}

/** Asks for image files and attaches them to the message in the input box of `panel`. */
export async function pickImages(panel: AddingPanel): Promise<void> {
  const uris = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Add to Chat'),
    openLabel: vscode.l10n.t('Add'),
    filters: { [vscode.l10n.t('Images')]: extensions, [vscode.l10n.t('All Files')]: ['*'] },
  });
  await addImageFiles(uris ?? [], panel);
}

async function readOrProblem(uri: vscode.Uri): Promise<ImageFile | string> {
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const shown = visibleText(name);
  try {
    const { size, type } = await vscode.workspace.fs.stat(uri);
    if ((type & vscode.FileType.Directory) !== 0) {
      return vscode.l10n.t('{0} is a folder. Add its files instead.', shown);
    }
    // Reading a pipe or a device would never end.
    if ((type & vscode.FileType.File) === 0) {
      return vscode.l10n.t('{0} is not a file.', shown);
    }
    return size > maxFileBytes
      ? vscode.l10n.t(
          '“{0}” is larger than {1} MB. Scale it down or save it with a stronger compression, then add it again.',
          shown,
          100,
        )
      : { name, bytes: new Uint8Array(await vscode.workspace.fs.readFile(uri)) };
  } catch (error) {
    return vscode.l10n.t('{0} cannot be read: {1}', shown, messageOf(error));
  }
}

/** The types of an output that are images, the best one first. A drawing in SVG is none. */
const outputTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Attaches the images among the outputs of a notebook's cell to the message in the input box of `panel`. An output has
 * the same image in several types as a rule; one of them is taken.
 */
export function addCellOutput(cell: vscode.NotebookCell, panel: AddingPanel): void {
  const { uri } = cell.notebook;
  const notebook = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const items = cell.outputs.flatMap(({ items: all }) =>
    outputTypes.flatMap((type) => all.filter(({ mime }) => mime === type)).slice(0, 1),
  );
  if (items.length === 0) {
    const text = vscode.l10n.t('The output of this cell has no image that can be attached.');
    panel.notice({ severity: 'info', text });
    return;
  }
  const files = items.slice(0, maxFiles).map(({ data, mime }, index) => {
    const place = items.length === 1 ? `${cell.index + 1}` : `${cell.index + 1}.${index + 1}`;
    return {
      name: `${notebook} ${place}.${mime.slice('image/'.length)}`,
      bytes: new Uint8Array(data),
    };
  });
  panel.tell({ kind: 'addImages', files });
}
