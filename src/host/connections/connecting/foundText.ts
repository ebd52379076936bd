import * as vscode from 'vscode';
import type { PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import { inputMessageText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import type { PastedFields } from './pastedFields.ts';

/** In characters. */
const maxLength = 500;

/**
 * What a text says beside the address, without a value that may be secret, and what of it is left out; empty if there is
 * nothing. `connection` is what was made of it.
 */
export function foundText(
  pasted: PastedConnection,
  connection: Connection,
  problems: PastedFields['problems'],
): string {
  const { model, headers, extraBody, secretHeaders = [] } = pasted;
  const named = {
    model,
    headers: Object.keys(headers ?? {}),
    extraBody: Object.keys(extraBody ?? {}),
  };
  const found = [
    keyWords(pasted, connection),
    ...Object.entries(named).flatMap(([field, names]) =>
      problems[field] === undefined ? names : [],
    ),
  ].filter((words) => words !== undefined);
  const leftOut = [...secretHeaders, ...Object.keys(problems)];
  return [
    found.length === 0 ? '' : vscode.l10n.t('Found in the text: {0}', listed(found)),
    leftOut.length === 0 ? '' : vscode.l10n.t('Left out: {0}', listed(leftOut)),
  ]
    .filter((words) => words !== '')
    .join('. ');
}

function listed(names: readonly string[]): string {
  return inputMessageText(names.join(', ').slice(0, maxLength));
}

function keyWords(
  { key = '', keyVariable }: PastedConnection,
  { keyFrom }: Connection,
): string | undefined {
  const name = vscode.l10n.t('API key');
  if (key !== '' || keyVariable === undefined) {
    return key === '' ? undefined : name;
  }
  const place =
    keyFrom === undefined
      ? vscode.l10n.t('in the environment variable {0}, which is not set', keyVariable)
      : vscode.l10n.t('in the environment variable {0}', keyVariable);
  return `${name} ${place}`;
}
