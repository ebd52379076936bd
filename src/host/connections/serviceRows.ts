import * as vscode from 'vscode';
import type { PastedConnection, PastedReading } from '../../pastedConnection/pastedConnection.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { servicesByName } from '../../shared/service/knownServices.ts';
import { messageOf } from '../base/errorMessage.ts';
import { labelText } from '../base/safeText.ts';
import {
  type FoundServer,
  type LocalServer,
  modelsText,
  usualLocalServers,
} from './localServers.ts';
import { isAddress } from './pasted/understand.ts';
import { shownAddress } from './shownAddress.ts';

/** What is chosen in the box for a service. */
export type ServicePick =
  /** What is typed or pasted in the box, unless something is wrong with it. */
  | { readonly kind: 'typed'; readonly isWrong?: boolean }
  | { readonly kind: 'clipboard' }
  | { readonly kind: 'service'; readonly name: string; readonly baseUrl: string }
  /** Look for servers on this computer. */
  | { readonly kind: 'find' }
  | { readonly kind: 'server'; readonly server: LocalServer | FoundServer };

/** A row of the box; without a pick, it only says something. */
export interface ServiceRow extends vscode.QuickPickItem {
  readonly pick?: ServicePick;
}

/** The services and servers that can be chosen by their name. */
export function namedRows(): readonly ServiceRow[] {
  return [
    separator(vscode.l10n.t('on this computer')),
    {
      label: `$(search) ${vscode.l10n.t('Use a Server on This Computer…')}`,
      pick: { kind: 'find' },
    },
    ...usualLocalServers.map((server) => serverRow(server)),
    ...serviceRows(),
  ];
}

function serviceRows(): readonly ServiceRow[] {
  return [
    separator(vscode.l10n.t('services')),
    ...servicesByName().map(({ name, baseUrl }) => ({
      label: `$(globe) ${name}`,
      // Without its path, in which many have the names of others.
      description: baseUrl.split('/')[2] ?? '',
      pick: { kind: 'service', name, baseUrl } as const,
    })),
  ];
}

/** The servers that answered, or that none did, then the services. */
export function foundRows(servers: readonly FoundServer[]): readonly ServiceRow[] {
  const tried = usualLocalServers.map(({ name }) => name).join(', ');
  const none: ServiceRow = {
    label: `$(refresh) ${vscode.l10n.t('No server found on this computer. Try again')}`,
    detail: vscode.l10n.t('Tried {0}. Start a server, or enter its address above.', tried),
    pick: { kind: 'find' },
  };
  const found = servers.map((server) => ({ ...serverRow(server), detail: modelsText(server) }));
  return [...(found.length === 0 ? [none] : found), ...serviceRows()];
}

function serverRow(server: LocalServer): ServiceRow {
  return {
    label: `$(server) ${server.name}`,
    description: server.baseUrl,
    pick: { kind: 'server', server },
  };
}

function separator(label: string): ServiceRow {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** A row that says what is wrong. */
export function warningRow(problem: string): ServiceRow {
  return { label: `$(warning) ${labelText(problem)}`, alwaysShow: true };
}

/**
 * The rows with one for what is typed: the address that it is, what was found in it, or what is wrong with it; without
 * one for a word that a row has, which is a name and no address. It comes last, so that no other row moves: VS Code
 * would take one for another if Enter is on its way while the rows change. Its filter puts rows first whose labels have
 * the text, so that the text is in the description.
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

/** The row for a text. */
export function rowOf(text: string, reading: PastedReading): ServiceRow {
  const [place] = /<[^<>]*>/.exec(text) ?? [];
  const found = isAddress(text) ? '' : foundWords(reading);
  if (found !== '') {
    return typedRow(found);
  }
  if (!isAddress(text) && /\s/.test(text)) {
    return wrongRow(vscode.l10n.t('No address and no API key were found in the text.'));
  }
  if (place !== undefined) {
    return wrongRow(vscode.l10n.t('Replace {0} in the address.', place));
  }
  try {
    return typedRow(serviceAddress(text).base);
  } catch (error) {
    return wrongRow(messageOf(error));
  }
}

function wrongRow(problem: string): ServiceRow {
  return { ...warningRow(problem), pick: { kind: 'typed', isWrong: true } };
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
    pick: { kind: 'typed' },
  };
}

/** The row for the clipboard: with what was found in it, if that is a connection, or without having looked. */
export function clipboardRows(reading: PastedReading | undefined): readonly ServiceRow[] {
  const found = reading === undefined ? undefined : foundWords(reading);
  const row = {
    label: `$(clippy) ${vscode.l10n.t('Paste From Clipboard')}`,
    pick: { kind: 'clipboard' } as const,
  };
  if (found === undefined) {
    return [row];
  }
  return found === '' ? [] : [{ ...row, description: labelText(found) }];
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
