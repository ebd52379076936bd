import type { Model } from '../shared/chatCompletion.ts';
import { isListMissing } from './isListMissing.ts';
import type { ModelList, ModelLists } from './modelLists.ts';
import type { ServiceClients } from './serviceClients.ts';
import type { Connection } from './connection.ts';

/** The model lists, fetched when asked for and then remembered. */
export interface ModelCatalogue {
  /** The remembered list, if there is one. */
  peek(connection: Connection): ModelList | undefined;
  /** Takes in a list that was fetched elsewhere just now. */
  remember(connection: Connection, models: readonly Model[]): void;
  /** Asks the service. Throws ServiceError. */
  refresh(connection: Connection, signal?: AbortSignal): Promise<readonly Model[]>;
}

/** Nothing is fetched before somebody asks. `onChange` hears when a list is another one. */
export function createModelCatalogue(
  clients: ServiceClients,
  lists: ModelLists,
  onChange: () => void,
): ModelCatalogue {
  const set = (connection: Connection, list: Omit<ModelList, 'fetchedAt'>) => {
    lists.set(connection, { ...list, fetchedAt: Date.now() });
    onChange();
  };
  return {
    peek: (connection) => lists.get(connection),
    remember: (connection, models) => set(connection, { models }),
    async refresh(connection, signal) {
      try {
        const client = await clients(connection);
        const models = await client.listModels(signal && { signal });
        set(connection, { models });
        return models;
      } catch (error) {
        // A list that was there before is still the best that is known.
        if (isListMissing(error) && lists.get(connection) === undefined) {
          set(connection, { models: [], isMissing: true });
        }
        throw error;
      }
    },
  };
}
