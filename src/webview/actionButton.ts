import { element, icon } from './element.ts';

/** A button with an icon, whose action one listener for all turns carries out. */
export function actionButton(action: string, iconName: string, label: string): HTMLButtonElement {
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
