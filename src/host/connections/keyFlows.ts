import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { messageOf } from '../base/errorMessage.ts';
import { askInput, type Checked } from '../base/quickInput.ts';
import { noticeText } from '../base/safeText.ts';
import { mayTravelInClear } from './connectFlow.ts';
import type { Connection } from './connection.ts';
import { demoConnection, findConnection } from './connectionSettings.ts';
import type { KeyStore } from './keyStore.ts';
import { isListMissing, type ServiceClients } from './serviceClients.ts';

/** How long a word in the status bar stays, in milliseconds. */
const wordMs = 5000;

/** A key that is kept, having worked or untried, or that none is wanted. */
type KeyAnswer = 'works' | 'untried' | 'none';

/**
 * Asks for a key, tries it on the model list and keeps it once it works. For a connection that was
 * moved to another origin the answer may be that it wants none. False where the user left.
 */
export async function setKey(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): Promise<boolean> {
  const { origin } = serviceAddress(connection.baseUrl);
  const before = keys.movedFrom(connection.id, origin);
  const check = createKeyCheck(connection, clients, keys);
  const answer = await askInput<KeyAnswer>({
    title: vscode.l10n.t('Key for {0}', connection.name),
    prompt:
      before === undefined
        ? vscode.l10n.t(
            'Tried on the model list, then kept in the secret store; sent to {0} only',
            origin,
          )
        : vscode.l10n.t(
            'The address has moved from {0}, whose key is not sent to {1}. Enter the key for {1}, or nothing if it wants none',
            before,
            origin,
          ),
    password: true,
    check: async (typed, signal) => {
      if (typed.trim() === '' && before !== undefined) {
        await keys.bind(connection.id, origin);
        return { result: 'none' };
      }
      return check(typed.trim(), signal);
    },
  });
  if (answer === 'works') {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key works and is kept.'), wordMs);
  } else if (answer === 'untried') {
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key is kept untried.'), wordMs);
  }
  return answer !== undefined;
}

/**
 * Tries a key on the model list and keeps it for the connection's origin. One that could not be
 * tried is kept when it is entered once more: the service may have no list, or be off just now.
 */
export function createKeyCheck(
  connection: Connection,
  clients: ServiceClients,
  keys: KeyStore,
): (key: string, signal?: AbortSignal) => Promise<Checked<KeyAnswer>> {
  const { origin } = serviceAddress(connection.baseUrl);
  let untried: string | undefined;
  return async (key, signal) => {
    if (key === '' || !(await mayTravelInClear(origin))) {
      return { problem: vscode.l10n.t('Nothing was changed.') };
    }
    try {
      const isTried = key !== untried;
      if (isTried) {
        await (await clients(connection, key)).listModels({ signal });
      }
      await keys.set(origin, key);
      if (findConnection(connection.id) !== undefined) {
        await keys.bind(connection.id, origin);
      }
      return { result: isTried ? 'works' : 'untried' };
    } catch (error) {
      const isUntried = error instanceof ServiceError && error.kind !== 'auth';
      untried = isUntried ? key : undefined;
      const hint = isUntried ? vscode.l10n.t('Press Enter again to keep the key untried.') : '';
      return { problem: `${messageOf(error)} ${hint}`.trim() };
    }
  };
}

/** Asks the service for its models and says what came of it. */
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
        connection.name,
        modelsUrl,
        models.length,
      ),
    );
  } catch (error) {
    if (isListMissing(error)) {
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          '{0} has no model list. {1} A model can be typed in; whether it replies shows when a message is sent.',
          connection.name,
          noticeText(error.message),
        ),
      );
      return;
    }
    void vscode.window.showErrorMessage(
      vscode.l10n.t('{0} does not work. {1}', connection.name, noticeText(messageOf(error))),
    );
  }
}

/** Removes the key of the connection's origin once the user has confirmed it. */
export async function forgetKey(connection: Connection, keys: KeyStore): Promise<void> {
  const { origin } = serviceAddress(connection.baseUrl);
  if (connection.id === demoConnection.id || !(await hasKey(origin, keys))) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no key for {0}.', connection.name),
    );
    return;
  }
  const forget = vscode.l10n.t('Forget');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Forget the key for {0}?', origin),
    { modal: true },
    forget,
  );
  if (answer === forget) {
    await keys.forget(origin);
    vscode.window.setStatusBarMessage(vscode.l10n.t('The key is forgotten.'), wordMs);
  }
}

/** What asking for a key needs. */
interface KeyServices {
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
}

/** Asks for the key of a connection that was moved away from its key. False where the user left. */
export async function ensureKey(
  connection: Connection,
  { clients, keys }: KeyServices,
): Promise<boolean> {
  const { origin } = serviceAddress(connection.baseUrl);
  const isMoved = keys.movedFrom(connection.id, origin) !== undefined;
  if (!isMoved || (await hasKey(origin, keys))) {
    return true;
  }
  return setKey(connection, clients, keys);
}

/** Also where the secret store has lost it. */
export async function hasKey(origin: string, keys: KeyStore): Promise<boolean> {
  return keys.hadKey(origin) || (await keys.get(origin)) !== undefined;
}
