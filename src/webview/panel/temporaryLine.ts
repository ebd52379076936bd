import * as l10n from '@vscode/l10n';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element, icon } from '../dom/element.ts';

/** A line at the top of the panel, which says that the chat is temporary. */
export interface TemporaryLine {
  /** Shows the line for a temporary chat and hides it for others. */
  show(isTemporary: boolean): void;
}

/** Builds the line, hidden. It is put into `root` while it is shown. */
export function createTemporaryLine(
  root: HTMLElement,
  post: (intent: ViewToHost) => void,
): TemporaryLine {
  const keepButton = element('button', { class: 'text-button', type: 'button' }, [
    element('span', {}, [l10n.t('Save')]),
  ]);
  keepButton.addEventListener('click', () => post({ kind: 'keepChat' }));
  const node = element('header', { class: 'temporary-line' }, [
    icon('eye-closed'),
    element('span', { class: 'temporary-text' }, [l10n.t('Temporary chat: not saved.')]),
    keepButton,
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
