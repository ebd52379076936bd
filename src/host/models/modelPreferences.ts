import type { Memento } from 'vscode';
import {
  type Guarded,
  isArrayOf,
  isFiniteNumber,
  isObjectOf,
  isString,
} from '../../shared/guards.ts';
import type { Connection } from '../connections/connection.ts';

/** A context length as an error of the service stated it. */
interface LearntLength {
  readonly model: string;
  readonly tokens: number;
}

/** What is remembered of the models of one connection, by their ids. */
export interface ModelPreferences {
  readonly favourites: readonly string[];
  readonly hidden: readonly string[];
  /** The one used last comes first. */
  readonly recent: readonly string[];
  readonly lengths: readonly LearntLength[];
}

/** Remembers through a restart what the user and the service have said about models. */
export interface ModelMemory {
  of(connection: Connection): ModelPreferences;
  /** Replaces the given notes and keeps the others. */
  change(connection: Connection, notes: Partial<ModelPreferences>): void;
}

const stateKey = 'parley.models';

/** More than anybody uses; beyond that the oldest go. */
const most = { connections: 100, favourites: 200, hidden: 2000, recent: 8, lengths: 200 };

const isEntry = isObjectOf({
  connectionId: isString,
  /** Another address is another service. */
  baseUrl: isString,
  favourites: isArrayOf(isString),
  hidden: isArrayOf(isString),
  recent: isArrayOf(isString),
  lengths: isArrayOf(isObjectOf({ model: isString, tokens: isFiniteNumber })),
});

const nothing: ModelPreferences = { favourites: [], hidden: [], recent: [], lengths: [] };

/** `onChange` hears when something has been remembered, `onFailure` when it cannot be kept. */
export function createModelMemory(
  state: Pick<Memento, 'get' | 'update'>,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): ModelMemory {
  const entries = () => {
    const stored: unknown = state.get(stateKey);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  };
  const of = (connection: Connection) => entries().find(isFor(connection)) ?? nothing;
  return {
    of,
    change(connection, notes) {
      const others = entries().filter((entry) => !isFor(connection)(entry));
      const { id: connectionId, baseUrl } = connection;
      const own = { connectionId, baseUrl, ...bounded({ ...of(connection), ...notes }) };
      state.update(stateKey, [...others, own].slice(-most.connections)).then(onChange, onFailure);
    },
  };
}

/** The notes with `tokens` as what the model takes. */
export function withLength(
  { lengths }: ModelPreferences,
  model: string,
  tokens: number,
): Pick<ModelPreferences, 'lengths'> {
  return { lengths: [...lengths.filter((learnt) => learnt.model !== model), { model, tokens }] };
}

function bounded({ favourites, hidden, recent, lengths }: ModelPreferences): ModelPreferences {
  return {
    favourites: favourites.slice(-most.favourites),
    hidden: hidden.slice(-most.hidden),
    recent: recent.slice(0, most.recent),
    lengths: lengths.slice(-most.lengths),
  };
}

function isFor(connection: Connection): (entry: Guarded<typeof isEntry>) => boolean {
  return ({ connectionId, baseUrl }) =>
    connectionId === connection.id && baseUrl === connection.baseUrl;
}

/** Turns a note about a model on, or off where it is on. Times are not kept, only the order. */
export function changeNotes(
  { favourites, hidden }: ModelPreferences,
  what: 'favourite' | 'hide',
  id: string,
): Partial<ModelPreferences> {
  const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
  if (what === 'favourite') {
    // A model that is wanted is not one to hide.
    return favourites.includes(id)
      ? { favourites: without(favourites) }
      : { favourites: [...favourites, id], hidden: without(hidden) };
  }
  return hidden.includes(id)
    ? { hidden: without(hidden) }
    : { hidden: [...hidden, id], favourites: without(favourites) };
}

/** The notes with `id` as the model used last. */
export function withRecent(
  { recent }: ModelPreferences,
  id: string,
): Pick<ModelPreferences, 'recent'> {
  return { recent: [id, ...recent.filter((other) => other !== id)] };
}
