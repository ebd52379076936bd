import type { ReadyTarget, Target } from '../connections/target.ts';
import * as vscode from 'vscode';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { type Connected, connectToService } from '../connections/connectFlow.ts';
import { pickConnection } from '../connections/connectionPicker.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import { ensureKey, setKey } from '../connections/keyFlows.ts';
import type { KeyStore } from '../connections/keyStore.ts';
import { useLocalServer } from '../connections/localServers.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { withRecent } from '../models/modelPreferences.ts';
import { pickModel } from '../models/modelPicker.ts';
import type { Models } from '../models/models.ts';
import type { ChatTarget } from './chatTarget.ts';

/** What choosing a connection and a model needs. */
export interface TargetServices {
  readonly choice: ChatTarget;
  readonly models: Models;
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
}

/** The ways in which the user comes to a connection and a model. */
export interface TargetFlows {
  readonly chooseModel: () => Promise<void>;
  readonly chooseConnection: () => Promise<void>;
  readonly connect: () => Promise<void>;
  readonly useLocalServer: () => Promise<void>;
  readonly tryDemo: () => Promise<void>;
  /** The current choice, asking for what is missing; nothing where the user left. */
  readonly ensureTarget: () => Promise<ReadyTarget | undefined>;
}

/** Flows that end in `choice`. None asks a service for anything but its model list. */
export function createTargetFlows(services: TargetServices): TargetFlows {
  const { choice } = services;
  return {
    chooseModel: async () => chooseModel(services),
    chooseConnection: async () => chooseConnection(services),
    connect: async () => connect(services),
    useLocalServer: async () => adopt(services, await useLocalServer()),
    tryDemo: async () => choice.choose(demoConnection.id, demoConnection.model),
    async ensureTarget() {
      if (choice.current()?.model === undefined) {
        await chooseModel(services);
      }
      const target = choice.current();
      if (target?.model === undefined) {
        return undefined;
      }
      const { connection, model } = target;
      return (await ensureKey(connection, services)) ? { connection, model } : undefined;
    },
  };
}

async function chooseModel(services: TargetServices): Promise<void> {
  const target = services.choice.current();
  await (target ? chooseModelOf(services, target) : chooseConnection(services));
}

async function chooseModelOf(
  services: TargetServices,
  target: Target,
  title?: string,
): Promise<void> {
  const { models, choice, clients, keys } = services;
  const pick = await pickModel(target, models, title);
  if (pick === 'manageConnections') {
    await vscode.commands.executeCommand('parley.manageConnections');
  } else if (pick === 'chooseConnection') {
    await chooseConnection(services);
  } else if (pick === 'setKey') {
    await setKey(target.connection, clients, keys);
    await chooseModelOf(services, target);
  } else if (pick !== undefined) {
    const { memory } = models;
    memory.change(target.connection, withRecent(memory.of(target.connection), pick.model));
    await choice.choose(target.connection.id, pick.model);
  }
}

async function chooseConnection(services: TargetServices): Promise<void> {
  const { choice } = services;
  const current = choice.current();
  const pick = await pickConnection(current?.connection.id);
  if (pick === 'connect') {
    await connect(services);
  } else if (pick === 'useLocalServer') {
    await adopt(services, await useLocalServer());
  } else if (pick === 'manageConnections') {
    await vscode.commands.executeCommand('parley.manageConnections');
  } else if (pick !== undefined) {
    const model = pick.id === current?.connection.id ? current.model : pick.model;
    await choice.choose(pick.id, model);
    await chooseModelOf(services, { connection: pick, model });
  }
}

async function connect(services: TargetServices): Promise<void> {
  await adopt(services, await connectToService(services.clients, services.keys));
}

/** Makes a connection that has answered the choice, with its only model or the one chosen now. */
async function adopt(services: TargetServices, connected: Connected | undefined): Promise<void> {
  if (connected === undefined) {
    return;
  }
  const { connection, models = [] } = connected;
  if (connected.models !== undefined) {
    services.models.catalogue.remember(connection, models);
  }
  const model = connection.model ?? (models.length === 1 ? models[0]?.id : undefined);
  await services.choice.choose(connection.id, model);
  if (model === undefined) {
    const { modelsUrl } = serviceAddress(connection.baseUrl);
    const tried = vscode.l10n.t('GET {0} → 200, {1} models', modelsUrl, models.length);
    await chooseModelOf(services, { connection }, tried);
  }
}
