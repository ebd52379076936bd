import * as vscode from 'vscode';
import {
  type ConversationTarget,
  isConversationTarget,
} from '../../shared/conversation/conversation.ts';
import {
  demoConnection,
  findConnection,
  readConnections,
  unusableConnections,
  allConnections,
} from '../connections/connectionSettings.ts';
import { ensureKey, setKey } from '../connections/connecting/keyFlows.ts';
import type { ReadyTarget, Target } from '../connections/target.ts';
import type { ChatSession } from './session.ts';
import { formatNumber } from '../../shared/language.ts';
import type { Connected } from '../connections/connecting/connected.ts';
import type { ConnectFrom } from '../connections/connecting/connectFlow.ts';
import type { Keys } from '../connections/consents/consents.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import type { Connection } from '../connections/connection.ts';
import { withRecent } from '../models/modelPreferences.ts';
import { pickModel } from '../models/modelPicker.ts';
import type { ModelPickOptions } from '../models/pickerState.ts';
import type { Models } from '../models/models.ts';

const stateKey = 'parley.target';

/** The connection and model that were chosen last, in any window. */
export type LastTarget = ReturnType<typeof createLastTarget>;

/** Stores the last target in `state`. New chats start with it. */
export function createLastTarget(state: vscode.Memento) {
  const changed = new vscode.EventEmitter<void>();
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('parley.connections')) {
      changed.fire();
    }
  });
  return {
    /** After a choice in this window, or a change of the connections. */
    onDidChange: changed.event,
    get: () => state.get(stateKey),
    async set(target: ConversationTarget) {
      await state.update(stateKey, target);
      changed.fire();
    },
    dispose() {
      settings.dispose();
      changed.dispose();
    },
  };
}

/** Where the messages of one chat go. */
export type ChatTarget = ReturnType<typeof createChatTarget>;

/**
 * The target of `session`. A choice is stored with the conversation and as the last target. It does not
 * change the target of other chats that have one.
 */
export function createChatTarget(session: ChatSession, last: LastTarget, services: AskingServices) {
  const current = () => currentOf([session.conversation.target, last.get()]);
  const choose = async (connectionId: string, model?: string): Promise<void> => {
    session.setTarget({ connectionId, model });
    await last.set({ connectionId, model });
  };
  const ask = async (question: TargetQuestion, use?: ModelUse) =>
    askForTarget(question, { current, choose }, services, use);
  return {
    /** The chosen connection and model, or the first connection of the settings that names a model. */
    current,
    choose,
    /** Chooses the embedded demo service. */
    tryDemo: async () => choose(demoConnection.id, demoConnection.model),
    /** Asks the user. Gives whether something was chosen, even if it is the same as before. */
    ask,
    /**
     * Lets the user choose a model for one request, without those that are left out. The target stays. Gives
     * undefined if the user cancelled.
     */
    async askOnce(title: string, isLeftOut: (model: ReadyTarget) => boolean) {
      const target = current() ?? { connection: demoConnection };
      const picked = await pickOnce(target, { title, isLeftOut }, services);
      return picked !== undefined && (await ensureKey(picked.connection, services))
        ? picked
        : undefined;
    },
    /** The current target, after asking for what is missing; undefined if the user cancelled. */
    ensureReady: async (): Promise<ReadyTarget | undefined> => {
      if (current()?.model === undefined) {
        await ask('chooseModel');
      }
      const { connection, model } = current() ?? {};
      return connection !== undefined &&
        model !== undefined &&
        (await ensureKey(connection, services))
        ? { connection, model }
        : undefined;
    },
  };
}

/** The first of `choices` whose connection still exists. */
function currentOf(choices: readonly unknown[]): Target | undefined {
  const unusable = new Set(unusableConnections().map(({ id }) => id));
  for (const choice of choices.filter(isConversationTarget)) {
    const connection = findConnection(choice.connectionId);
    // A connection that cannot be used at the moment must not be replaced by another service.
    if (connection !== undefined || unusable.has(choice.connectionId)) {
      return connection && { connection, model: choice.model };
    }
  }
  const first = readConnections().find(({ model }) => model !== undefined);
  return first && { connection: first, model: first.model };
}

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
async function askForTarget(
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
  { isOfConnection = false, ...use }: Offer,
): Promise<boolean> {
  const picked = await (isOfConnection
    ? pick(target, [target.connection], use, services)
    : pick(target, allConnections(), { ...use, unusable: unusableConnections() }, services));
  if (picked === 'connect') {
    return askForTarget('connect', choice, services);
  }
  if (picked !== undefined) {
    await choice.choose(picked.connection.id, picked.model);
  }
  return picked !== undefined;
}

/**
 * Lets the user choose a model of any connection for one request, which is sent at once. Changes the target of no chat.
 * Gives undefined if nothing was chosen.
 */
async function pickOnce(
  target: Target,
  options: Pick<ModelPickOptions, 'title' | 'isLeftOut'>,
  services: AskingServices,
): Promise<ReadyTarget | undefined> {
  const once = { ...options, isForOnce: true, isSentAtOnce: true };
  const picked = await pick(target, allConnections(), once, services);
  return picked === 'connect' ? undefined : picked;
}

/** Shows the models. Gives the chosen one, `connect` for a new connection, or undefined if nothing was chosen. */
async function pick(
  target: Target,
  connections: readonly Connection[],
  options: ModelPickOptions,
  services: AskingServices,
): Promise<ReadyTarget | 'connect' | undefined> {
  const { models } = services;
  const picked = await pickModel(target, connections, models, options);
  switch (picked) {
    case undefined:
    case 'connect':
      return picked;
    case 'manageConnections':
      await vscode.commands.executeCommand('parley.manageConnections');
      return undefined;
    case 'diagnose':
      await vscode.commands.executeCommand('parley.diagnoseConnection', target.connection.id);
      return undefined;
    case 'setKey':
      await setKey(target.connection, services);
      return pick(target, connections, options, services);
    default: {
      const { connection, model } = picked;
      models.memory.change(connection, withRecent(models.memory.of(connection), model));
      return picked;
    }
  }
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
