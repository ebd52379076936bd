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
import type { KeyServices } from './keyFlows.ts';
import { foundText } from './foundText.ts';
import { pastedFields, withVariable } from './pastedFields.ts';
import { pickConnection, type ReadPasted } from './understand.ts';
import { type Connected, connectionFor, keptKey, saveWithKey, withKeyTyped } from './connected.ts';
import { findLocalServers, type FoundServer, usualLocalServers } from './localServers.ts';
import { withProposal } from './withProposal.ts';
import { askService } from './serviceBox.ts';
import type { ServiceAnswer } from './serviceRows.ts';

/** What connecting uses. */
export interface ConnectServices extends KeyServices {
  /**
   * Opens the connections page with the form of a connection that is to have these fields, at one of them, and with the
   * failure of the request for its model list.
   */
  readonly openForm: (
    connection: Connection,
    place?: DraftField,
    failure?: unknown,
  ) => Promise<void>;
  readonly readPasted: ReadPasted;
  /** Whether the clipboard may be read before the user asks for it. */
  readonly peeksAtClipboard?: boolean;
  /** Diagnoses a connection, which need not be saved, in a tab of its own; with this key, if one is typed. */
  readonly diagnose: (connection: Connection, apiKey: string | undefined) => Promise<void>;
}

/** Where connecting begins: with the services, or with servers on this computer. */
export type ConnectFrom = 'services' | 'servers';

/** A question, or a way out of the flow. Gives what it leads to; `undefined` if that is the end. */
type Step = () => Promise<Next>;
type Next = Step | Connected | undefined;

interface Flow extends ConnectServices {
  /** What was typed or pasted in the boxes that the user has closed. It stays in the memory of this window. */
  readonly typed: {
    address: string;
    /** By the origin for which a key was meant. It is shown for no other. */
    readonly keys: Map<string, string>;
  };
}

/**
 * Gives a function that asks for a service and its key, or reads both out of a pasted text, checks them with a request
 * for the model list, and saves them if they work. Whatever else a connection needs is entered on the connections page,
 * to which each question leads. Resolves to `undefined` if the user closes a question; what was typed is there again
 * the next time.
 */
export function createConnect(
  services: ConnectServices,
): (from?: ConnectFrom) => Promise<Connected | undefined> {
  const flow: Flow = { ...services, typed: { address: '', keys: new Map() } };
  return async (from = 'services') => {
    let next: Next = from === 'servers' ? findServers(flow) : askForService(flow);
    while (typeof next === 'function') {
      next = await next();
    }
    if (next !== undefined) {
      flow.typed.address = '';
      flow.typed.keys.clear();
    }
    return next;
  };
}

interface ServiceContext {
  readonly problem?: string;
  /** What was pasted before. */
  readonly pasted?: PastedConnection;
  /** Servers on this computer that answered, in place of those that may. */
  readonly found?: readonly FoundServer[];
}

/** Asks for the service. */
function askForService(flow: Flow, { problem, pasted = {}, found }: ServiceContext = {}): Step {
  const { typed, readPasted, peeksAtClipboard = false } = flow;
  const isKeyThere = (pasted.key ?? '') !== '' && pasted.baseUrl === undefined;
  const wantsService = isKeyThere || found !== undefined;
  return async () => {
    const answer = await askService({
      title: vscode.l10n.t('Connect to a Service (1/2): Service'),
      placeholder: isKeyThere
        ? vscode.l10n.t('Choose the service of this API key, or enter its address')
        : vscode.l10n.t('Choose a service, enter its address, or paste what you have of it'),
      value: found === undefined ? typed.address : '',
      problem,
      found,
      readPasted,
      clipboard: wantsService ? 'none' : peeksAtClipboard ? 'peek' : 'unseen',
      onLeft: (address) => (typed.address = address),
    });
    return answer && afterAnswer(answer, pasted, flow);
  };
}

/** Looks for servers on this computer. One alone is used without a choice. */
function findServers(flow: Flow): Step {
  return async () => {
    const title = vscode.l10n.t('Looking for servers on this computer…');
    const place = vscode.ProgressLocation.Window;
    const found = await vscode.window.withProgress({ location: place, title }, findLocalServers);
    const [first, ...others] = found;
    if (first === undefined) {
      const problem = vscode.l10n.t(
        'No server found on this computer. Tried {0}. Start a server, or enter its address.',
        usualLocalServers.map(({ name }) => name).join(', '),
      );
      return askForService(flow, { problem });
    }
    return others.length === 0 ? useServer(first) : askForService(flow, { found });
  };
}

async function useServer({ name, baseUrl, models }: FoundServer): Promise<Connected> {
  const connection = connectionFor(baseUrl, name);
  await saveConnection(connection);
  return { connection, models };
}

/** What an answer leads to. `pasted` is what was pasted before and lacked something. */
async function afterAnswer(
  answer: ServiceAnswer,
  pasted: PastedConnection,
  flow: Flow,
): Promise<Next> {
  switch (answer.kind) {
    case 'servers':
      return findServers(flow);
    case 'running':
      return useServer(answer.server);
    case 'problem':
      return askForService(flow, { ...answer, pasted });
    case 'address': {
      const { baseUrl } = answer;
      // Another address than the one of the text has another name.
      const name = pasted.baseUrl === undefined ? pasted.name : undefined;
      return afterFound({ ...pasted, name, baseUrl }, flow, true);
    }
    case 'connections': {
      const found = await pickConnection(answer.connections);
      // If the text before lacked its address, this one says which it is.
      const before = pasted.baseUrl === undefined ? definedFields(pasted) : {};
      return found && afterFound({ ...found, ...before }, flow, answer.isChosen);
    }
  }
}

