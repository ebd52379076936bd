import { startConnections } from './startConnections.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  startConnections(root, acquireVsCodeApi());
}
