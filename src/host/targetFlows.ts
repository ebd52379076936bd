import { demoConnection } from './connections.ts';
import type { SendTarget } from './conversationSession.ts';
import { ensureKey } from './ensureKey.ts';
import type { KeyStore } from './keyStore.ts';
import type { LoadLater } from './loadLater.ts';
import type { Models } from './models.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { TargetChoice } from './target.ts';

/** What choosing a connection and a model needs. */
export interface TargetServices {
  readonly choice: TargetChoice;
  readonly models: Models;
  readonly clients: ServiceClients;
  readonly keys: KeyStore;
  readonly later: LoadLater;
}

/** The ways to a connection and a model on which the user is asked. */
export interface AskingFlows {
  readonly chooseModel: () => Promise<void>;
  readonly chooseConnection: () => Promise<void>;
  readonly connect: () => Promise<void>;
  readonly useLocalServer: () => Promise<void>;
}

/** The ways in which the user comes to a connection and a model. */
export interface TargetFlows extends AskingFlows {
  readonly tryDemo: () => Promise<void>;
  /** The current choice, asking for what is missing; nothing where the user left. */
  readonly ensureTarget: () => Promise<SendTarget | undefined>;
}

/** Flows that end in `choice`. None asks a service for anything but its model list. */
export function createTargetFlows(services: TargetServices): TargetFlows {
  const { choice, later } = services;
  const asking = async () => (await later()).createAskingFlows(services);
  return {
    chooseModel: async () => (await asking()).chooseModel(),
    chooseConnection: async () => (await asking()).chooseConnection(),
    connect: async () => (await asking()).connect(),
    useLocalServer: async () => (await asking()).useLocalServer(),
    tryDemo: async () => choice.choose(demoConnection.id, demoConnection.model),
    async ensureTarget() {
      if (choice.current()?.model === undefined) {
        await (await asking()).chooseModel();
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
