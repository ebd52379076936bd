import * as vscode from 'vscode';
import type {
  PastedConnection,
  PastedReading,
} from '../../../pastedConnection/pastedConnection.ts';
import { offeredServices } from '../../../shared/service/knownServices.ts';
import { labelText } from '../../base/safeText.ts';
import {
  type FoundServer,
  type LocalServer,
  modelsText,
  usualLocalServers,
} from './localServers.ts';
import { isAddress, understand, type Understood } from './understand.ts';
import { shownAddress } from '../shownAddress.ts';

/** What the user wants to connect to: a server that answered, what a text means or a row, or servers that are to be looked for. */
export type ServiceAnswer =
  | { readonly kind: 'servers' }
  | { readonly kind: 'running'; readonly server: FoundServer }
  | (Understood & { readonly isChosen?: true });

/** A row of the box; without a pick, it only says something. `typed` is what is typed, which may be newer than the row. */
export interface ServiceRow extends vscode.QuickPickItem {
  readonly pick?: 'typed' | 'clipboard' | ServiceAnswer;
}

/** The services that can be chosen by their name. First those on this computer, or those of them that answered. */
export function namedRows(found?: readonly FoundServer[]): readonly ServiceRow[] {
  return [
    ...(found?.map((server) => ({
      ...serverRow(server, { kind: 'running', server }),
      detail: modelsText(server),
    })) ?? localRows()),
    separator(vscode.l10n.t('services')),
    ...offeredServices().map(({ name, baseUrl }) => ({
      label: `$(globe) ${name}`,
      // Without its path, in which many have the names of others.
      description: baseUrl.split('/')[2] ?? '',
      pick: chosen(baseUrl.includes('<') ? { name, addressTemplate: baseUrl } : { name, baseUrl }),
    })),
  ];
}

function localRows(): readonly ServiceRow[] {
  return [
    separator(vscode.l10n.t('on this computer')),
    {
      label: `$(search) ${vscode.l10n.t('Use a Server on This Computer…')}`,
      pick: { kind: 'servers' },
    },
    // They are tried without a key.
    ...usualLocalServers.map((server) => serverRow(server, chosen({ ...server, key: '' }))),
  ];
}

function chosen(service: PastedConnection): ServiceAnswer {
  return { kind: 'connections', connections: [service], isChosen: true };
}

function serverRow({ name, baseUrl }: LocalServer, pick: ServiceAnswer): ServiceRow {
  return { label: `$(server) ${name}`, description: baseUrl, pick };
}

function separator(label: string): ServiceRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** A row that says what is wrong, and below what to do: a row does not wrap. */
export function warningRow(problem: string): ServiceRow {
  const [what = '', ...more] = problem.split(/(?<=\.) /);
  const detail = labelText(more.join(' '));
  return { label: `$(warning) ${labelText(what)}`, detail, alwaysShow: true };
}

/**
 * The rows with one for what is typed: the address that it is, what was found in it, or what is wrong with it; without
 * one for a word that a row has, which is a name and no address. It comes last, so that no other row moves: VS Code
 * knows rows by their places, and would take one for another if Enter is on its way while the rows change. Its filter
 * puts rows first whose labels have the text, so that the text is in the description.
 */
export function withTyped(
  text: string,
  reading: PastedReading,
  rows: readonly ServiceRow[],
): readonly ServiceRow[] {
  return !isAddress(text) && rows.some((one) => says(one, text))
    ? rows
    : [...rows, rowOf(text, reading)];
}

function rowOf(text: string, reading: PastedReading): ServiceRow {
  const meant = understand(text, reading, true);
  switch (meant.kind) {
    case 'address':
      return typedRow(shownAddress(meant.baseUrl));
    case 'connections':
      return typedRow(foundWords(meant));
    case 'problem':
      return { ...warningRow(meant.problem), pick: 'typed' };
  }
}

/** Whether VS Code's filter finds a text in a row. The name of its icon is none of its words. */
function says({ label, description = '' }: ServiceRow, text: string): boolean {
  const words = label.slice(label.startsWith('$(') ? label.indexOf(' ') : 0);
  return `${words}\n${description}`.toLowerCase().includes(text.toLowerCase());
}

function typedRow(description: string): ServiceRow {
  return {
    label: `$(plug) ${vscode.l10n.t('Use What Is Entered')}`,
    description: labelText(description),
    alwaysShow: true,
    pick: 'typed',
  };
}

/** The row for the clipboard: with what was found in it, if that is a connection, or without having looked. */
export function clipboardRows(reading: PastedReading | undefined): readonly ServiceRow[] {
  const found = reading && foundWords(reading);
  const label = `$(clippy) ${vscode.l10n.t('Paste From Clipboard')}`;
  const description = found && labelText(found);
  return found === '' ? [] : [{ label, description, pick: 'clipboard' }];
}

/** What was found in a text, without a key; empty if it is no connection. */
function foundWords(reading: PastedReading): string {
  return reading.kind === 'connections'
    ? reading.connections.map(connectionWords).join(' · ').slice(0, 200)
    : '';
}

function connectionWords({ name, baseUrl, addressTemplate, key = '' }: PastedConnection): string {
  const address = baseUrl === undefined ? addressTemplate : shownAddress(baseUrl);
  const keyWord = key === '' ? undefined : vscode.l10n.t('API key');
  return [name, address, keyWord].filter((word) => word !== undefined).join(', ');
}
