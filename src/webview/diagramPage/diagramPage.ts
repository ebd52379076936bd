import * as l10n from '@vscode/l10n';
import {
  type DiagramPageToHost,
  isHostToDiagramPage,
} from '../../shared/diagramPage/diagramPageProtocol.ts';
import { createDiagramPicture } from '../diagram/diagramPicture.ts';
import { element } from '../dom/element.ts';
import { readPageLanguage } from '../dom/pageLanguage.ts';
import { createDiagramViewer } from './diagramViewer.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  readPageLanguage();
  const api = acquireVsCodeApi();
  startDiagram(root, (message: DiagramPageToHost) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    api.postMessage(message);
  });
}

/**
 * Builds the page of one diagram in `root` and requests the diagram from the host. `post` sends a
 * message to the host.
 */
export function startDiagram(root: HTMLElement, post: (message: DiagramPageToHost) => void): void {
  root.role = 'main';
  const status = element('p', { class: 'diagram-status', role: 'status' }, [l10n.t('Drawing…')]);
  const heading = element('h1', { class: 'visually-hidden' }, [l10n.t('Diagram')]);
  root.append(heading, status);
  const show = async (source: string): Promise<void> => {
    try {
      const picture = await createDiagramPicture(source);
      const save = (): void => post({ kind: 'saveDiagram', text: picture.svg().text });
      root.replaceChildren(heading, ...createDiagramViewer(picture, save));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      status.textContent = `${l10n.t('The diagram cannot be drawn.')}\n${reason}`;
    }
  };
  window.addEventListener('message', ({ data, origin }) => {
    if (origin !== 'null' && isHostToDiagramPage(data)) {
      void show(data.text);
    }
  });
  post({ kind: 'ready' });
}
