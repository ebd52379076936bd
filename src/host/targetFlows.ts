import * as vscode from 'vscode';
import type { Model } from '../shared/chatCompletion.ts';
import { serviceAddress } from '../service/serviceAddress.ts';
import { pickConnection } from './connectionPicker.ts';
import { connectToService, type Connected } from './connectFlow.ts';
import { demoConnection } from './connections.ts';
import type { SendTarget } from './conversationSession.ts';
import { setKey } from './keyCommands.ts';
import type { KeyStore } from './keyStore.ts';
import type { ModelCatalogue } from './modelCatalogue.ts';
import { pickModel } from './modelPicker.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { Target, TargetChoice } from './target.ts';
import { useLocalServer } from './useLocalServer.ts';

/** What choosing a connection and a model needs. */
export interface TargetServices {
  readonly choice: TargetChoice;
  readonly catalogue: ModelCatalogue;
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
}

/** The ways in which the user comes to a connection and a model. */
export interface TargetFlows {
  chooseModel(): Promise<void>;
  chooseConnection(): Promise<void>;
  connect(): Promise<void>;
  useLocalServer(): Promise<void>;
  tryDemo(): Promise<void>;
  /** The current choice, asking for what is missing; nothing where the user left. */
  ensureTarget(): Promise<SendTarget | undefined>;
}

/** Flows that end in `choice`. None asks a service for anything but its model list. */
export function createTargetFlows(services: TargetServices): TargetFlows {
  const { choice, catalogue, clients, keys } = services;

  const chooseModelOf = async (target: Target, title?: string): Promise<void> => {
    const pick = await pickModel(target, catalogue, title);
    if (pick === 'chooseConnection') {
      await flows.chooseConnection();
    } else if (pick === 'setKey') {
      await setKey(target.connection, clients, keys);
      await chooseModelOf(target);
    } else if (pick !== undefined) {
      await choice.choose(target.connection.id, pick.model);
    }
  };
  const adopt = async (connected: Connected | undefined): Promise<void> => {
    if (connected === undefined) {
      return;
    }
    const { connection, models } = connected;
    catalogue.remember(connection, models);
    const model = connection.model ?? onlyModel(models);
    await choice.choose(connection.id, model);
    if (model === undefined) {
      const { modelsUrl } = serviceAddress(connection.baseUrl);
      const tried = vscode.l10n.t('GET {0} → 200, {1} models', modelsUrl, models.length);
      await chooseModelOf({ connection }, tried);
    }
  };
  const flows: TargetFlows = {
    async chooseModel() {
      const target = choice.current();
      await (target ? chooseModelOf(target) : flows.chooseConnection());
    },
    async chooseConnection() {
      const current = choice.current();
      const pick = await pickConnection(current?.connection.id);
      if (pick === 'connect' || pick === 'useLocalServer') {
        await flows[pick]();
      } else if (pick !== undefined) {
        const model = pick.id === current?.connection.id ? current.model : pick.model;
        await choice.choose(pick.id, model);
        await chooseModelOf({ connection: pick, model });
      }
    },
    connect: async () => adopt(await connectToService(clients, keys)),
    useLocalServer: async () => adopt(await useLocalServer()),
    tryDemo: async () => choice.choose(demoConnection.id, demoConnection.model),
    async ensureTarget() {
      if (choice.current()?.model === undefined) {
        await flows.chooseModel();
      }
      const target = choice.current();
      return target?.model === undefined
        ? undefined
        : { connection: target.connection, model: target.model };
    },
  };
  return flows;
}

function onlyModel(models: readonly Model[]): string | undefined {
  return models.length === 1 ? models[0]?.id : undefined;
}
