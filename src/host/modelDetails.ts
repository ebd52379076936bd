import * as vscode from 'vscode';
import type { Model } from '../shared/chatCompletion.ts';
import type { ModelContext } from '../shared/panelProtocol.ts';
import { labelText } from './labelText.ts';

/** What is known of a model beside its row's own words, in one short line: long ones are cut. */
export function modelDetails(
  { owned_by: owner, created }: Model,
  context: ModelContext | undefined,
  connection: string,
): string {
  return [
    createdWords(created),
    sourceWords(context),
    vscode.l10n.t('connection {0}', labelText(connection)),
    owner === undefined || owner === '' ? vscode.l10n.t('owner not stated') : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** How much a model takes. */
export function contextWords({ tokens }: ModelContext): string {
  return vscode.l10n.t('{0} tokens of context', tokens.toLocaleString(vscode.env.language));
}

function sourceWords(context: ModelContext | undefined): string {
  if (context === undefined) {
    return vscode.l10n.t('context not known');
  }
  return context.source === 'list'
    ? vscode.l10n.t('context by the list')
    : vscode.l10n.t('context by an error');
}

/** `0` is the interface's placeholder, not a date (service-interface.md, "Model object"). */
function createdWords(created: number | undefined): string {
  const date = new Date((created ?? 0) * 1000);
  return created === undefined || created <= 0 || Number.isNaN(date.getTime())
    ? vscode.l10n.t('creation not stated')
    : vscode.l10n.t(
        'created {0}',
        date.toLocaleDateString(vscode.env.language, { dateStyle: 'medium' }),
      );
}
