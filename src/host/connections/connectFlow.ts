import * as vscode from 'vscode';
import type { PastedConnection } from '../../pastedConnection/pastedConnection.ts';
import { withoutModelList } from '../../service/proposal.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { AnsweringButton } from '../base/quickInput.ts';
import { type Connected, connectionFor, keptKey, saveWithKey, withKeyTyped } from './connected.ts';
import type { Connection } from './connection.ts';
import { saveConnection } from './connectionSettings.ts';
import {
  type AddressStep,
  type ConnectServices,
  keyStep,
  type KeyStep,
  type Next,
  type Step,
  type Typed,
  withoutKey,
} from './connectSteps.ts';
import { askForKey, type EnteredKey, storeKey } from './keys/askKey.ts';
import { mayTravelInClear } from './keys/unencrypted.ts';
import { confirmFound, fromText } from './pasted/pastedSteps.ts';
import { isAddress } from './pasted/understand.ts';
import { promptWithProposal, withProposal } from './proposals.ts';
import { askService, type ServiceAnswer } from './serviceBox.ts';

const nothing: Typed = { address: '', key: '', keyOrigin: '' };

/** Where connecting begins: with the services, with what the clipboard contains, or with servers on this computer. */
export type ConnectFrom = 'services' | 'clipboard' | 'servers';

/**
 * Gives a function that asks for a service and its key, or reads both out of a pasted text, checks them with a request
 * for the model list, and saves them if they work. Whatever else a connection needs is entered on the connections page,
 * to which each question leads. Resolves to `undefined` if the user closes a question; what was typed is there again
 * the next time.
 */
export function createConnect(
  services: ConnectServices,
): (from?: ConnectFrom) => Promise<Connected | undefined> {
  const typed = { ...nothing };
  return async (from = 'services') => {
    let next: Next =
      from === 'clipboard'
        ? await fromText(await vscode.env.clipboard.readText(), services)
        : await chooseService({ kind: 'address' }, typed, services, from === 'servers');
    while (next !== undefined && 'kind' in next) {
      next = await ask(next, typed, services);
    }
    if (next !== undefined) {
      Object.assign(typed, nothing);
    }
    return next;
  };
}

async function ask(step: Step, typed: Typed, services: ConnectServices): Promise<Next> {
  switch (step.kind) {
    case 'address':
      return chooseService(step, typed, services);
    case 'found':
      return isKeyAlone(step.pasted)
        ? chooseService({ kind: 'address', pasted: step.pasted }, typed, services)
        : confirmFound(step.pasted, typed, services);
    case 'key':
      return enterKey(step, typed, services);
    case 'attempt': {
      const { connection, key, pasted } = step;
      const { origin } = serviceAddress(connection.baseUrl);
      Object.assign(typed, { key, keyOrigin: origin });
      return enterKey(
        { kind: 'key', connection, pasted: withoutKey(pasted) },
        typed,
        services,
        true,
      );
    }
    case 'form':
      await services.openForm(step.connection, step.place, step.failure);
      return undefined;
    case 'diagnose':
      return diagnoseNow(step, typed, services);
  }
}

/** Whether a text was a key and nothing else, so that the service is all that is missing. */
function isKeyAlone({ key = '', ...others }: PastedConnection): boolean {
  return key !== '' && Object.values(others).every((part) => part === undefined);
}

async function chooseService(
  { problem, pasted }: AddressStep,
  typed: Typed,
  services: ConnectServices,
  findsServers = false,
): Promise<Next> {
  const { readPasted, peeksAtClipboard = false } = services;
  const isKeyThere = pasted !== undefined && isKeyAlone(pasted);
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
  return answer && afterService(answer, pasted, typed, services);
}

async function afterService(
  answer: ServiceAnswer,
  pasted: PastedConnection | undefined,
  typed: Typed,
  services: ConnectServices,
): Promise<Next> {
  switch (answer.kind) {
    case 'service':
      typed.address = answer.baseUrl;
      return answer.baseUrl.includes('<')
        ? { kind: 'address', pasted }
        : afterAddress(answer.baseUrl, pasted, answer.name);
    case 'server': {
      const { server } = answer;
      const connection = connectionFor(server.baseUrl, server.name);
      if ('models' in server) {
        await saveConnection(connection);
        return { connection, models: server.models };
      }
      const key = pasted?.key ?? (await keptKey(connection, services.keys));
      return { kind: 'attempt', connection, key };
    }
    case 'text': {
      const text = answer.text.trim();
      const step = isAddress(text) ? undefined : await fromText(text, services);
      // If the text before had no address, this is the address for it, and not a new text.
      if (
        step !== undefined &&
        (step.kind === 'found' ? !isLackingAddress(pasted) : /\s/.test(text))
      ) {
        return step;
      }
      return afterAddress(text, pasted);
    }
  }
}

