import * as vscode from 'vscode';
import {
  maxPastedLength,
  type PastedConnection,
  type PastedReading,
} from '../../../pastedConnection/pastedConnection.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { formatNumber } from '../../../shared/language.ts';
import { messageOf } from '../../base/errorMessage.ts';
import { labelText } from '../../base/safeText.ts';
import { shownAddress } from '../shownAddress.ts';

/** Reads connections out of a text. Loads what it needs for that the first time. */
export type ReadPasted = (text: string) => Promise<PastedReading>;

/** What a text means: an address, connections, or what is wrong with it. */
export type Understood =
  | { readonly kind: 'address'; readonly baseUrl: string }
  | { readonly kind: 'connections'; readonly connections: readonly PastedConnection[] }
  | { readonly kind: 'problem'; readonly problem: string };

/** Host and port, or the address of a service, without anything else. A key alone is none. */
const address =
  /^(?:https?:\/\/\S+|(?:(?:[a-z\d][a-z\d-]{0,62}\.){1,10}[a-z]{2,24}|localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?(?:[/?]\S*)?|[a-z\d-]{1,63}:\d{1,5}(?:[/?]\S*)?)$/i;

/** Whether a text is an address and need not be read as anything else. */
export function isAddress(text: string): boolean {
  return text.length <= 4096 && address.test(text);
}

/**
 * What a text means that was typed, or pasted, as it was read. A word that is no connection may be the name of a host, if
 * it was typed.
 */
export function understand(entered: string, reading: PastedReading, isTyped: boolean): Understood {
  const text = entered.trim();
  const [place] = /<[^<>]*>/.exec(text) ?? [];
  if (!isAddress(text)) {
    if (reading.kind === 'connections') {
      return reading;
    }
    if (reading.kind === 'tooLong') {
      const most = formatNumber(maxPastedLength);
      return problem(
        vscode.l10n.t(
          'The text is longer than {0} characters. Copy only the part that describes the connection.',
          most,
        ),
      );
    }
    if (!isTyped || /\s/.test(text)) {
      return problem(vscode.l10n.t('No address and no API key were found in the text.'));
    }
  }
  if (place !== undefined) {
    return problem(vscode.l10n.t('Replace {0} in the address.', place));
  }
  try {
    serviceAddress(text);
    return { kind: 'address', baseUrl: text };
  } catch (error) {
    return problem(messageOf(error));
  }
}

function problem(words: string): Understood {
  return { kind: 'problem', problem: words };
}

/** Lets the user pick one of several connections of a text; `undefined` if the user closes the list. */
export async function pickConnection(
  connections: readonly PastedConnection[],
): Promise<PastedConnection | undefined> {
  const [first, ...others] = connections;
  if (others.length === 0) {
    return first;
  }
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
