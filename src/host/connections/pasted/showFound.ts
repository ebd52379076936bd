import * as vscode from 'vscode';
import type { PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import { keyPlaceholder } from '../../../shared/service/keyPlaceholder.ts';
import { isSecretHeader } from '../../../service/redactSecrets.ts';
import { labelText } from '../../base/safeText.ts';
import type { Connection } from '../connection.ts';
import { shownAddress } from '../shownAddress.ts';

/** What the user does with what was found. */
export type FoundAnswer = 'connect' | 'address' | 'key' | 'form';

/** What is shown. */
interface Found {
  readonly pasted: PastedConnection;
  /** Missing if the text has no address that can be used. */
  readonly connection?: Connection | undefined;
  /** Fields that were left out, each with the reason. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
  /** What is asked for next, if anything. */
  readonly asksFor?: 'address' | 'key' | undefined;
}

/** Stands in place of the key, whatever its length. */
const mask = '••••••••';

interface FoundItem extends vscode.QuickPickItem {
  readonly answer?: FoundAnswer;
}

/**
 * Shows what was understood of a text, with the key masked, and what happens next. Sends nothing. Resolves to
 * `undefined` if the user closes it.
 */
export async function showFound(found: Found): Promise<FoundAnswer | undefined> {
  const { connection } = found;
  const items: readonly FoundItem[] = [
    nextItem(found),
    ...(connection === undefined
      ? []
      : [
          {
            label: `$(gear) ${vscode.l10n.t('Edit on the Connections Page')}`,
            description:
              (found.pasted.key ?? '') === ''
                ? ''
                : vscode.l10n.t('The API key is saved for its address first'),
            answer: 'form' as const,
          },
        ]),
    { label: vscode.l10n.t('Found in the text'), kind: vscode.QuickPickItemKind.Separator },
    ...factItems(found),
  ];
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Connect to a Service: Check What Was Found'),
    placeHolder: vscode.l10n.t('Nothing has been sent yet. Choose a row to change it.'),
    ignoreFocusOut: true,
  });
  return item?.answer ?? (item === undefined ? undefined : 'form');
}

function nextItem({ connection, asksFor }: Found): FoundItem {
  switch (asksFor) {
    case 'address':
      return {
        label: `$(plug) ${vscode.l10n.t('Enter the Address…')}`,
        description: vscode.l10n.t('The text does not contain the address of a service'),
        answer: 'address',
      };
    case 'key':
      return {
        label: `$(plug) ${vscode.l10n.t('Enter the API Key…')}`,
        description: vscode.l10n.t('The text does not contain an API key'),
        answer: 'key',
      };
    case undefined:
      return {
        label: `$(plug) ${vscode.l10n.t('Connect')}`,
        description: vscode.l10n.t(
          'Requests the model list from {0}, then saves the connection',
          connection === undefined ? '' : labelText(shownAddress(connection.baseUrl)),
        ),
        answer: 'connect',
      };
  }
}

function factItems({ pasted, connection, problems }: Found): readonly FoundItem[] {
  const { key, keyVariable, addressTemplate = '', models, secretHeaders = [] } = pasted;
  const { name, baseUrl, model, headers = {}, extraBody } = connection ?? pasted;
  const address = baseUrl === undefined ? addressTemplate : shownAddress(baseUrl);
  const keyFact =
    key !== undefined && key !== ''
      ? mask
      : key === ''
        ? vscode.l10n.t('none needed')
        : keyVariable === undefined
          ? undefined
          : connection?.keyFrom === undefined
            ? vscode.l10n.t('in the environment variable {0}, which is not set', keyVariable)
            : vscode.l10n.t('in the environment variable {0}', keyVariable);
  return [
    ...fact('tag', vscode.l10n.t('Name'), name),
    ...fact('globe', vscode.l10n.t('Address'), address === '' ? undefined : address, 'address'),
    ...fact('key', vscode.l10n.t('API key'), keyFact, connection === undefined ? 'address' : 'key'),
    ...fact('symbol-misc', vscode.l10n.t('Model'), model),
    ...fact('list-unordered', vscode.l10n.t('Models in the text'), models?.join(', ')),
    ...Object.entries(headers).flatMap(([header, value]) =>
      fact('list-flat', vscode.l10n.t('Header {0}', header), shownHeader(header, value)),
    ),
    ...fact('json', vscode.l10n.t('Further fields'), extraBody && JSON.stringify(extraBody)),
    ...secretHeaders.flatMap((header) =>
      fact(
        'warning',
        vscode.l10n.t('Header {0}', header),
        vscode.l10n.t('Left out: it holds a second secret. Set it on the connections page.'),
      ),
    ),
    ...Object.entries(problems).flatMap(([field, problem]) =>
      fact('warning', field, vscode.l10n.t('Left out: {0}', problem ?? '')),
    ),
  ];
}

function fact(
  icon: string,
  name: string,
  value: string | undefined,
  answer?: FoundAnswer,
): readonly FoundItem[] {
  return value === undefined
    ? []
    : [
        {
          label: `$(${icon}) ${labelText(name)}`,
          description: labelText(value.slice(0, 500)),
          ...(answer === undefined ? {} : { answer }),
        },
      ];
}

function shownHeader(name: string, value: string): string {
  return value.includes(keyPlaceholder)
    ? value.replaceAll(keyPlaceholder, mask)
    : isSecretHeader(name)
      ? mask
      : value;
}
