import * as vscode from 'vscode';
import type { PastedConnection } from '../../pastedConnection/pastedConnection.ts';
import { proposalFor, withoutModelList } from '../../service/proposal.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { FormPlace } from '../../shared/connectionsPage/protocol.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { AnsweringButton } from '../base/quickInput.ts';
import { type Connected, connectionFor, keptKey, saveWithKey, withKeyTyped } from './connected.ts';
import type { Connection } from './connection.ts';
import { saveConnection } from './connectionSettings.ts';
import { askForKey, type EnteredKey } from './keys/askKey.ts';
import { mayTravelInClear } from './keys/unencrypted.ts';
import type { Keys } from './keySources/keys.ts';
import { type PastedFields, pastedFields, withVariable } from './pasted/pastedFields.ts';
import { showFound } from './pasted/showFound.ts';
import {
  pickConnection,
  type ReadPasted,
  understand,
  type Understood,
} from './pasted/understand.ts';
import { promptWithProposal, withProposal } from './proposals.ts';
import type { ServiceClients } from './serviceClients.ts';
import { askService } from './serviceBox.ts';
import type { ChosenService } from './serviceRows.ts';

/** What connecting uses. */
export interface ConnectServices {
  readonly clients: ServiceClients;
  readonly keys: Keys;
  /**
   * Opens the connections page with the form of a connection that is to have these fields, at one of them, and with the
   * failure of the request for its model list.
   */
  readonly openForm: (
    connection: Connection,
    place?: FormPlace,
    failure?: unknown,
  ) => Promise<void>;
  readonly readPasted: ReadPasted;
  /** Whether the clipboard may be read before the user asks for it. */
  readonly peeksAtClipboard?: boolean;
  /** Diagnoses a connection, which need not be saved, in a tab of its own; with this key, if one is typed. */
  readonly diagnose: (connection: Connection, apiKey: string | undefined) => Promise<void>;
}

/** Where connecting begins: with the services, with what the clipboard contains, or with servers on this computer. */
export type ConnectFrom = 'services' | 'clipboard' | 'servers';

/** A question, or a way out of the flow. Gives what it leads to; `undefined` if that is the end. */
type Step = () => Promise<Next>;
type Next = Step | Connected | undefined;

