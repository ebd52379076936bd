import * as vscode from 'vscode';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { isListMissing, type ServiceClients } from './serviceClients.ts';
import { askInput, type Checked } from '../base/quickInput.ts';
import type { KeyStore } from './keyStore.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Connection } from './connection.ts';
import { readConnections, saveConnection } from './connectionSettings.ts';

/** A connection that has answered, with the models it listed. */
export interface Connected {
  readonly connection: Connection;
  /** Missing where the service has no model list. */
  readonly models?: readonly Model[] | undefined;
}

/**
 * What trying a key came to: a connection, trouble that only another address can mend, or an address
 * at which there is no model list, which some services do not have.
 */
type Attempt =
  | Connected
  | { readonly addressProblem: string }
  | { readonly listProblem: string; readonly key: string };

/**
 * Asks for an address and a key, tries them on the model list, and saves them once they work. What
 * was tried and what came back stands under the box that can mend it. Nothing where the user left.
 */
export async function connectToService(
  clients: ServiceClients,
  keys: KeyStore,
): Promise<Connected | undefined> {
  let address = '';
  let problem: string | undefined;
  for (;;) {
    const baseUrl = await askAddress(address, problem);
    const attempt = baseUrl === undefined ? undefined : await askKey(baseUrl, clients, keys);
    if (baseUrl === undefined || attempt === undefined) {
      return undefined;
    }
    if ('connection' in attempt) {
      return attempt;
    }
    address = baseUrl;
    if ('addressProblem' in attempt) {
      problem = attempt.addressProblem;
      continue;
    }
    const model = await askModel(attempt.listProblem);
    if (model === undefined) {
      return undefined;
    }
    if (model !== '') {
      return { connection: await saveWithModel(baseUrl, model, attempt.key, keys) };
    }
    problem = attempt.listProblem;
  }
}

async function askAddress(value: string, problem: string | undefined): Promise<string | undefined> {
  return askInput<string>({
    title: vscode.l10n.t('Connect to a service (1/2): address'),
    prompt: vscode.l10n.t('The base address of the service, with or without /v1'),
    placeholder: 'https://api.example.com/v1',
    value,
    problem,
    check: async (typed) => {
      try {
        serviceAddress(typed);
        return { result: typed.trim() };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
}

async function askKey(
  baseUrl: string,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<Attempt | undefined> {
  const { origin } = serviceAddress(baseUrl);
  const kept = (await keys.get(origin)) ?? '';
  return askInput<Attempt>({
    title: vscode.l10n.t('Connect to a service (2/2): key'),
    prompt:
      kept === ''
        ? vscode.l10n.t('The key for {0}; leave it empty if the service wants none', origin)
        : vscode.l10n.t('The key for {0}; leave it empty to use the one that is kept', origin),
    password: true,
    check: async (typed, signal) => {
      const key = typed.trim() === '' ? kept : typed.trim();
      if (key !== '' && !(await mayTravelInClear(origin))) {
        return { problem: vscode.l10n.t('Nothing was sent. Leave the key empty or go back.') };
      }
      return tryAndSave(baseUrl, key, clients, keys, signal);
    },
  });
}

/** The id of a model, to the byte; an empty one means that the address is to be mended. */
async function askModel(listProblem: string): Promise<string | undefined> {
  return askInput<string>({
    title: vscode.l10n.t('Connect to a service (3/3): model'),
    prompt: vscode.l10n.t(
      'There is no model list at this address. Type the id of a model to go on without one, or leave it empty to correct the address',
    ),
    placeholder: vscode.l10n.t('The id as the service has it'),
    problem: listProblem,
    check: async (typed) => ({ result: typed }),
  });
}

async function saveWithModel(
  baseUrl: string,
  model: string,
  key: string,
  keys: KeyStore,
): Promise<Connection> {
  const connection = { ...connectionFor(baseUrl), model };
  await saveKey(connection, key, keys);
  await saveConnection(connection);
  return connection;
}

async function tryAndSave(
  baseUrl: string,
  key: string,
  clients: ServiceClients,
  keys: KeyStore,
  signal: AbortSignal,
): Promise<Checked<Attempt>> {
  const connection = connectionFor(baseUrl);
  try {
    const models = await (await clients(connection, key)).listModels({ signal });
    await saveKey(connection, key, keys);
    await saveConnection(connection);
    return { result: { connection, models } };
  } catch (error) {
    if (isListMissing(error)) {
      return { result: { listProblem: messageOf(error), key } };
    }
    return error instanceof ServiceError && error.kind !== 'auth'
      ? { result: { addressProblem: messageOf(error) } }
      : { problem: messageOf(error) };
  }
}

async function saveKey({ id, baseUrl }: Connection, key: string, keys: KeyStore): Promise<void> {
  const { origin } = serviceAddress(baseUrl);
  // An empty one means that none is kept, and that the service works without.
  await (key === '' ? keys.forget(origin) : keys.set(origin, key));
  await keys.bind(id, origin);
}

/** The saved connection to the same place, or a new one named after its host. */
export function connectionFor(baseUrl: string, name?: string): Connection {
  const { modelsUrl } = serviceAddress(baseUrl);
  const saved = readConnections().find((other) => sameAddress(other, modelsUrl));
  return saved ?? { id: crypto.randomUUID(), name: name ?? new URL(modelsUrl).host, baseUrl };
}

function sameAddress({ baseUrl }: Connection, modelsUrl: string): boolean {
  try {
    return serviceAddress(baseUrl).modelsUrl === modelsUrl;
  } catch {
    return false;
  }
}

/** True for an encrypted or loopback origin, and for any other if the user says so. */
export async function mayTravelInClear(origin: string): Promise<boolean> {
  const { protocol, hostname } = new URL(origin);
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname);
  if (protocol === 'https:' || isLoopback) {
    return true;
  }
  const send = vscode.l10n.t('Send the key unencrypted');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} is not encrypted', origin),
    {
      modal: true,
      detail: vscode.l10n.t('Anyone on the way can read the key and the conversation.'),
    },
    send,
  );
  return answer === send;
}
