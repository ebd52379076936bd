import * as l10n from '@vscode/l10n';
import { element } from '../dom/element.ts';

/** The types of a list of dragged files. VS Code's own comes first: the standard one has only one file. */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** At most this many files of one drop are passed on. */
const maxUris = 100;

/** What is done with files that are dropped. */
interface DroppedFiles {
  /** The addresses of files in VS Code. */
  readonly onUris: (uris: readonly string[]) => void;
  /** Files from outside of VS Code, of which the page gets the content. */
  readonly onFiles: (files: FileList) => void;
}

/**
 * Accepts files that are dropped on `target` from VS Code's Explorer, from editor tabs or from outside. Gives the
 * overlay that says during the drag what a drop does; the caller puts it on the page.
 */
export function acceptFiles(target: HTMLElement, { onUris, onFiles }: DroppedFiles): HTMLElement {
  const overlay = element('div', { class: 'drop-overlay', role: 'status', hidden: '' }, [
    l10n.t('Drop to add the files to your message'),
  ]);
  const show = (event: DragEvent): void => {
    if (hasFiles(event.dataTransfer)) {
      event.preventDefault();
      overlay.hidden = false;
    }
  };
  target.addEventListener('dragenter', show);
  target.addEventListener('dragover', show);
  target.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && target.contains(relatedTarget))) {
      overlay.hidden = true;
    }
  });
  target.addEventListener('drop', (event) => {
    overlay.hidden = true;
    const uris = droppedUris(event.dataTransfer);
    const files = event.dataTransfer?.files;
    if (uris.length > 0) {
      event.preventDefault();
      onUris(uris);
    } else if (files !== undefined && files.length > 0) {
      // The browser would open the file in place of the panel.
      event.preventDefault();
      onFiles(files);
    }
  });
  return overlay;
}

function hasFiles(data: DataTransfer | null): boolean {
  return [...listTypes, 'Files'].some((type) => data?.types.includes(type));
}

/** The URIs of a `text/uri-list`: one per line, lines with `#` are comments (RFC 2483, section 5). */
function droppedUris(data: DataTransfer | null): readonly string[] {
  const list = listTypes.map((type) => data?.getData(type) ?? '').find((text) => text !== '') ?? '';
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, maxUris);
}
