import * as vscode from 'vscode';
import { labelText } from '../base/safeText.ts';
import type { Connection, UnusableConnection } from '../connections/connection.ts';
import { failureText, isListMissing } from '../connections/listFailure.ts';
import type { ModelList } from './modelCatalogue.ts';
import type { ConnectionModel, ModelItem } from './modelRows.ts';

/** A row of the picker: a model, the text in the input box as a model ID, or an action. */
export interface PickerRow extends ModelItem {
  readonly next?: 'manageConnections' | 'setKey' | 'diagnose' | 'refresh' | 'enterId';
  /** The connection that `next` is about, if it is not that of the target. */
  readonly connection?: Connection;
  /** The text that the row chooses as the model ID. No row of a model matches it. */
  readonly typed?: string;
}

/** The row that chooses a text as the model ID; `mayBeListed` if it can be in the list as well. */
export function typedRow(
  { connection, model }: ConnectionModel,
  hasOthers: boolean,
  mayBeListed: boolean,
): PickerRow {
  const words = mayBeListed
    ? vscode.l10n.t('Use “{0}”', labelText(model))
    : vscode.l10n.t('Use “{0}” (not in the list)', labelText(model));
  return {
    typed: model,
    label: `$(edit) ${words}`,
    ...(hasOthers && { description: labelText(connection.name) }),
    alwaysShow: true,
  };
}

/** The last row of the target's connection: it leads to entering any ID. Without models, the text is one. */
export function idRows(connection: Connection, list: ModelList | undefined): readonly PickerRow[] {
  return list === undefined || list.models.length === 0 ? [] : [enterIdRow(connection)];
}

/** Whether a row is that of `idRows`. It must not come before a model that a text finds. */
export function isIdRow(row: PickerRow, connection: Connection): boolean {
  return row.next === 'enterId' && row.connection === connection;
}

function enterIdRow(connection: Connection): PickerRow {
  const next = 'enterId';
  return { label: `$(edit) ${vscode.l10n.t('Enter a Model ID…')}`, next, connection };
}

/** The row for the ID of a model that is not offered. */
export function noMatchRow(): PickerRow {
  return { label: vscode.l10n.t('No other model matches'), alwaysShow: true };
}

/** The rows in the group of a connection that is not the target's: how its list is loaded, if it is not there. */
export function otherRows(
  connection: Connection,
  list: ModelList | undefined,
  failure: unknown,
): readonly PickerRow[] {
  if (failure !== undefined && !isListMissing(failure)) {
    return [{ ...failedRow(failure), connection, alwaysShow: false }, enterIdRow(connection)];
  }
  if (list === undefined) {
    return [{ label: `$(refresh) ${vscode.l10n.t('Load Models')}`, next: 'refresh', connection }];
  }
  return list.isMissing === true || list.models.length === 0 ? [enterIdRow(connection)] : [];
}

/** The group of the connections that cannot be used. */
export function unusableRows(connections: readonly UnusableConnection[]): readonly PickerRow[] {
  const rows = connections.map(({ name, problem }) => ({
    label: `$(warning) ${labelText(name)}`,
    description: labelText(problem),
    next: 'manageConnections' as const,
  }));
  const kind = vscode.QuickPickItemKind.Separator;
  return rows.length === 0
    ? []
    : [{ label: vscode.l10n.t('connections that cannot be used'), kind }, ...rows];
}

/** Those of `rows` that load the list of another connection, for a text that matches no model so far. */
export function loadRows(rows: readonly PickerRow[]): readonly PickerRow[] {
  return rows.flatMap((row) =>
    row.next === 'refresh' && row.connection !== undefined
      ? { ...row, description: labelText(row.connection.name), alwaysShow: true }
      : [],
  );
}

/** The rows above the models: none if the list was fetched or has not been requested yet. */
export function troubleRows(list: ModelList | undefined, failure: unknown): readonly PickerRow[] {
  const isAnotherFailure = failure !== undefined && !isListMissing(failure);
  if (list?.isMissing === true && !isAnotherFailure) {
    return [missingListRow(failure)];
  }
  const diagnose = action('pulse', vscode.l10n.t('Diagnose Connection'), 'diagnose');
  if (failure !== undefined) {
    return [failedRow(failure), diagnose, action('key', vscode.l10n.t('Set API Key…'), 'setKey')];
  }
  return list?.models.length === 0 ? [emptyListRow(), diagnose] : [];
}

/** A row that is shown whatever is typed. */
function action(icon: string, words: string, next: PickerRow['next'], detail?: string): PickerRow {
  return {
    label: `$(${icon}) ${words}`,
    next,
    alwaysShow: true,
    ...(detail !== undefined && { detail }),
  };
}

function failedRow(failure: unknown): PickerRow {
  const words = vscode.l10n.t('The model list could not be loaded. Try again');
  return action('warning', words, 'refresh', labelText(failureText(failure)));
}

/** The row for a service without a list. `failure` is the last response, if it was requested just now. */
function missingListRow(failure: unknown): PickerRow {
  return action(
    'info',
    vscode.l10n.t('This service has no model list. Enter a model ID'),
    'refresh',
    failure === undefined
      ? vscode.l10n.t('Press Enter to request the list again')
      : labelText(failureText(failure)),
  );
}

/** The row for a list without models, as a local server gives it before a model is installed. */
function emptyListRow(): PickerRow {
  return action(
    'info',
    vscode.l10n.t('The service has no models yet. Refresh the list'),
    'refresh',
    vscode.l10n.t('Load or install a model on the server first, or enter a model ID'),
  );
}