interface Flow extends ConnectServices {
  /** What was typed in the boxes that the user has closed. It stays in the memory of this window. */
  readonly typed: {
    address: string;
    key: string;
    /** The key was typed for this origin and is shown for no other. */
    keyOrigin: string;
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
  const flow: Flow = { ...services, typed: { address: '', key: '', keyOrigin: '' } };
  return async (from = 'services') => {
    let next: Next =
      from === 'clipboard'
        ? await afterClipboard(flow)
        : askForService(flow, { findsServers: from === 'servers' });
    while (typeof next === 'function') {
      next = await next();
    }
    if (next !== undefined) {
      Object.assign(flow.typed, { address: '', key: '', keyOrigin: '' });
    }
    return next;
  };
}

async function afterClipboard(flow: Flow): Promise<Next> {
  const text = await vscode.env.clipboard.readText();
  return afterText(understand(text, await flow.readPasted(text), false), undefined, flow);
}

/** Leaves the flow, whose last box is closed then. */
function leave(work: () => Promise<void>): Step {
  return async () => {
    await work();
    return undefined;
  };
}

interface ServiceContext {
  readonly problem?: string;
  /** What was pasted before, apart from its address. */
  readonly pasted?: PastedConnection | undefined;
  readonly findsServers?: boolean;
}

/** Asks for the service. */
function askForService(flow: Flow, { problem, pasted, findsServers }: ServiceContext): Step {
  const { typed, readPasted, peeksAtClipboard = false } = flow;
  const isKeyThere = pasted !== undefined && isKeyAlone(pasted);
  return async () => {
    const answer = await askService({
      title: vscode.l10n.t('Connect to a Service (1/2): Service'),
      placeholder: isKeyThere
        ? vscode.l10n.t('Choose the service of this API key, or enter its address')
        : vscode.l10n.t('Choose a service, enter its address, or paste what you have of it'),
      value: typed.address,
      problem,
      findsServers,
      readPasted,
      clipboard: isKeyThere ? 'none' : peeksAtClipboard ? 'peek' : 'unseen',
      onLeft: (address) => (typed.address = address),
    });
    if (answer === undefined || 'kind' in answer) {
      return answer && afterText(answer, pasted, flow);
    }
    const { name, baseUrl, models } = answer;
    if (models !== undefined) {
      const connection = connectionFor(baseUrl, name);
      await saveConnection(connection);
      return { connection, models };
    }
    typed.address = baseUrl;
    return baseUrl.includes('<')
      ? askForService(flow, { pasted })
      : afterAddress(answer, pasted, flow);
  };
}

/** What a text leads to. `pasted` is what was pasted before and lacked something. */
async function afterText(
  meant: Understood,
  pasted: PastedConnection | undefined,
  flow: Flow,
): Promise<Next> {
  switch (meant.kind) {
    case 'address':
      return afterAddress(meant, pasted, flow);
    case 'connections': {
      const found = await pickConnection(meant.connections);
      // If the text before lacked its address, this one says which it is.
      const before = pasted?.baseUrl === undefined ? pasted : undefined;
      return found && confirmFound({ ...found, ...definedFields(before) }, flow);
    }
    case 'problem':
      return askForService(flow, { ...meant, pasted });
  }
}

function definedFields(pasted: PastedConnection = {}): PastedConnection {
  return Object.fromEntries(Object.entries(pasted).filter(([, value]) => value !== undefined));
}

function afterAddress(
  { name, baseUrl, isLocal = false }: Partial<ChosenService> & Pick<ChosenService, 'baseUrl'>,
  pasted: PastedConnection | undefined,
  flow: Flow,
): Step {
  try {
    if (pasted !== undefined && !isKeyAlone(pasted)) {
      return confirmFound({ ...pasted, baseUrl }, flow);
    }
    const connection = withDeployment(connectionFor(baseUrl, name));
    return enterKey(connection, flow, { entered: pasted?.key ?? (isLocal ? '' : undefined) });
  } catch (error) {
    return askForService(flow, { pasted, problem: messageOf(error) });
  }
}

/** A deployment in an address of Azure is also the model. */
function withDeployment(connection: Connection): Connection {
  const [, model] = /\/deployments\/([^/?]+)/.exec(serviceAddress(connection.baseUrl).base) ?? [];
  return model === undefined ? connection : { model, ...connection };
}

/** Whether a text was a key and nothing else, so that the service is all that is missing. */
function isKeyAlone({ key = '', ...others }: PastedConnection): boolean {
  return key !== '' && Object.values(others).every((part) => part === undefined);
}

/** Shows what a pasted text says, and goes on to the first thing that it does not say. */
function confirmFound(pasted: PastedConnection, flow: Flow): Step {
  const { keys, typed } = flow;
  const { baseUrl, addressTemplate = '', key = '' } = pasted;
  const again = askForService(flow, { pasted });
  return async () => {
    if (isKeyAlone(pasted)) {
      return again;
    }
    // For the way back to the address, and for the next time.
    typed.address = baseUrl ?? addressTemplate;
    if (baseUrl === undefined) {
      return (await showFound({ pasted, problems: {}, asksFor: 'address' })) && again;
    }
    let fields: PastedFields;
    try {
      fields = pastedFields(pasted, baseUrl);
    } catch (error) {
      return askForService(flow, { pasted, problem: messageOf(error) });
    }
    const { origin } = serviceAddress(baseUrl);
    const { connection, isKeyMissing } = await withVariable(fields.connection, pasted, keys);
    if (key !== '') {
      Object.assign(typed, { key, keyOrigin: origin });
    }
    const { problems } = fields;
    switch (
      await showFound({ pasted, connection, problems, asksFor: isKeyMissing ? 'key' : undefined })
    ) {
      case 'address':
        return again;
      case 'key':
        return enterKey(fields.connection, flow, { pasted });
      case 'form':
        if (key !== '' && !(await mayTravelInClear(origin))) {
          return confirmFound(pasted, flow);
        }
        return toForm(connection, key, flow);
      case 'connect':
        return enterKey(connection, flow, { pasted, entered: key });
      case undefined:
        return undefined;
    }
  };
}

interface KeyContext {
  /** What was pasted, for the way back to the address. */
  readonly pasted?: PastedConnection | undefined;
  /** A key, empty if none is needed, that is checked at once. */
  readonly entered?: string | undefined;
}

/** Asks for the key of a connection and checks it, with what its service is known to expect. */
function enterKey(wanted: Connection, flow: Flow, { pasted, entered }: KeyContext): Step {
  const { clients, keys, typed, openForm } = flow;
  const { origin } = serviceAddress(wanted.baseUrl);
  const connection = withProposal(wanted);
  // The key is in `typed`, and only for its origin. An empty one says that the service needs none.
  const others = pasted?.key === '' ? pasted : pasted && { ...pasted, key: undefined };
  return async () => {
    if (entered !== undefined) {
      Object.assign(typed, { key: entered, keyOrigin: origin });
    }
    const kept = await keptKey(connection, keys);
    const diagnose = async (): Promise<Next> => {
      const key = typed.keyOrigin === origin ? typed.key : '';
      if (key !== '' && !(await mayTravelInClear(origin))) {
        return enterKey(wanted, flow, { pasted: others });
      }
      const hasOwn = key === '' && connection.keyFrom !== undefined;
      await flow.diagnose(connection, hasOwn ? undefined : key || kept);
      return undefined;
    };
    return askForKey<Next>(
      {
        connection,
        title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
        prompt: promptWithProposal(keyPrompt(connection, origin, kept), proposalFor(wanted)),
        value: typed.keyOrigin === origin ? typed.key : '',
        isEntered: entered !== undefined,
        buttons: [
          {
            button: vscode.QuickInputButtons.Back,
            result: askForService(flow, { pasted: others }),
          },
          button(
            'gear',
            vscode.l10n.t('Set Headers, Paths and More on the Connections Page'),
            leave(async () => openForm(connection, 'headers')),
          ),
        ],
        buttonsOnProblem: [button('pulse', vscode.l10n.t('Diagnose Connection'), diagnose)],
        onTyped: (key) => Object.assign(typed, { key, keyOrigin: origin }),
        empty: kept,
        take: async (key) => afterKey(connection, key, flow),
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
  return toForm(connection, key, flow, { place: 'model', failure });
}

/** Goes on in a form of the connections page, which tests with the key that is stored. */
async function toForm(
  connection: Connection,
  key: string,
  { keys, openForm }: Flow,
  { place, failure }: { readonly place?: FormPlace; readonly failure?: unknown } = {},
): Promise<Step> {
  const { origin } = serviceAddress(connection.baseUrl);
  await (key !== '' && keys.set(origin, key));
  return leave(async () => openForm(withKeyTyped(connection, key), place, failure));
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
