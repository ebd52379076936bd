import type { Memento } from 'vscode';
import type { Model } from '../shared/chatCompletion.ts';
import { contextLength } from '../shared/contextLength.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isObjectOf,
  isString,
  optional,
  type Guarded,
} from '../shared/guards.ts';
import type { Connection } from './connection.ts';

/** The models of a connection as it listed them last. */
export interface ModelList {
  readonly models: readonly Model[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  /** The service has no list: it answered that there is nothing at that address. */
  readonly isMissing?: boolean | undefined;
}

/** Model lists that outlive the window, so that a restart asks no service for them. */
export interface ModelLists {
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
