import * as vscode from 'vscode';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { messageOf } from '../base/errorMessage.ts';
import { askInput, type Checked } from '../base/quickInput.ts';
import { notificationText } from '../base/safeText.ts';
import { addressName, type Connection } from './connection.ts';
import { readConnections, saveConnection } from './connectionSettings.ts';
import type { KeyStore } from './keyStore.ts';
import { sayIfPlainKey } from './plainSecrets.ts';
import { isListMissing, type ServiceClients } from './serviceClients.ts';
import { mayTravelInClear } from './unencrypted.ts';

/** A connection that the user has just set up, with the models that the service listed. */
export interface Connected {
  readonly connection: Connection;
  /** Missing if the service has no model list. */
  readonly models?: readonly Model[] | undefined;
}

/**
 * The outcome of a request for the model list: a connection; a problem that only another address can solve;
 * or no model list at the address, which may be wrong or belong to a service without a list.
 */
type Attempt =
  | Connected
  | { readonly addressProblem: string }
  | { readonly listProblem: string; readonly key: string };

/**
 * Asks for an address and a key, checks them with a request for the model list, and saves them if they work.
 * Otherwise the problem is shown below the input box in which it can be corrected. Resolves to `undefined`
 * if the user closes an input box.
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

/** Asks for the ID of a model, which is not trimmed; empty if the user wants to correct the address. */
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
  // No key was entered and none is stored; one that the secret storage has lost is not needed.
  await (key === '' ? keys.forget(origin) : keys.set(origin, key));
  await keys.bind(id, origin);
  sayIfPlainKey(key);
}

/** The saved connection to the same address, or a new one; without `name`, it is named after its host. */
export function connectionFor(baseUrl: string, name?: string): Connection {
  const { modelsUrl } = serviceAddress(baseUrl);
  const saved = readConnections().find((other) => sameAddress(other, modelsUrl));
  return saved ?? { id: crypto.randomUUID(), name: name ?? addressName(baseUrl), baseUrl };
}

function sameAddress({ baseUrl }: Connection, modelsUrl: string): boolean {
  try {
    return serviceAddress(baseUrl).modelsUrl === modelsUrl;
  } catch {
    return false;
  }
}

/** Requests the model list and shows the outcome in a notification. */
export async function testConnection(
  connection: Connection,
  clients: ServiceClients,
): Promise<void> {
  const { modelsUrl } = serviceAddress(connection.baseUrl);
  try {
    const models = await (await clients(connection)).listModels();
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} works: GET {1} → 200, {2} models',
        notificationText(connection.name),
        modelsUrl,
        models.length,
      ),
    );
  } catch (error) {
    if (isListMissing(error)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} has no model list. {1} A model can be typed in; whether it replies shows when a message is sent.',
          notificationText(connection.name),
          notificationText(error.message),
        ),
      );
      return;
    }
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        '{0} does not work. {1}',
        notificationText(connection.name),
        notificationText(messageOf(error)),
      ),
    );
  }
}
