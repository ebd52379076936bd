import type { DiagramToHost } from '../shared/diagramProtocol.ts';
import { startDiagram } from './startDiagram.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  const api = acquireVsCodeApi();
  startDiagram(root, (message: DiagramToHost) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
    api.postMessage(message);
  });
}
