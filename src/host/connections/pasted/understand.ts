import * as vscode from 'vscode';
import {
  maxPastedLength,
  type PastedConnection,
  type PastedReading,
} from '../../../pastedConnection/pastedConnection.ts';
import { formatNumber } from '../../../shared/language.ts';
import { labelText } from '../../base/safeText.ts';
import { shownAddress } from '../shownAddress.ts';

/** Reads connections out of a text. Loads what it needs for that the first time. */
export type ReadPasted = (text: string) => Promise<PastedReading>;

/** What was understood: a connection, why there is none, or nothing if the user closes the choice. */
export type Understood =
  { readonly pasted: PastedConnection } | { readonly problem: string } | undefined;

/** Host and port, or the address of a service, without anything else. A key alone is none. */
const address =
  /^(?:https?:\/\/\S+|(?:(?:[a-z\d][a-z\d-]{0,62}\.){1,10}[a-z]{2,24}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?:[/?]\S*)?|[a-z\d-]{1,63}:\d{1,5}(?:[/?]\S*)?)$/i;

/** Whether a text is an address and need not be read as anything else. */
export function isAddress(text: string): boolean {
  return text.length <= 4096 && address.test(text);
}

/**
 * Reads a connection out of a text. If the text describes several, the user picks one. Throws if the reader cannot
 * be loaded.
 */
export async function understand(text: string, read: ReadPasted): Promise<Understood> {
  const reading = await read(text);
  switch (reading.kind) {
    case 'tooLong':
      return {
        problem: vscode.l10n.t(
          'The text is longer than {0} characters. Copy only the part that describes the connection.',
          formatNumber(maxPastedLength),
        ),
      };
    case 'nothing':
      return { problem: vscode.l10n.t('No address and no API key were found in the text.') };
    case 'connections': {
      const [first, ...others] = reading.connections;
      const pasted = others.length === 0 ? first : await pickOne(reading.connections);
      return pasted === undefined ? undefined : { pasted };
    }
  }
}

async function pickOne(
  connections: readonly PastedConnection[],
): Promise<PastedConnection | undefined> {
  const items = connections.map((pasted) => ({
    label: labelText(pasted.name ?? addressOf(pasted)),
    description: labelText(addressOf(pasted)),
    detail: labelText(pasted.models?.join(', ').slice(0, 200) ?? pasted.model ?? ''),
    pasted,
  }));
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Connect to a Service: Choose a Connection'),
    placeHolder: vscode.l10n.t('The text describes several connections. Choose one.'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return item?.pasted;
}

function addressOf({ baseUrl, addressTemplate }: PastedConnection): string {
  return baseUrl === undefined
    ? (addressTemplate ?? vscode.l10n.t('No address'))
    : shownAddress(baseUrl);
}
