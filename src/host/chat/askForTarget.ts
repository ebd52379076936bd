import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import type { Connected } from '../connections/connecting/connected.ts';
import type { ConnectFrom } from '../connections/connecting/connectFlow.ts';
import {
  allConnections,
  readConnections,
  unusableConnections,
} from '../connections/connectionSettings.ts';
import { setKey } from '../connections/connecting/keyFlows.ts';
import type { Keys } from '../connections/consents/keys.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import type { ReadyTarget, Target } from '../connections/target.ts';
import { withRecent } from '../models/modelPreferences.ts';
import { pickModel } from '../models/modelPicker.ts';
import type { ModelPickOptions } from '../models/pickerState.ts';
import type { Models } from '../models/models.ts';

/** A question to the user. Each is also the name of a command and of an intent. */
export type TargetQuestion = 'chooseModel' | 'connect' | 'useLocalServer';

/** What the questions need to know about services. */
export interface AskingServices {
  readonly models: Models;
  readonly clients: ServiceClients;
  readonly keys: Keys;
  /** Asks for a new connection. */
  readonly connect: (from?: ConnectFrom) => Promise<Connected | undefined>;
}

/** The target that an answer sets. */
interface Choice {
  current(): Target | undefined;
  choose(connectionId: string, model?: string): Promise<void>;
}

/**
 * Asks the user for a connection, a model or both. Gives whether something was chosen. The only request
 * it can cause is for a model list.
 */
export async function askForTarget(
  question: TargetQuestion,
  choice: Choice,
  services: AskingServices,
  use: ModelUse = {},
): Promise<boolean> {
  switch (question) {
    case 'chooseModel': {
      const [connection] = readConnections();
      const target = choice.current() ?? (connection && { connection });
      return target === undefined
        ? askForTarget('connect', choice, services)
        : chooseModel(target, choice, services, use);
    }
    case 'connect':
      return adopt(await services.connect(), choice, services);
    case 'useLocalServer':
      return adopt(await services.connect('servers'), choice, services);
  }
}

/** What a model is chosen for. */
export type ModelUse = Pick<ModelPickOptions, 'title' | 'isSentAtOnce'>;

interface Offer extends ModelUse {
  /** Whether only the target's connection is offered, because the user has just chosen it. */
  readonly isOfConnection?: boolean;
}

async function chooseModel(
  target: Target,
  choice: Choice,
  services: AskingServices,
  offer: Offer,
): Promise<boolean> {
  const { models } = services;
  const { isOfConnection = false, ...use } = offer;
  const pick = isOfConnection
    ? await pickModel(target, [target.connection], models, use)
    : await pickModel(target, allConnections(), models, {
        ...use,
        unusable: unusableConnections(),
      });
  switch (pick) {
    case undefined:
      return false;
    case 'manageConnections':
      return manageConnections();
    case 'diagnose':
      return diagnose(target);
    case 'connect':
      return askForTarget('connect', choice, services);
    case 'setKey':
      await setKey(target.connection, services);
      return chooseModel(target, choice, services, offer);
    default:
      rememberUse(pick, models);
      await choice.choose(pick.connection.id, pick.model);
      return true;
  }
}

/**
 * Lets the user choose a model of any connection for one request, which is sent at once. Changes the target of no chat.
 * Gives undefined if nothing was chosen.
 */
export async function pickOnce(
  target: Target,
  options: Pick<ModelPickOptions, 'title' | 'isLeftOut'>,
  services: AskingServices,
): Promise<ReadyTarget | undefined> {
  const { models } = services;
  const pick = await pickModel(target, allConnections(), models, {
    ...options,
    isForOnce: true,
    isSentAtOnce: true,
  });
  switch (pick) {
    case undefined:
    case 'connect':
      return undefined;
    case 'manageConnections':
      await manageConnections();
      return undefined;
    case 'diagnose':
      await diagnose(target);
      return undefined;
    case 'setKey':
      await setKey(target.connection, services);
      return pickOnce(target, options, services);
    default:
      rememberUse(pick, models);
      return pick;
  }
}

function rememberUse({ connection, model }: ReadyTarget, { memory }: Models): void {
  memory.change(connection, withRecent(memory.of(connection), model));
}

/** Chooses a connection that was just made, with its only model or the one that the user picks. */
async function adopt(
  connected: Connected | undefined,
  choice: Choice,
  services: AskingServices,
): Promise<boolean> {
  if (connected === undefined) {
    return false;
  }
  const { connection, models = [] } = connected;
  if (connected.models !== undefined) {
    services.models.catalogue.remember(connection, models);
  }
  const model = connection.model ?? (models.length === 1 ? models[0]?.id : undefined);
  await choice.choose(connection.id, model);
  if (model === undefined) {
    const count = formatNumber(models.length);
    const title = vscode.l10n.t('Connected: {0} models', count);
    await chooseModel({ connection }, choice, services, { title, isOfConnection: true });
  }
  return true;
}

/** Opens the connections page. Nothing is chosen there. */
async function manageConnections(): Promise<false> {
  await vscode.commands.executeCommand('parley.manageConnections');
  return false;
}

/** Diagnoses the connection, in a tab of its own. Nothing is chosen there. */
async function diagnose({ connection }: Target): Promise<false> {
  await vscode.commands.executeCommand('parley.diagnoseConnection', connection.id);
  return false;
}
