import * as vscode from 'vscode';
import { messageOf } from './messageOf.ts';
import type { ModelItem } from './modelItems.ts';
import type { ModelList } from './modelLists.ts';

/** A row of the picker: a model, or what can be done where the list could not be had. */
export interface PickerRow extends ModelItem {
  readonly next?: 'chooseConnection' | 'setKey' | 'refresh';
}

/** What stands before the models where there is no list, or where it could not be had. */
export function troubleRows(list: ModelList | undefined, failure: unknown): readonly PickerRow[] {
  if (list?.isMissing === true) {
    return [missingListRow(failure)];
  }
  return failure === undefined ? [] : failureRows(failure);
}

/** The rows to be active: that of a model, or where there is none that for what is typed. */
export function activeRows(
  rows: readonly PickerRow[],
  isOnlyTyped: boolean,
  activeId: string | undefined,
): readonly PickerRow[] {
  return rows.filter(({ modelId, isTyped }) =>
    isOnlyTyped ? isTyped === true : modelId !== undefined && modelId === activeId,
  );
}

/** What can be done after the list could not be had. */
function failureRows(failure: unknown): readonly PickerRow[] {
  return [
    {
      label: `$(warning) ${vscode.l10n.t('The list could not be had. Try again')}`,
      detail: messageOf(failure),
      next: 'refresh',
      alwaysShow: true,
    },
    { label: `$(key) ${vscode.l10n.t('Set the key…')}`, next: 'setKey', alwaysShow: true },
    {
      label: `$(plug) ${vscode.l10n.t('Choose another connection…')}`,
      next: 'chooseConnection',
      alwaysShow: true,
    },
  ];
}

/** Says that the service has no list; `failure` is what it answered just now, if it was asked. */
function missingListRow(failure: unknown): PickerRow {
  return {
    label: `$(info) ${vscode.l10n.t('This service has no model list. Type the id of a model')}`,
    detail: failure === undefined ? vscode.l10n.t('Enter asks it again.') : messageOf(failure),
    next: 'refresh',
    alwaysShow: true,
  };
}
