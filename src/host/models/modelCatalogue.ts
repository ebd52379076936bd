import {
  type Guarded,
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
} from '../../shared/guards.ts';
import { contextLength, type Model } from '../../shared/service/chatCompletion.ts';
import {
  type Ability,
  isAbilities,
  listedPrice,
  modelAbilities,
} from '../../shared/service/modelFacts.ts';
import { isPrice, type Price } from '../../shared/service/prices.ts';
import { type MementoValues, readMementoList } from '../base/mementoMap.ts';
import type { Connection } from '../connections/connection.ts';
import { isListMissing } from '../connections/listFailure.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
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
export interface ListedModel extends Model {
  /** In tokens. */
  readonly context_length?: number | undefined;
  /** Missing if the service states none. */
  readonly abilities?: readonly Ability[] | undefined;
  readonly price?: Price | undefined;
}

/** The models of a connection as the service listed them last. */
export interface ModelList {
  readonly models: readonly ListedModel[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The service has no model list (`docs/service-interface.md`, "GET /v1/models" 3). */
  readonly isMissing?: boolean | undefined;
}

/** Calls `onChange` after a list was fetched or found to be missing. */
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
        // A list that was fetched before is still the best that is known.
        if (isListMissing(error) && lists.get(connection) === undefined) {
          set(connection, { models: [], isMissing: true });
        }
        throw error;
      }
    },
  };
}

/** Model lists that are kept when the window closes, so that a restart sends no request. */
interface ModelLists {
  get(connection: Connection): ModelList | undefined;
  set(connection: Connection, list: ModelList): void;
}

const stateKey = 'parley.modelLists';

/** Characters of JSON in all stored lists together: VS Code reads the whole Memento when it starts. */
const maxStoredLength = 300_000;

const isEntry = isObjectOf({
  ...serviceIdShape,
  fetchedAt: isFiniteNumber,
  isMissing: optional(isBoolean),
  models: isArrayOf(
    isObjectOf({
      id: isString,
      owned_by: optional(isString),
      created: optional(isFiniteNumber),
      context_length: optional(isFiniteNumber),
      abilities: optional(isAbilities),
      price: optional(isPrice),
    }),
  ),
});

type Entry = Guarded<typeof isEntry>;

/**
 * Reads the stored lists once, since they are large and needed often. A list that is too long to be stored,
 * or that VS Code cannot store (`onFailure`), is kept until the window closes.
 */
export function createModelLists(
  memento: MementoValues,
  onFailure: (error: unknown) => void,
): ModelLists {
  // The newest list comes first.
  let entries = readMementoList(memento, stateKey, isEntry);
  return {
    get: (connection) => entries.find((entry) => isOfService(entry, connection)),
    set(connection, { models, fetchedAt, isMissing }) {
      const own = { fetchedAt, isMissing, models: models.map(shownFields) };
      const others = entries.filter((entry) => !isOfService(entry, connection));
      entries = [{ ...serviceIdOf(connection), ...own }, ...others];
      memento.update(stateKey, fitting(entries)).then(undefined, onFailure);
    },
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
function shownFields(model: Model): Entry['models'][number] {
  const { id, owned_by, created } = model;
  const abilities = modelAbilities(model);
  return {
    id,
    owned_by,
    created,
    context_length: contextLength(model),
    abilities: abilities.length === 0 ? undefined : abilities,
    price: listedPrice(model),
  };
}
