import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { messageOf } from '../base/errorMessage.ts';
import { type AnsweringButton, askInput, type Checked } from '../base/quickInput.ts';
import { type Connected, connectionFor, saveWithKey } from './connected.ts';
import type { KeyStore } from './keys/keyStore.ts';
import { failureText, listFailure } from './listFailure.ts';
import { tidyKey } from './keys/pastedKey.ts';
import type { ServiceClients } from './serviceClients.ts';
import { mayTravelInClear } from './keys/unencrypted.ts';

/** What connecting uses. */
interface ConnectServices {
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
  /** Opens the connections page with the form of a new connection that has this address. */
  readonly openForm: (baseUrl: string) => void;
}

/** The question that is asked next; `problem` is shown below its input box. */
type Step =
  | { readonly kind: 'address'; readonly problem?: string }
  | { readonly kind: 'key'; readonly baseUrl: string; readonly problem?: string }
  | {
      readonly kind: 'model';
      readonly baseUrl: string;
      readonly key: string;
      readonly problem: string;
    }
  /** No question is left: the user goes on in the form of the connections page. */
  | { readonly kind: 'form'; readonly baseUrl: string };

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
    case 'form':
      services.openForm(step.baseUrl);
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
        serviceAddress(address);
        return { result: { kind: 'key', baseUrl: address.trim() } };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
}

async function askKey(
  { baseUrl, problem }: Extract<Step, { kind: 'key' }>,
  typed: Typed,
  services: ConnectServices,
): Promise<Next> {
  const { origin } = serviceAddress(baseUrl);
  const kept = (await services.keys.get(origin)) ?? '';
  const attempt = createAttempt(baseUrl, services);
  return askInput<Step | Connected>({
    title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
    prompt:
      kept === ''
        ? vscode.l10n.t(
            'Enter the API key for {0}, or leave empty if the service needs no key',
            origin,
          )
        : vscode.l10n.t('Enter the API key for {0}, or leave empty to use the saved key', origin),
    value: typed.keyOrigin === origin ? typed.key : '',
    password: true,
    problem,
    buttons: [back({ kind: 'address' }), toForm(baseUrl)],
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
function createAttempt(baseUrl: string, { clients, keys }: ConnectServices) {
  const connection = connectionFor(baseUrl);
  let refused: { readonly key: string; readonly problem: string } | undefined;
  return async (key: string, signal: AbortSignal): Promise<Checked<Step | Connected>> => {
    if (refused?.key === key) {
      return { result: { kind: 'model', baseUrl, ...refused } };
    }
    refused = undefined;
    try {
      // Without a typed key, a saved connection keeps where its key comes from.
      const typed = key === '' && connection.keyFrom !== undefined ? undefined : key;
      const models = await (await clients(connection, typed)).listModels({ signal });
      await saveWithKey(connection, key, keys);
      return { result: { connection, models } };
    } catch (error) {
      const problem = failureText(error);
      if (!(error instanceof ServiceError)) {
        return { problem };
      }
      switch (listFailure(error)) {
        case 'missing':
          return { result: { kind: 'model', baseUrl, key, problem } };
        case 'address':
          return { result: { kind: 'address', problem } };
        case 'key':
          return { problem };
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
  { baseUrl, key, problem }: Extract<Step, { kind: 'model' }>,
  typed: Typed,
  keys: KeyStore,
): Promise<Next> {
  const prompt = vscode.l10n.t(
    'Enter a model ID to connect without the model list, or leave empty to correct the address. The ID is not checked until you send a message.',
  );
  return askInput<Step | Connected>({
    title: vscode.l10n.t('Connect to a Service (3/3): Model'),
    prompt,
    placeholder: vscode.l10n.t('Model ID, exactly as the service spells it'),
    value: typed.model,
    // A problem is shown in place of the prompt.
    problem: `${problem} ${prompt}`,
    buttons: [back({ kind: 'key', baseUrl }), toForm(baseUrl)],
    onTyped: (model) => (typed.model = model),
    check: async (model) => {
      if (model === '') {
        return { result: { kind: 'address', problem } };
      }
      const connection = { ...connectionFor(baseUrl), model };
      await saveWithKey(connection, key, keys);
      return { result: { connection } };
    },
  });
}

function back(result: Step): AnsweringButton<Step> {
  return { button: vscode.QuickInputButtons.Back, result };
}

function toForm(baseUrl: string): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('gear'),
      tooltip: vscode.l10n.t('Set Headers and More on the Connections Page'),
    },
    result: { kind: 'form', baseUrl },
  };
}
