import {
  type Guard,
  type Guarded,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  type ObjectOf,
  optional,
} from '../../shared/guards.ts';
import { isModel, type Model } from '../../shared/service/chatCompletion.ts';
import { isModelFacts, type ModelFacts, modelFacts } from '../../shared/models/modelFacts.ts';
import { type MementoValues, readMementoList } from '../base/memento.ts';
import type { Connection } from '../connections/connection.ts';
import { findConnection } from '../connections/connectionSettings.ts';
import { isListMissing } from '../connections/listFailure.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import { isOfService, serviceIdOf, serviceIdShape } from '../connections/serviceId.ts';

/** The model lists of the connections. A list is fetched on demand only, and then kept. */
export interface ModelCatalogue {
  /** The list that is kept, if there is one. */
  peek(connection: Connection): ModelList | undefined;
  /** Keeps a list that the caller has just fetched. */
  remember(connection: Connection, models: readonly Model[]): void;
  /** Fetches the list from the service and keeps it. Throws `ServiceError`. */
  refresh(connection: Connection, signal?: AbortSignal): Promise<readonly Model[]>;
}

/** What is kept of a model of a list. */
export type ListedModel = Model & ModelFacts;

const isListedModel: Guard<ListedModel> = (value): value is ListedModel =>
  isModel(value) && isModelFacts(value);

const modelList = {
  models: isArrayOf(isListedModel),
  /** Milliseconds since 1970. */
  fetchedAt: isFiniteNumber,
  /** The service has no model list (`docs/service-interface.md`, "GET /v1/models" 3). */
  isMissing: optional(isBoolean),
};

/** The models of a connection as the service listed them last. */
export interface ModelList extends ObjectOf<typeof modelList> {}

const stateKey = 'parley.modelLists';

/** Characters of JSON in all stored lists together: VS Code reads the whole Memento when it starts. */
const maxStoredLength = 300_000;

const isEntry = isObjectOf({ ...serviceIdShape, ...modelList });

type Entry = Guarded<typeof isEntry>;

/**
 * Keeps the lists when the window closes, so that a restart sends no request. Reads the stored ones once, since they are
 * large and needed often. A list that is too long to be stored, or that VS Code cannot store (`onFailure`), is kept until
 * the window closes. Calls `onChange` after a list was fetched or found to be missing.
 */
export function createModelCatalogue(
  clients: ServiceClients,
  memento: MementoValues,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): ModelCatalogue {
  // The newest list comes first.
  let entries = readMementoList(memento, stateKey, isEntry);
  const peek = (connection: Connection): ModelList | undefined =>
    entries.find((entry) => isOfService(entry, connection));
  const remember = (connection: Connection, models: readonly Model[], isMissing?: true): void => {
    const own = { fetchedAt: Date.now(), isMissing, models: models.map(shownFields) };
    const others = entries.filter((entry) => !isOfService(entry, connection));
    entries = [{ ...serviceIdOf(connection), ...own }, ...others];
    memento.update(stateKey, fitting(entries)).then(undefined, onFailure);
    onChange();
  };
  return {
    peek,
    remember: (connection, models) => remember(connection, models),
    async refresh(connection, signal) {
      try {
        const client = await clients(connection);
        const models = await client.listModels(signal && { signal });
        remember(connection, models);
        return models;
      } catch (error) {
        // A list that was fetched before is still the best that is known.
        if (isListMissing(error) && peek(connection) === undefined) {
          remember(connection, [], true);
        }
        throw error;
      }
    },
  };
}

/** The same clients, whose model lists are kept whoever asks for one, if the connection is saved. */
export function keepingLists(
  clients: ServiceClients,
  { remember }: Pick<ModelCatalogue, 'remember'>,
): ServiceClients {
  return async (connection, apiKey) => {
    const client = await clients(connection, apiKey);
    return {
      ...client,
      async listModels(options) {
        const models = await client.listModels(options);
        if (findConnection(connection.id) !== undefined) {
          remember(connection, models);
        }
        return models;
      },
    };
  };
}

/** The newest entries that fit into `maxStoredLength` together. */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let left = maxStoredLength;
  return entries.filter((entry) => {
    const { length } = JSON.stringify(entry);
    const fits = length <= left;
    left -= fits ? length : 0;
    return fits;
  });
}

/** The fields of a model that Parley shows; services send many others. */
function shownFields(model: Model): ListedModel {
  const { id, owned_by, created } = model;
  return { id, owned_by, created, ...modelFacts(model) };
}