function isLackingAddress(pasted: PastedConnection | undefined): boolean {
  return pasted !== undefined && pasted.baseUrl === undefined;
}

function afterAddress(baseUrl: string, pasted: PastedConnection | undefined, name?: string): Step {
  try {
    const step = keyStep(withDeployment(connectionFor(baseUrl, name)));
    if (pasted === undefined) {
      return step;
    }
    return isKeyAlone(pasted)
      ? { kind: 'attempt', connection: withProposal(step), key: pasted.key ?? '' }
      : { kind: 'found', pasted: { ...pasted, baseUrl } };
  } catch (error) {
    return { kind: 'address', pasted, problem: messageOf(error) };
  }
}

/** A deployment in an address of Azure is also the model. */
function withDeployment(connection: Connection): Connection {
  const [, model] = /\/deployments\/([^/?]+)/.exec(serviceAddress(connection.baseUrl).base) ?? [];
  return model === undefined ? connection : { model, ...connection };
}

/** The key that was typed for an origin; empty if none was. */
function typedFor(origin: string, { key, keyOrigin }: Typed): string {
  return keyOrigin === origin ? key : '';
}

async function enterKey(
  step: KeyStep,
  typed: Typed,
  services: ConnectServices,
  isEntered = false,
): Promise<Next> {
  const connection = withProposal(step);
  const { clients, keys } = services;
  const { origin } = serviceAddress(connection.baseUrl);
  const kept = await keptKey(connection, keys);
  return askForKey<Step | Connected>(
    {
      connection,
      title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
      prompt: promptWithProposal(keyPrompt(connection, origin, kept), step.proposal),
      value: typedFor(origin, typed),
      isEntered,
      buttons: [
        {
          button: vscode.QuickInputButtons.Back,
          result: { kind: 'address', pasted: step.pasted },
        },
        button('gear', vscode.l10n.t('Set Headers, Paths and More on the Connections Page'), {
          kind: 'form',
          connection,
          place: 'headers',
        }),
      ],
      buttonsOnProblem: [
        button('pulse', vscode.l10n.t('Diagnose Connection'), {
          kind: 'diagnose',
          connection,
          from: step,
        }),
      ],
      onTyped: (key) => Object.assign(typed, { key, keyOrigin: origin }),
      empty: kept,
      take: async (entered) => afterKey(connection, entered, keys),
    },
    clients,
  );
}

/** Saves the connection if its model list came, or if there is none and the model is known. */
async function afterKey(
  connection: Connection,
  entered: EnteredKey,
  keys: ConnectServices['keys'],
): Promise<Step | Connected> {
  const { baseUrl, model } = connection;
  const { key, models, failure } = entered;
  if (models !== undefined || (model !== undefined && withoutModelList(baseUrl) !== undefined)) {
    await saveWithKey(connection, key, keys);
    return { connection, models };
  }
  const withTyped = withKeyTyped(connection, key);
  if (key !== '') {
    await storeKey(withTyped, entered, keys);
  }
  return { kind: 'form', connection: withTyped, place: 'model', failure };
}

function keyPrompt({ keyFrom }: Connection, origin: string, kept: string): string {
  if (keyFrom !== undefined) {
    return vscode.l10n.t(
      'Enter an API key for {0}, or leave empty to keep using the key of the saved connection',
      origin,
    );
  }
  return kept === ''
    ? vscode.l10n.t('Enter the API key for {0}, or leave empty if the service needs no key', origin)
    : vscode.l10n.t('Enter the API key for {0}, or leave empty to use the saved key', origin);
}

function button(icon: string, tooltip: string, result: Step): AnsweringButton<Step> {
  return { button: { iconPath: new vscode.ThemeIcon(icon), tooltip }, result };
}

/** Diagnoses a connection. A key that is typed is sent then, as when it is entered. */
async function diagnoseNow(
  { connection, from }: Extract<Step, { kind: 'diagnose' }>,
  typed: Typed,
  { diagnose, keys }: ConnectServices,
): Promise<Next> {
  const { origin } = serviceAddress(connection.baseUrl);
  const key = typedFor(origin, typed);
  if (key !== '' && !(await mayTravelInClear(origin))) {
    return from;
  }
  const kept = key === '' ? await keptKey(connection, keys) : key;
  await diagnose(connection, kept === '' && connection.keyFrom !== undefined ? undefined : kept);
  return undefined;
}
