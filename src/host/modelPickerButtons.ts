import * as vscode from 'vscode';

/** A button at the top of the picker. */
export interface TopButton extends vscode.QuickInputButton {
  readonly does: 'refresh' | 'toggleHidden' | 'manageConnections' | 'chooseConnection';
}

/** The buttons at the top; the one for hidden models only where there are some. */
export function topButtons(showsHidden: boolean, hasHidden: boolean): readonly TopButton[] {
  const button = (does: TopButton['does'], icon: string, tooltip: string): TopButton => ({
    does,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const toggle = showsHidden
    ? button('toggleHidden', 'eye', vscode.l10n.t('Leave out hidden models'))
    : button('toggleHidden', 'eye-closed', vscode.l10n.t('Show hidden models'));
  return [
    button('refresh', 'refresh', vscode.l10n.t('Ask the service for the list')),
    ...(hasHidden ? [toggle] : []),
    button('chooseConnection', 'plug', vscode.l10n.t('Choose another connection')),
    button('manageConnections', 'settings-gear', vscode.l10n.t('Manage connections')),
  ];
}
