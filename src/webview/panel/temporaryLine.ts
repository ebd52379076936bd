import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element, icon } from '../dom/element.ts';

/** Says over everything in the panel that the conversation is not stored. */
export interface TemporaryLine {
  show(isTemporary: boolean): void;
}

/** Puts the line into `root` while it is to be shown. */
export function createTemporaryLine(
  root: HTMLElement,
  post: (intent: ViewToHost) => void,
): TemporaryLine {
  const keep = element('button', { class: 'text-button', type: 'button' }, [
    element('span', {}, ['Keep it']),
  ]);
  keep.addEventListener('click', () => post({ kind: 'keepChat' }));
  const node = element('header', { class: 'temporary-line' }, [
    icon('eye-closed'),
    element('span', { class: 'temporary-text' }, ['Temporary chat: it is not stored.']),
    keep,
  ]);
  return {
    show(isTemporary) {
      if (!isTemporary) {
        node.remove();
      } else if (!node.isConnected) {
        root.prepend(node);
      }
    },
  };
}
