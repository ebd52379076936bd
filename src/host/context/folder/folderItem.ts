import { contextContent } from '../../../conversation/request/prompt.ts';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { lineCount } from '../cutItem.ts';

/** A file in the item of a folder. */
export interface ItemFile {
  /** As items have it. */
  readonly path: string;
  readonly text: string;
}

/** The files of a folder as one item: each with its path and its lines, as if it were attached by itself. */
export function folderItem(path: string, files: readonly ItemFile[]): ContextItem {
  const text = files.map(fileContent).join('\n\n');
  return {
    kind: 'folder',
    path,
    languageId: 'markdown',
    startLine: 1,
    endLine: lineCount(text),
    text,
  };
}

/** A file as it is in the text of the item. */
export function fileContent({ path, text }: ItemFile): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // VS Code tells the language only of a file that it opens.
  const extension = /\.([\w+#-]{1,20})$/.exec(name)?.[1]?.toLowerCase() ?? 'plaintext';
  const place = { path, languageId: extension, startLine: 1, endLine: lineCount(text) };
  return contextContent({ ...place, text });
}
