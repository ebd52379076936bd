import { actionButton } from './actionButton.ts';
import { element } from './element.ts';

/** The buttons of a reply. They take their room from the start: nothing moves when they appear. */
export function replyActions(): HTMLElement {
  const more = actionButton('menu', 'ellipsis', 'More actions');
  more.ariaHasPopup = 'menu';
  more.dataset['vscodeContext'] = JSON.stringify({ preventDefaultContextMenuItems: true });
  return element('div', { class: 'message-actions', role: 'group', 'aria-label': 'Reply' }, [
    actionButton('copyReply', 'copy', 'Copy as markdown'),
    actionButton('retry', 'refresh', 'Ask again'),
    more,
  ]);
}
