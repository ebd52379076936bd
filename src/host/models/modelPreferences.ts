import {
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isString,
  isStrings,
  type ObjectOf,
} from '../../shared/guards.ts';
import { MementoMap, type MementoValues } from '../base/memento.ts';
import type { Connection } from '../connections/connection.ts';
import { isOfService, serviceIdOf, serviceIdShape } from '../connections/serviceId.ts';

const modelPreferences = {
  favourites: isStrings,
  hidden: isStrings,
  /** The model that was used last comes first. */
  recent: isStrings,
  /** The context lengths that errors of the service have stated. */
  lengths: isArrayOf(isObjectOf({ model: isString, tokens: isFiniteNumber })),
};

/** What the user prefers among the models of one connection, and what was learnt of them; by model ID. */
export interface ModelPreferences extends ObjectOf<typeof modelPreferences> {}

/** The preferences of all connections. They are kept when the window closes. */
export interface ModelMemory {
  of(connection: Connection): ModelPreferences;
  /** Replaces the given fields and keeps the others. */
  change(connection: Connection, fields: Partial<ModelPreferences>): void;
}

/** More than anybody uses; beyond that the oldest are dropped. */
const most = { connections: 100, favourites: 200, hidden: 2000, recent: 8, lengths: 200 };

const isEntry = isObjectOf({ ...serviceIdShape, ...modelPreferences });

const none: ModelPreferences = { favourites: [], hidden: [], recent: [], lengths: [] };

/** Calls `onChange` after a change was stored, and `onFailure` if VS Code could not store it. */
export function createModelMemory(
  memento: MementoValues,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): ModelMemory {
  const entries = new MementoMap(memento, {
    stateKey: 'parley.models',
    isEntry,
    isFor: isOfService,
    maxEntries: most.connections,
  });
  const of = (connection: Connection) => entries.get(connection) ?? none;
  return {
    of,
    change(connection, fields) {
      const next = bounded({ ...of(connection), ...fields });
      entries.set(connection, { ...serviceIdOf(connection), ...next }).then(onChange, onFailure);
    },
  };
}

function bounded({ favourites, hidden, recent, lengths }: ModelPreferences): ModelPreferences {
  return {
    favourites: favourites.slice(-most.favourites),
    hidden: hidden.slice(-most.hidden),
    recent: recent.slice(0, most.recent),
    lengths: lengths.slice(-most.lengths),
  };
}

/** Marks a model as a favourite or as hidden, or removes the mark. A model never has both. */
export function togglePreference(
  { favourites, hidden }: ModelPreferences,
  mark: 'favourite' | 'hide',
  id: string,
): Partial<ModelPreferences> {
  const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
  if (mark === 'favourite') {
    return favourites.includes(id)
      ? { favourites: without(favourites) }
      : { favourites: [...favourites, id], hidden: without(hidden) };
  }
  return hidden.includes(id)
    ? { hidden: without(hidden) }
    : { hidden: [...hidden, id], favourites: without(favourites) };
}

/** The models used last, with `id` as the last one. */
export function withRecent(
  { recent }: ModelPreferences,
  id: string,
): Pick<ModelPreferences, 'recent'> {
  return { recent: [id, ...recent.filter((other) => other !== id)] };
}

/** The learnt context lengths, with `tokens` as that of `model`. */
export function withLength(
  { lengths }: ModelPreferences,
  model: string,
  tokens: number,
): Pick<ModelPreferences, 'lengths'> {
  return { lengths: [...lengths.filter((learnt) => learnt.model !== model), { model, tokens }] };
}
