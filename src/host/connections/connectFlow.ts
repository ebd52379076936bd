import * as vscode from 'vscode';
import type { PastedConnection } from '../../pastedConnection/pastedConnection.ts';
import { withoutModelList } from '../../service/proposal.ts';
import { otherForm, serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import { messageOf } from '../base/errorMessage.ts';
import { type AnsweringButton, askInput } from '../base/quickInput.ts';
import { type Connected, connectionFor, keptKey, saveWithKey } from './connected.ts';
import type { Connection } from './connection.ts';
import {
  type AddressStep,
  type Attempt,
  type ConnectServices,
  keyStep,
  type KeyStep,
  type Next,
  type Step,
  type Typed,
  withoutKey,
} from './connectSteps.ts';
import type { KeyStore } from './keys/keyStore.ts';
import { failureText, listFailure } from './listFailure.ts';
import { tidyKey } from './keys/pastedKey.ts';
import { confirmFound, fromText, severalLinesHint } from './pasted/pastedSteps.ts';
import { isAddress } from './pasted/understand.ts';
import { promptWithProposal, withProposal } from './proposals.ts';
import { sentRequests, showSentRequests } from './sentRequests.ts';
import { mayTravelInClear } from './keys/unencrypted.ts';

const nothing: Typed = { address: '', key: '', keyOrigin: '', model: '' };

/** Where connecting begins: with the question for an address, or with what the clipboard contains. */
export type ConnectFrom = 'address' | 'clipboard';

/**
 * Gives a function that asks for an address and a key, or reads both out of a pasted text, checks them with
 * a request for the model list, and saves them if they work. Otherwise the problem is shown below the input
 * box in which it can be corrected. A service that does not give its list is saved with a model that the
 * user types. Resolves to `undefined` if the user closes an input box; what was typed is there again the
 * next time.
 */
export function createConnect(
  services: ConnectServices,
): (from?: ConnectFrom) => Promise<Connected | undefined> {
  const typed = { ...nothing };
  return async (from = 'address') => {
    let next: Next = { kind: from === 'clipboard' ? 'paste' : from };
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
      return askAddress(step, typed, services);
    case 'paste':
      return fromText(await vscode.env.clipboard.readText(), services);
    case 'found':
      return confirmFound(step.pasted, typed, services);
    case 'attempt':
      return attemptNow(step, typed, services);
    case 'key':
      return askKey(step, typed, services);
    case 'model':
      return askModel(step, typed, services.keys);
    case 'sent':
      await showRequests(step.step, typed, services);
      return step.step;
    case 'form':
      await services.openForm(step.connection);
      return undefined;
    case 'diagnose':
      return diagnoseNow(step, typed, services);
  }
}

/** Diagnoses a connection. A key that is typed is sent then, as when it is entered. */
async function diagnoseNow(
  { connection, from }: Extract<Step, { kind: 'diagnose' }>,
  typed: Typed,
  { diagnose, keys }: ConnectServices,
): Promise<Next> {
  const { origin } = serviceAddress(connection.baseUrl);
  if (typedFor(origin, typed) !== '' && !(await mayTravelInClear(origin))) {
    return from;
  }
  await diagnose(connection, await keyOf(connection, typed, keys));
  return undefined;
}

/** The key that was typed for an origin; empty if none was. */
function typedFor(origin: string, { key, keyOrigin }: Typed): string {
  return keyOrigin === origin ? key : '';
}

async function askAddress(
  step: AddressStep,
  typed: Typed,
  services: ConnectServices,
): Promise<Next> {
  const { problem, pasted, tried } = step;
  return askInput<Step>({
    title: vscode.l10n.t('Connect to a Service (1/2): Address'),
    prompt: vscode.l10n.t(
      'Enter the base address of the service, or paste a curl command, settings or code. For several lines, use Paste From Clipboard (button above).',
    ),
    placeholder: 'https://api.example.com/v1',
    value: typed.address,
    problem,
    buttons: [
      {
        button: {
          iconPath: new vscode.ThemeIcon('clippy'),
          tooltip: vscode.l10n.t('Paste From Clipboard'),
        },
        result: { kind: 'paste' },
      },
    ],
    buttonsOnProblem: tried === undefined ? [] : [toDiagnosis(tried, step)],
    onTyped: (address) => (typed.address = address),
    check: async (text) => {
      const address = text.trim();
      if (!isAddress(address)) {
        const step = await fromText(text, services);
        // If the text before had no address, this is the address for it, and not a new text.
        if (step?.kind === 'found' && (pasted === undefined || pasted.baseUrl !== undefined)) {
          // It may contain a key, which must not be shown in this box the next time.
          typed.address = '';
          return { result: step };
        }
        if (/\s/.test(address)) {
          return { problem: severalLinesHint(step) };
        }
      }
      try {
        const step = keyStep(connectionFor(address));
        return pasted === undefined
          ? { result: step }
          : { result: { kind: 'found', pasted: { ...pasted, baseUrl: address } } };
      } catch (error) {
        return { problem: messageOf(error) };
      }
    },
  });
}

/** Tries a connection of which nothing is missing. A problem leads to the question that can correct it. */
async function attemptNow(
  { connection, key, pasted }: Extract<Step, { kind: 'attempt' }>,
  typed: Typed,
  services: ConnectServices,
): Promise<Next> {
  const { origin } = serviceAddress(connection.baseUrl);
  const attempt = createAttempt(connection, services, withoutKey(pasted));
  const askKeyAgain = (problem: string): KeyStep => ({
    kind: 'key',
    connection,
    pasted: withoutKey(pasted),
    problem,
    attempt,
  });
  if (key !== '' && !(await mayTravelInClear(origin))) {
    return askKeyAgain(nothingSent());
  }
  const checked = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Requesting the model list from {0}…', origin),
      cancellable: true,
    },
    async (_progress, cancelled) => {
      const left = new AbortController();
      cancelled.onCancellationRequested(() => left.abort());
      return attempt(key, left.signal);
    },
  );
  if ('problem' in checked) {
    return askKeyAgain(checked.problem);
  }
  const { result } = checked;
  if ('kind' in result && result.kind === 'address') {
    typed.address = connection.baseUrl;
    return { ...result, pasted };
  }
  // Where a service is known to have no list, nothing is left to ask.
  if (
    'kind' in result &&
    result.kind === 'model' &&
    connection.model !== undefined &&
    withoutModelList(connection.baseUrl) !== undefined
  ) {
    await saveWithKey(connection, key, services.keys);
    return { connection };
  }
  return result;
}

