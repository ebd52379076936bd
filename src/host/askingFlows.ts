import * as vscode from 'vscode';
import { serviceAddress } from '../service/serviceAddress.ts';
import { pickConnection } from './connectionPicker.ts';
import { connectToService, type Connected } from './connectFlow.ts';
import { setKey } from './keyCommands.ts';
import { withRecent } from './modelNoteChanges.ts';
import { pickModel } from './modelPicker.ts';
import type { Target } from './target.ts';
import type { AskingFlows, TargetServices } from './targetFlows.ts';
import { useLocalServer } from './useLocalServer.ts';

/** The flows that ask the user; none asks a service for anything but its model list. */
export function createAskingFlows(services: TargetServices): AskingFlows {
  return {
    chooseModel: async () => chooseModel(services),
    chooseConnection: async () => chooseConnection(services),
    connect: async () => connect(services),
    useLocalServer: async () => adopt(services, await useLocalServer()),
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
