import type { Memento } from 'vscode';
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
import type { Connection } from '../connections/connection.ts';
import { isListMissing, type ServiceClients } from '../connections/serviceClients.ts';

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

/** The models of a connection as it listed them last. */
export interface ModelList {
  readonly models: readonly Model[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The service has no list: it answered that there is nothing at that address. */
  readonly isMissing?: boolean | undefined;
}

/** Model lists that outlive the window, so that a restart asks no service for them. */
interface ModelLists {
  get(connection: Connection): ModelList | undefined;
  set(connection: Connection, list: ModelList): void;
}

const stateKey = 'parley.modelLists';

/** VS Code reads all that is kept when it starts: characters of JSON, in all lists together. */
const maxStoredLength = 300_000;

const isEntry = isObjectOf({
  connectionId: isString,
  /** Another address is another service. */
  baseUrl: isString,
  fetchedAt: isFiniteNumber,
  isMissing: optional(isBoolean),
  models: isArrayOf(
    isObjectOf({
      id: isString,
      owned_by: optional(isString),
      created: optional(isFiniteNumber),
      context_length: optional(isFiniteNumber),
    }),
  ),
});

type Entry = Guarded<typeof isEntry>;

/** Reads what is kept once. `onFailure` hears when a list cannot be kept; it is used all the same. */
export function createModelLists(
  state: Pick<Memento, 'get' | 'update'>,
  onFailure: (error: unknown) => void,
): ModelLists {
  const stored: unknown = state.get(stateKey);
  let entries: readonly Entry[] = Array.isArray(stored) ? stored.filter(isEntry) : [];
  return {
    get: (connection) => entries.find(isFor(connection)),
    set(connection, { models, fetchedAt, isMissing }) {
      const { id: connectionId, baseUrl } = connection;
      const own = { connectionId, baseUrl, fetchedAt, isMissing, models: models.map(essence) };
      entries = [own, ...entries.filter((entry) => !isFor(connection)(entry))];
      state.update(stateKey, fitting(entries)).then(undefined, onFailure);
    },
  };
}

/** The newest entries that fit; one that is too long by itself is fetched again after a restart. */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let left = maxStoredLength;
  return entries.filter((entry) => {
    const { length } = JSON.stringify(entry);
    const fits = length <= left;
    left -= fits ? length : 0;
    return fits;
  });
}

/** What Parley shows of a model: services add whole documents to each. */
function essence(model: Model): Entry['models'][number] {
  const { id, owned_by, created } = model;
  return { id, owned_by, created, context_length: contextLength(model) };
}

function isFor(connection: Connection): (entry: Entry) => boolean {
  return ({ connectionId, baseUrl }) =>
    connectionId === connection.id && baseUrl === connection.baseUrl;
}
