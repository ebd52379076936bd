import * as vscode from 'vscode';
import { findingNames, type NumberedFinding } from '../../shared/guard/finding.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { Decision } from './messageGuard.ts';

/** Asks what to do with findings in a message that stands in no input box; undefined if the user cancelled. */
export async function askAboutFindings(
  findings: readonly NumberedFinding[],
): Promise<Decision | undefined> {
  const count = new Set(findings.map(({ id }) => id)).size;
  const items: readonly (vscode.QuickPickItem & { readonly decision: Decision })[] = [
    {
      label: `$(eye-closed) ${vscode.l10n.t('Mask and Send')}`,
      description: labelText(findings[0]?.mask ?? ''),
      decision: 'mask',
    },
    { label: `$(send) ${vscode.l10n.t('Send Anyway')}`, decision: 'allow' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Findings Before Sending: {0}', formatNumber(count)),
    placeHolder: vscode.l10n.t('The message contains: {0}', visibleText(findingNames(findings))),
    ignoreFocusOut: true,
  });
  return picked?.decision;
}
