import type { Model } from '../shared/chatCompletion.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { Connection } from './connection.ts';

/** The models of a connection as it listed them last. */
interface ModelList {
  readonly models: readonly Model[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** The model lists, fetched when asked for and then remembered while the window lives. */
export interface ModelCatalogue {
  /** The remembered list, if there is one. */
  peek(connection: Connection): ModelList | undefined;
  /** Takes in a list that was fetched elsewhere just now. */
  remember(connection: Connection, models: readonly Model[]): void;
  /** Asks the service. Throws ServiceError. */
  refresh(connection: Connection, signal?: AbortSignal): Promise<readonly Model[]>;
}

/** A catalogue that begins empty: nothing is fetched before somebody asks. */
export function createModelCatalogue(clients: ServiceClients): ModelCatalogue {
  const lists = new Map<string, ModelList>();
  const remember = (connection: Connection, models: readonly Model[]) => {
    lists.set(entry(connection), { models, fetchedAt: Date.now() });
  };
  return {
    peek: (connection) => lists.get(entry(connection)),
    remember,
    async refresh(connection, signal) {
      const client = await clients(connection);
      const models = await client.listModels(signal && { signal });
      remember(connection, models);
      return models;
    },
  };
}

/** An edited address is another service, whatever the connection's id. */
function entry({ id, baseUrl }: Connection): string {
  return `${id} ${baseUrl}`;
}