function nothingSent(): string {
  return vscode.l10n.t('Nothing was sent. Leave the key empty, or go back.');
}

/** Shows what would be sent with the key that is typed or saved. */
async function showRequests(
  step: KeyStep,
  typed: Typed,
  { clients, keys }: ConnectServices,
): Promise<void> {
  const connection = withProposal(step);
  const client = await clients(connection, await keyOf(connection, typed, keys));
  await showSentRequests(sentRequests(client, connection));
}

/** The key that was typed for a connection, or else the stored one; see `typedKey`. */
async function keyOf(
  connection: Connection,
  typed: Typed,
  keys: KeyStore,
): Promise<string | undefined> {
  const { origin } = serviceAddress(connection.baseUrl);
  const key = typedFor(origin, typed);
  return typedKey(connection, key === '' ? await keptKey(connection, keys) : key);
}

async function askKey(step: KeyStep, typed: Typed, services: ConnectServices): Promise<Next> {
  const connection = withProposal(step);
  const { origin } = serviceAddress(connection.baseUrl);
  const kept = await keptKey(connection, services.keys);
  const { pasted, attempt = createAttempt(connection, services, pasted) } = step;
  const prompt = keyPrompt(connection, origin, kept);
  return askInput<Step | Connected>({
    title: vscode.l10n.t('Connect to a Service (2/2): API Key'),
    prompt: promptWithProposal(prompt, step.proposal),
    value: typedFor(origin, typed),
    password: true,
    problem: step.problem,
    buttons: [
      back({ kind: 'address', pasted }),
      ...(step.proposal === undefined ? [] : [withoutProposal(step)]),
      toRequests(step),
      toForm(connection),
    ],
    buttonsOnProblem: [toDiagnosis(connection, step)],
    tidy: tidyKey,
    onTyped: (key) => Object.assign(typed, { key, keyOrigin: origin }),
    check: async (text, signal) => {
      const key = text === '' ? kept : text;
      if (key !== '' && !(await mayTravelInClear(origin))) {
        return { problem: nothingSent() };
      }
      return attempt(key, signal);
    },
  });
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

/** The key for a client of this connection; `undefined` if it comes from where the connection says. */
function typedKey({ keyFrom }: Connection, key: string): string | undefined {
  return key === '' && keyFrom !== undefined ? undefined : key;
}

/**
 * Gives a function that requests the model list with a key and saves the connection if the list comes. If the
 * service answers with something else, entering the same key once more leads to the question for a model.
 */
function createAttempt(
  connection: Connection,
  { clients, keys }: ConnectServices,
  pasted: PastedConnection | undefined,
): Attempt {
  let refused: { readonly key: string; readonly problem: string } | undefined;
  return async (key, signal) => {
    if (refused?.key === key) {
      return { result: { kind: 'model', connection, pasted, ...refused } };
    }
    refused = undefined;
    try {
      const client = await clients(connection, typedKey(connection, key));
      const models = await client.listModels({ signal });
      await saveWithKey(connection, key, keys);
      return { result: { connection, models } };
    } catch (error) {
      const problem = failureText(error);
      if (!(error instanceof ServiceError)) {
        return { problem };
      }
      switch (listFailure(error)) {
        case 'missing':
          return { result: { kind: 'model', connection, key, problem, pasted } };
        case 'address':
          return { result: { kind: 'address', problem, tried: connection, pasted } };
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
  step: Extract<Step, { kind: 'model' }>,
  typed: Typed,
  keys: KeyStore,
): Promise<Next> {
  const { connection, key, problem, pasted } = step;
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
    value: [typed.model, connection.model ?? '', deploymentOf(baseUrl)].find((id) => id !== ''),
    // A problem is shown in place of the prompt.
    problem: [problem, listHint(known, other), prompt].filter((text) => text !== '').join(' '),
    buttons: [
      back({ kind: 'key', connection, pasted }),
      ...(other === undefined ? [] : [toOther({ ...connection, baseUrl: other }, pasted)]),
      toForm(connection),
    ],
    buttonsOnProblem: [
      toDiagnosis({ ...connection, ...(typed.model !== '' && { model: typed.model }) }, step),
    ],
    onTyped: (model) => (typed.model = model),
    check: async (model) => {
      if (model === '') {
        return { result: { kind: 'address', problem, pasted } };
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

function withoutProposal({ connection, pasted }: KeyStep): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('discard'),
      tooltip: vscode.l10n.t('Connect Without These Additions'),
    },
    result: { kind: 'key', connection, pasted },
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
function toOther(
  connection: Connection,
  pasted: PastedConnection | undefined,
): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('arrow-swap'),
      tooltip: vscode.l10n.t('Try {0}', connection.baseUrl),
    },
    result: { kind: 'key', connection, pasted },
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

function toDiagnosis(connection: Connection, from: Step): AnsweringButton<Step> {
  return {
    button: {
      iconPath: new vscode.ThemeIcon('pulse'),
      tooltip: vscode.l10n.t('Diagnose Connection'),
    },
    result: { kind: 'diagnose', connection, from },
  };
}
