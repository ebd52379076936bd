import * as vscode from 'vscode';
import type { PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import { withoutModelList } from '../../../service/proposal.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { DraftField } from '../../../shared/connectionsPage/connectionDraft.ts';
import { messageOf } from '../../base/errorMessage.ts';
import type { AnsweringButton } from '../../base/inputs/quickInput.ts';
import type { Connection } from '../connection.ts';
import { saveConnection } from '../connectionSettings.ts';
import { askForKey, type EnteredKey } from './askKey.ts';
import type { Keys } from '../consents/consents.ts';
import type { KeyServices } from './keyFlows.ts';
import { foundText } from './pasted.ts';
import { pastedFields, withVariable } from './pasted.ts';
import { pickConnection, type ReadPasted } from './pasted.ts';
import { type Connected, connectionFor, keptKey, saveWithKey, withKeyTyped } from './connected.ts';
import {
  afterService,
  type KeyStep,
  type ServiceStep,
  type Step,
  type Typed,
} from './connectState.ts';
import { findLocalServers, usualLocalServers } from './localServers.ts';
import { withProposal } from './withProposal.ts';
import { askService } from './serviceBox.ts';

/** What a connection that is being set up can lead to. */
interface FormServices extends KeyServices {
  /**
   * Opens the connections page with the form of a connection that is to have these fields, at one of them, and with the
   * failure of the request for its model list.
   */
  readonly openForm: (
    connection: Connection,
    place?: DraftField,
    failure?: unknown,
  ) => Promise<void>;
  /** Diagnoses a connection, which need not be saved, in a tab of its own; with this key, if one is typed. */
  readonly diagnose: (connection: Connection, apiKey: string | undefined) => Promise<void>;
}

interface PasteServices {
  readonly readPasted: ReadPasted;
  /** Whether the clipboard may be read before the user asks for it. */
  readonly peeksAtClipboard?: boolean;
}

/** What connecting uses. */
export type ConnectServices = FormServices & PasteServices;

/** Where connecting begins: with the services, or with servers on this computer. */
export type ConnectFrom = 'service' | 'servers';

/**
 * Gives a function that asks for a service and its key, or reads both out of a pasted text, checks them with a request
 * for the model list, and saves them if they work. Whatever else a connection needs is entered on the connections page,
 * to which each question leads. Resolves to `undefined` if the user closes a question; what was typed is there again
 * the next time.
 */
export function createConnect(
  services: ConnectServices,
): (from?: ConnectFrom) => Promise<Connected | undefined> {
  const nothing: Typed = { address: '', keys: {} };
  let typed = nothing;
  return async (from = 'service') => {
    let state: ConnectState = { typed, step: { kind: from } };
    while (state.step.kind !== 'end') {
      state = await afterStep(state, services);
    }
    const { connected } = state.step;
    typed = connected === undefined ? state.typed : nothing;
    return connected;
  };
}

/** Where the flow is. */
interface ConnectState {
  readonly typed: Typed;
  readonly step: Step;
}

/** Asks or does what comes next. */
async function afterStep(
  { typed, step }: ConnectState,
  services: ConnectServices,
): Promise<ConnectState> {
  switch (step.kind) {
    case 'servers':
      return { typed, step: await lookForServers() };
    case 'server': {
      const { name, baseUrl, models } = step.server;
      const connection = connectionFor(baseUrl, name);
      await saveConnection(connection);
      return { typed, step: { kind: 'end', connected: { connection, models } } };
    }
    case 'service':
      return askForService(typed, step, services);
    case 'found':
      return completed(typed, step.found, step.isChosen, services.keys);
    case 'key':
      return enterKey(typed, step, services);
    case 'end':
      return { typed, step };
  }
}

/** Looks for servers on this computer. One alone is used without a choice. */
async function lookForServers(): Promise<Step> {
  const title = vscode.l10n.t('Looking for servers on this computer…');
  const place = vscode.ProgressLocation.Window;
  const problem = vscode.l10n.t(
    'No server found on this computer. Tried {0}. Start a server, or enter its address.',
    usualLocalServers.map(({ name }) => name).join(', '),
  );
  const found = await vscode.window.withProgress({ location: place, title }, findLocalServers);
  const [server, another] = found;
  return server !== undefined && another === undefined
    ? { kind: 'server', server }
    : { kind: 'service', ...(server === undefined ? { problem } : { found }) };
}

async function askForService(
  typed: Typed,
  step: ServiceStep,
  { readPasted, peeksAtClipboard = false }: PasteServices,
): Promise<ConnectState> {
  const { problem, pasted = {}, found } = step;
  const isKeyThere = (pasted.key ?? '') !== '' && pasted.baseUrl === undefined;
  const wantsService = isKeyThere || found !== undefined;
  let { address } = typed;
  const answer = await askService({
    title: vscode.l10n.t('Connect to a Service (1/2): Service'),
    placeholder: isKeyThere
      ? vscode.l10n.t('Choose the service of this API key, or enter its address')
      : vscode.l10n.t('Choose a service, enter its address, or paste what you have of it'),
    value: found === undefined ? address : '',
    problem,
    found,
    readPasted,
    clipboard: wantsService ? 'none' : peeksAtClipboard ? 'peek' : 'unseen',
    onLeft: (left) => (address = left),
  });
  const chosen =
    answer?.kind === 'connections' ? await pickConnection(answer.connections) : undefined;
  return { typed: { ...typed, address }, step: afterService(step, answer, chosen) };
}

/** Asks for what is missing in what was found. */
async function completed(
  before: Typed,
  found: PastedConnection,
  isChosen: boolean,
  keys: Keys,
): Promise<ConnectState> {
  const { baseUrl, addressTemplate = '', key } = found;
  // For the way back to the address, and for the next time.
  const typed = { ...before, address: baseUrl ?? addressTemplate };
  if (baseUrl === undefined) {
    return { typed, step: { kind: 'service', pasted: found } };
  }
  try {
    const fields = pastedFields(found, baseUrl);
    const connection = await withVariable(withDeployment(fields.connection), found, keys);
    return {
      typed:
        key === undefined
          ? typed
          : {
              ...typed,
              keys: { ...typed.keys, [serviceAddress(baseUrl).origin]: key },
            },
      step: {
        kind: 'key',
        connection,
        said: foundText(found, connection, fields.problems),
        isEntered: key !== undefined && isChosen,
        // The key is in `typed`, and only for its origin.
        back: { kind: 'service', pasted: { ...found, key: undefined } },
      },
    };
  } catch (error) {
    return { typed, step: { kind: 'service', pasted: found, problem: messageOf(error) } };
  }
}

/** A deployment in an address of Azure is also the model. */
function withDeployment(connection: Connection): Connection {
  const [, model] = /\/deployments\/([^/?]+)/.exec(serviceAddress(connection.baseUrl).base) ?? [];
  return model === undefined ? connection : { model, ...connection };
}

/** Asks for the key of a connection and checks it, with what its service is known to expect. */
async function enterKey(
  before: Typed,
  step: KeyStep,
  services: FormServices,
): Promise<ConnectState> {
  const { clients, diagnose, keys } = services;
  const { origin } = serviceAddress(step.connection.baseUrl);
  const proposed = withProposal(step.connection);
  const { connection } = proposed ?? step;
  const kept = await keptKey(connection, keys);
  const added =
    proposed && vscode.l10n.t('Added for {0}: {1}', proposed.service, proposed.added.join(', '));
  const prompt = [keyPrompt(connection, origin, kept), added ?? '', step.said];
  let key = before.keys[origin] ?? '';
  const leave: Leave = async () => toForm({ connection, key }, 'headers', services);
  const answer = await askForKey<Step | Leave>(
    {
      connection,
      title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
      prompt: prompt.filter((words) => words !== '').join('. '),
      value: key,
      isEntered: step.isEntered,
      buttons: [
        { button: vscode.QuickInputButtons.Back, result: step.back },
        button('gear', vscode.l10n.t('Set Headers, Paths and More on the Connections Page'), leave),
        button('pulse', vscode.l10n.t('Diagnose Connection'), async () => {
          const hasOwn = key === '' && connection.keyFrom !== undefined;
          await diagnose(connection, hasOwn ? undefined : key || kept);
        }),
      ],
      onTyped: (typed) => (key = typed),
      empty: kept,
      take: async (entered) => afterKey(connection, entered, services),
    },
    clients,
  );
  const typed = { ...before, keys: { ...before.keys, [origin]: key } };
  if (typeof answer === 'object') {
    return { typed, step: answer };
  }
  await answer?.();
  return { typed, step: { kind: 'end' } };
}

/** A way out of the flow. */
type Leave = () => Promise<void>;

/** Saves the connection if its model list came, or if there is none and the model is known. */
async function afterKey(
  connection: Connection,
  { key, models, failure }: EnteredKey,
  services: FormServices,
): Promise<Step | Leave> {
  const { baseUrl, model } = connection;
  if (models !== undefined || (model !== undefined && withoutModelList(baseUrl) !== undefined)) {
    await saveWithKey(connection, key, services.keys);
    return { kind: 'end', connected: { connection, models } };
  }
  return async () => toForm({ connection, key }, 'model', services, failure);
}

/** Goes on in a form of the connections page, which tests with the key that is stored. */
async function toForm(
  { connection, key }: { readonly connection: Connection; readonly key: string },
  place: DraftField,
  { keys, openForm }: FormServices,
  failure?: unknown,
): Promise<void> {
  await (key !== '' && keys.set(serviceAddress(connection.baseUrl).origin, key));
  await openForm(withKeyTyped(connection, key), place, failure);
}

function keyPrompt({ keyFrom }: Connection, origin: string, kept: string): string {
  return keyFrom === undefined && kept === ''
    ? vscode.l10n.t('Enter the API key for {0}, or leave empty if the service needs no key', origin)
    : vscode.l10n.t(
        'Enter an API key for {0}, or leave empty to keep using the current one',
        origin,
      );
}

function button(icon: string, tooltip: string, result: Leave): AnsweringButton<Step | Leave> {
  return { button: { iconPath: new vscode.ThemeIcon(icon), tooltip }, result };
}
