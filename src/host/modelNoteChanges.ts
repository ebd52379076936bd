import type { ModelNotes } from './modelMemory.ts';

/** Turns a note about a model on, or off where it is on. Times are not kept, only the order. */
export function changeNotes(
  { favourites, hidden }: ModelNotes,
  what: 'favourite' | 'hide',
  id: string,
): Partial<ModelNotes> {
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
export function withRecent({ recent }: ModelNotes, id: string): Pick<ModelNotes, 'recent'> {
  return { recent: [id, ...recent.filter((other) => other !== id)] };
}
