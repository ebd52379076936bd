import * as vscode from 'vscode';
import { type Proposal, proposalFor, withoutModelList } from '../../service/proposal.ts';
import { otherForm, serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { messageOf } from '../base/errorMessage.ts';
import { type AnsweringButton, askInput, type Checked } from '../base/quickInput.ts';
import { type Connected, connectionFor, saveWithKey } from './connected.ts';
import type { Connection } from './connection.ts';
import type { KeyStore } from './keys/keyStore.ts';
import { failureText, listFailure } from './listFailure.ts';
import { tidyKey } from './keys/pastedKey.ts';
import { sentRequests, showSentRequests } from './sentRequests.ts';
import { promptWithProposal, withProposal } from './proposals.ts';
import type { ServiceClients } from './serviceClients.ts';
import { mayTravelInClear } from './keys/unencrypted.ts';

/** What connecting uses. */
interface ConnectServices {
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
  /** Opens the connections page with the form of a new connection that has these fields. */
  readonly openForm: (connection: Connection) => void;
}

/** The question that is asked next; `problem` is shown below its input box. */
type Step =
  | { readonly kind: 'address'; readonly problem?: string }
  | KeyStep
  | {
      readonly kind: 'model';
      readonly connection: Connection;
      readonly key: string;
      readonly problem: string;
    }
  /** Shows the requests as they go out, then asks the key again. */
  | { readonly kind: 'sent'; readonly step: KeyStep }
  /** No question is left: the user goes on in the form of the connections page. */
  | { readonly kind: 'form'; readonly connection: Connection };

interface KeyStep {
  readonly kind: 'key';
  /** The connection as it is going to be saved, without the proposal. */
  readonly connection: Connection;
  /** What the service is known to expect beside, which the user sees and can leave out. */
  readonly proposal?: Proposal | undefined;
}

/** What a question leads to; `undefined` if the user closes its input box. */
type Next = Step | Connected | undefined;

/** What was typed in the input boxes that the user has closed. It stays in the memory of this window. */
interface Typed {
  address: string;
  key: string;
  /** The key was typed for this origin and is shown for no other. */
  keyOrigin: string;
  model: string;
}

const nothing: Typed = { address: '', key: '', keyOrigin: '', model: '' };

/**
 * Gives a function that asks for an address and a key, checks them with a request for the model list, and
 * saves them if they work. Otherwise the problem is shown below the input box in which it can be corrected.
 * A service that does not give its list is saved with a model that the user types. Resolves to `undefined` if
 * the user closes an input box; what was typed is there again the next time.
 */
export function createConnect(services: ConnectServices): () => Promise<Connected | undefined> {
  const typed = { ...nothing };
  return async () => {
    let next: Next = { kind: 'address' };
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
      return askAddress(step.problem, typed);
    case 'key':
      return askKey(step, typed, services);
    case 'model':
      return askModel(step, typed, services.keys);
    case 'sent':
      await showRequests(step.step, typed, services);
      return step.step;
    case 'form':
      services.openForm(step.connection);
      return undefined;
  }
}

async function askAddress(problem: string | undefined, typed: Typed): Promise<Next> {
  return askInput<Step>({
    title: vscode.l10n.t('Connect to a Service (1/2): Address'),
    prompt: vscode.l10n.t('Enter the base address of the service, with or without /v1'),
    placeholder: 'https://api.example.com/v1',
    value: typed.address,
    problem,
    onTyped: (address) => (typed.address = address),
    check: async (address) => {
      try {
        return { result: keyStep(connectionFor(address.trim())) };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
}

function keyStep(connection: Connection): KeyStep {
  return { kind: 'key', connection, proposal: proposalFor(connection) };
}

/** Shows what would be sent with the key that is typed or saved. */
async function showRequests(
  step: KeyStep,
  typed: Typed,
  { clients, keys }: ConnectServices,
): Promise<void> {
  const connection = withProposal(step);
  const { origin } = serviceAddress(connection.baseUrl);
  const key = typed.keyOrigin === origin && typed.key !== '' ? typed.key : await keys.get(origin);
  await showSentRequests(sentRequests(await clients(connection, key ?? ''), connection));
}

async function askKey(step: KeyStep, typed: Typed, services: ConnectServices): Promise<Next> {
  const connection = withProposal(step);
  const { origin } = serviceAddress(connection.baseUrl);
  const kept = (await services.keys.get(origin)) ?? '';
  const attempt = createAttempt(connection, services);
  const prompt =
    kept === ''
      ? vscode.l10n.t(
          'Enter the API key for {0}, or leave empty if the service needs no key',
          origin,
        )
      : vscode.l10n.t('Enter the API key for {0}, or leave empty to use the saved key', origin);
  return askInput<Step | Connected>({
    title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
    prompt: promptWithProposal(prompt, step.proposal),
    value: typed.keyOrigin === origin ? typed.key : '',
    password: true,
    buttons: [
      back({ kind: 'address' }),
      ...(step.proposal === undefined ? [] : [withoutProposal(step.connection)]),
      toRequests(step),
      toForm(connection),
    ],
    tidy: tidyKey,
    onTyped: (key) => Object.assign(typed, { key, keyOrigin: origin }),
    check: async (text, signal) => {
      const key = text === '' ? kept : text;
      if (key !== '' && !(await mayTravelInClear(origin))) {
        return { problem: vscode.l10n.t('Nothing was sent. Leave the key empty, or go back.') };
      }
      return attempt(key, signal);
    },
  });
}

/**
 * Gives a function that requests the model list with a key and saves the connection if the list comes. If the
 * service answers with something else, entering the same key once more leads to the question for a model.
 */
function createAttempt(connection: Connection, { clients, keys }: ConnectServices) {
  let refused: { readonly key: string; readonly problem: string } | undefined;
  return async (key: string, signal: AbortSignal): Promise<Checked<Step | Connected>> => {
    if (refused?.key === key) {
      return { result: { kind: 'model', connection, ...refused } };
    }
    refused = undefined;
    try {
      const models = await (await clients(connection, key)).listModels({ signal });
      await saveWithKey(connection, key, keys);
      return { result: { connection, models } };
    } catch (error) {
      const problem = failureText(error);
      if (!(error instanceof ServiceError)) {
        return { problem };
      }
      switch (listFailure(error)) {
        case 'missing':
          return { result: { kind: 'model', connection, key, problem } };
        case 'address':
          return { result: { kind: 'address', problem } };
        // Some services give their list to nobody, or want another header for it than for replies.
        case 'key':
        case 'refused':
          refused = { key, problem };
          return { problem: `${problem} ${withoutListHint()}` };
      }
    }
  };
}

function withoutListHint(): string {
  return vscode.l10n.t(
    'Check the key and the address, or press Enter again to connect without the model list. If the service requires headers, set them on the connections page (gear button).',
  );
}

/** Asks for the ID of a model, which is not trimmed; empty if the user wants to correct the address. */
async function askModel(
  { connection, key, problem }: Extract<Step, { kind: 'model' }>,
  typed: Typed,
  keys: KeyStore,
): Promise<Next> {
  const { baseUrl } = connection;
  const known = withoutModelList(baseUrl);
  const other = known === undefined ? otherForm(baseUrl) : undefined;
  const prompt = vscode.l10n.t(
    'Enter a model ID to connect without the model list, or leave empty to correct the address. The ID is not checked until you send a message.',
  );
  return askInput<Step | Connected>({
    title: vscode.l10n.t('Connect to a Service (3/3): Model'),
    prompt,
    placeholder: vscode.l10n.t('Model ID, exactly as the service spells it'),
    value: typed.model === '' ? deploymentOf(baseUrl) : typed.model,
    // A problem is shown in place of the prompt.
    problem: [problem, listHint(known, other), prompt].filter((text) => text !== '').join(' '),
    buttons: [
      back({ kind: 'key', connection }),
      ...(other === undefined ? [] : [toOther(connection, other)]),
      toForm(connection),
    ],
    onTyped: (model) => (typed.model = model),
    check: async (model) => {
      if (model === '') {
        return { result: { kind: 'address', problem } };
      }
      const chosen = { ...connection, model };
      await saveWithKey(chosen, key, keys);
      return { result: { connection: chosen } };
    },
  });
}

/** What is known of the missing list: that there is none, or another address where it may be. */
function listHint(known: string | undefined, other: string | undefined): string {
  if (known !== undefined) {
    return vscode.l10n.t('{0} has no model list at this address.', known);
  }
  return other === undefined
    ? ''
    : vscode.l10n.t('The service may be at {0} instead (button above).', other);
}

/** The deployment in an address of Azure, which is also the model; empty if there is none. */
function deploymentOf(baseUrl: string): string {
  const [, name = ''] = /\/deployments\/([^/?]+)/.exec(serviceAddress(baseUrl).base) ?? [];
  return name;
}

function back(result: Step): AnsweringButton<Step> {
  return { button: vscode.QuickInputButtons.Back, result };
}

function withoutProposal(connection: Connection): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('discard'),
      tooltip: vscode.l10n.t('Connect Without These Additions'),
    },
    result: { kind: 'key', connection },
  };
}

function toRequests(step: KeyStep): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('eye'),
      tooltip: vscode.l10n.t('Show Requests'),
    },
    result: { kind: 'sent', step },
  };
}

/** Another form of the address; the key is asked again, and nothing is sent before. */
function toOther(connection: Connection, baseUrl: string): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('arrow-swap'),
      tooltip: vscode.l10n.t('Try {0}', baseUrl),
    },
    result: { kind: 'key', connection: { ...connection, baseUrl } },
  };
}

function toForm(connection: Connection): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('gear'),
      tooltip: vscode.l10n.t('Set Headers and More on the Connections Page'),
    },
    result: { kind: 'form', connection },
  };
}
