import { element } from '../dom/element.ts';

/** What VS Code's own lists of dragged files are called; the general one has only the first file. */
const listTypes = ['application/vnd.code.uri-list', 'text/uri-list'] as const;

/** Files that are dropped at once and more than this are passed on no further. */
const maxUris = 100;

/**
 * Takes the files that are dropped on `target` from VS Code's explorer or tabs, and says meanwhile what
 * a drop does. Gives what says so.
 */
export function acceptFiles(
  target: HTMLElement,
  onFiles: (uris: readonly string[]) => void,
): HTMLElement {
  const overlay = element('div', { class: 'drop-overlay', role: 'status', hidden: '' }, [
    'Drop to add the files to your message',
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
    if (uris.length > 0) {
      event.preventDefault();
      onFiles(uris);
    }
  });
  return overlay;
}

function hasFiles(data: DataTransfer | null): boolean {
  return listTypes.some((type) => data?.types.includes(type));
}

/** One address a line; lines with `#` are remarks (RFC 2483, section 5). */
function droppedUris(data: DataTransfer | null): readonly string[] {
  const list = listTypes.map((type) => data?.getData(type) ?? '').find((text) => text !== '') ?? '';
  return list
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, maxUris);
}
