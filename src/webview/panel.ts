import { startPanel } from './startPanel.ts';

const root = document.querySelector<HTMLElement>('#parley');
if (root !== null) {
  startPanel(root, acquireVsCodeApi());
}
