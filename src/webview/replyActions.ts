import { element, icon } from './element.ts';

/** The buttons of a reply. They take their room from the start: nothing moves when they appear. */
export function replyActions(): HTMLElement {
  return element('div', { class: 'message-actions', role: 'group', 'aria-label': 'Reply' }, [
    actionButton('copyReply', 'copy', 'Copy as markdown'),
    actionButton('retry', 'refresh', 'Ask again'),
  ]);
}

function actionButton(action: string, iconName: string, label: string): HTMLButtonElement {
  return element(
    'button',
    {
      class: 'icon-button',
      type: 'button',
      'data-action': action,
      'aria-label': label,
      title: label,
    },
    [icon(iconName)],
  );
}