function definedFields(pasted: PastedConnection): PastedConnection {
  return Object.fromEntries(Object.entries(pasted).filter(([, value]) => value !== undefined));
}

/** Asks for what is missing in what was found. A key that was there before its service was chosen is checked at once. */
async function afterFound(found: PastedConnection, flow: Flow, isChosen = false): Promise<Next> {
  const { baseUrl, addressTemplate = '', key } = found;
  const { typed, keys } = flow;
  // For the way back to the address, and for the next time.
  typed.address = baseUrl ?? addressTemplate;
  if (baseUrl === undefined) {
    return askForService(flow, { pasted: found });
  }
  try {
    const fields = pastedFields(found, baseUrl);
    const connection = await withVariable(withDeployment(fields.connection), found, keys);
    if (key !== undefined) {
      typed.keys.set(serviceAddress(baseUrl).origin, key);
    }
    return enterKey(connection, flow, {
      said: foundText(found, connection, fields.problems),
      isEntered: key !== undefined && isChosen,
      // The key is in `typed`, and only for its origin.
      back: askForService(flow, { pasted: { ...found, key: undefined } }),
    });
  } catch (error) {
    return askForService(flow, { pasted: found, problem: messageOf(error) });
  }
}

/** A deployment in an address of Azure is also the model. */
function withDeployment(connection: Connection): Connection {
  const [, model] = /\/deployments\/([^/?]+)/.exec(serviceAddress(connection.baseUrl).base) ?? [];
  return model === undefined ? connection : { model, ...connection };
}

interface KeyStep {
  /** What else was found, in words. */
  readonly said: string;
  readonly isEntered: boolean;
  readonly back: Step;
}

/** Asks for the key of a connection and checks it, with what its service is known to expect. */
function enterKey(wanted: Connection, flow: Flow, step: KeyStep): Step {
  const { clients, keys, typed } = flow;
  const { origin } = serviceAddress(wanted.baseUrl);
  const proposed = withProposal(wanted);
  const { connection } = proposed ?? { connection: wanted };
  const typedKey = (): string => typed.keys.get(origin) ?? '';
  return async () => {
    const kept = await keptKey(connection, keys);
    const diagnose = async (): Promise<Next> => {
      const hasOwn = typedKey() === '' && connection.keyFrom !== undefined;
      await flow.diagnose(connection, hasOwn ? undefined : typedKey() || kept);
      return undefined;
    };
    const added =
      proposed && vscode.l10n.t('Added for {0}: {1}', proposed.service, proposed.added.join(', '));
    const prompt = [keyPrompt(connection, origin, kept), added ?? '', step.said];
    return askForKey<Next>(
      {
        connection,
        title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
        prompt: prompt.filter((words) => words !== '').join('. '),
        value: typedKey(),
        isEntered: step.isEntered,
        buttons: [
          { button: vscode.QuickInputButtons.Back, result: step.back },
          button(
            'gear',
            vscode.l10n.t('Set Headers, Paths and More on the Connections Page'),
            async () => toForm(connection, typedKey(), flow, 'headers'),
          ),
          button('pulse', vscode.l10n.t('Diagnose Connection'), diagnose),
        ],
        onTyped: (key) => typed.keys.set(origin, key),
        empty: kept,
        take: async (entered) => afterKey(connection, entered, flow),
      },
      clients,
    );
  };
}

/** Saves the connection if its model list came, or if there is none and the model is known. */
async function afterKey(
  connection: Connection,
  { key, models, failure }: EnteredKey,
  flow: Flow,
): Promise<Next> {
  const { baseUrl, model } = connection;
  if (models !== undefined || (model !== undefined && withoutModelList(baseUrl) !== undefined)) {
    await saveWithKey(connection, key, flow.keys);
    return { connection, models };
  }
  return toForm(connection, key, flow, 'model', failure);
}

/** Goes on in a form of the connections page, which tests with the key that is stored. */
function toForm(
  connection: Connection,
  key: string,
  { keys, openForm }: Flow,
  ...form: readonly [place: DraftField, failure?: unknown]
): Step {
  return async () => {
    const { origin } = serviceAddress(connection.baseUrl);
    await (key !== '' && keys.set(origin, key));
    await openForm(withKeyTyped(connection, key), ...form);
    return undefined;
  };
}

function keyPrompt({ keyFrom }: Connection, origin: string, kept: string): string {
  return keyFrom === undefined && kept === ''
    ? vscode.l10n.t('Enter the API key for {0}, or leave empty if the service needs no key', origin)
    : vscode.l10n.t(
        'Enter an API key for {0}, or leave empty to keep using the current one',
        origin,
      );
}

function button(icon: string, tooltip: string, result: Step): AnsweringButton<Next> {
  return { button: { iconPath: new vscode.ThemeIcon(icon), tooltip }, result };
}
