import * as vscode from 'vscode';
import {
  type PastedConnection,
  maxPastedLength,
  type PastedReading,
} from '../../../pastedConnection/pastedConnection.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { formatNumber } from '../../../shared/language.ts';
import { messageOf } from '../../base/errorMessage.ts';
import { inputMessageText, labelText } from '../../base/safeText.ts';
import { type Connection, connectionProblems } from '../connection.ts';
import type { Keys } from '../consents/consents.ts';
import { shownAddress } from '../shownAddress.ts';
import { connectionFor, keptKey } from './connected.ts';

/** A connection made of what a text says, and what of it cannot be used. */
export interface PastedFields {
  readonly connection: Connection;
  /** Fields that were left out, each with the reason. */
  readonly problems: Readonly<Partial<Record<string, string>>>;
}

/**
 * The saved connection to the pasted address, or a new one, with what the text says. A field that cannot be used is
 * left out. Throws `ServiceError` of kind `badRequest` if the address cannot be used.
 */
export function pastedFields(pasted: PastedConnection, baseUrl: string): PastedFields {
  const { name, model, headers, extraBody } = pasted;
  const saved = connectionFor(baseUrl, name);
  const added = Object.entries({ model, headers, extraBody }).filter(
    ([, value]) => value !== undefined,
  );
  const problems = connectionProblems({ ...saved, ...Object.fromEntries(added) });
  const usable = added.filter(([field]) => problems[field] === undefined);
  return { connection: { ...saved, ...Object.fromEntries(usable) }, problems };
}

/** The connection with the variable that the text names for its key, if that is set and the connection has no other key. */
export async function withVariable(
  connection: Connection,
  { key = '', keyVariable: variable }: PastedConnection,
  keys: Keys,
): Promise<Connection> {
  const isUsed =
    key === '' &&
    variable !== undefined &&
    connection.keyFrom === undefined &&
    keys.sources.isSet(variable) === true &&
    (await keptKey(connection, keys)) === '';
  return isUsed ? { ...connection, keyFrom: { kind: 'environment', variable } } : connection;
}

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
  const items = connections.map((pasted) => {
    const { name, model = '', models = [model] } = pasted;
    const address = pastedAddress(pasted) ?? vscode.l10n.t('No address');
    return {
      label: labelText(name ?? address),
      description: labelText(address),
      detail: labelText(models.join(', ').slice(0, 200)),
      pasted,
    };
  });
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Connect to a Service: Choose a Connection'),
    placeHolder: vscode.l10n.t('The text describes several connections. Choose one.'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return item?.pasted;
}

export function pastedAddress({ baseUrl, addressTemplate }: PastedConnection): string | undefined {
  return baseUrl === undefined ? addressTemplate : shownAddress(baseUrl);
}
